import type { FormatPool } from '../adapters/pool.ts';
import { Component } from '../models/component.ts';
import type { Database } from '../models/database.ts';
import type { Language } from '../models/language.ts';
import type { Plural } from '../models/plural.ts';
import type { Project } from '../models/project.ts';
import { User } from '../models/user.ts';
import { identityOf } from './commit-identity.ts';
import type { Identity } from './git-commit.ts';
import type { GitOptions, GitRunner } from './git-process.ts';
import type { Ctx } from './job.ts';
import type { RepositoryPolicy } from './repository-guard.ts';
import { copyFolder } from './working-copy.ts';

/** What the jobs of components need besides their own job. */
export interface ComponentServices {
  db: Database;
  pool: FormatPool;
  /** Starts git commands; left out: this process does. */
  runner?: GitRunner;
  /** Folder of the working copies; each is named by the id of its component. */
  vcsFolder: string;
  /** Which repositories may be used. */
  repositories: RepositoryPolicy;
  /** 32 bytes that open the stored credentials of repositories. */
  secretKey: Uint8Array;
  committer: Identity;
  /** Known to message templates. */
  siteTitle: string;
  /** Public address without a trailing slash; null: unknown. */
  siteUrl: string | null;
  /** Of the server: a new one gives edits that failed another try. */
  version: string;
}

/** A component with what nearly every operation asks for. */
export type PlacedComponent = Component & {
  project: Project;
  source_language: Language & { plural: Plural };
};

/** The working copy that a job works in, and whose it is. */
export interface Workplace {
  ctx: Ctx;
  services: ComponentServices;
  /** The component that the repository's settings come from. */
  owner: PlacedComponent;
  /** All components in the working copy, the owner first. */
  components: PlacedComponent[];
  /** Path of the working copy. */
  folder: string;
  /** Who asked for the job; null: the server itself. */
  userId: number | null;
  /** For every git command, so that it ends with the job. */
  git: GitOptions;
}

/** Loads the workplace of the actor whose repository `ownerId` owns; null when there is no such component (any more). */
export async function findWorkplace(
  ctx: Ctx,
  services: ComponentServices,
  ownerId: number,
  userId: number | null,
): Promise<Workplace | null> {
  const components = await loadSharing(services.db, ownerId);
  const owner = components.find((component) => component.id === ownerId);
  if (!owner) {
    return null;
  }
  const folder = copyFolder(services.vcsFolder, ownerId);
  return {
    ctx,
    services,
    owner,
    components,
    folder,
    userId,
    git: { signal: ctx.signal, runner: services.runner },
  };
}

async function loadSharing(db: Database, ownerId: number): Promise<PlacedComponent[]> {
  const components = await Component.sharing(db.writer, ownerId);
  await Component.fetchGraph(components, '[project, source_language.plural]', { transaction: db.writer });
  return components as PlacedComponent[];
}

/** As whom to commit what the job's requester asked for; the server's own work goes under the server's name. */
export async function requesterOf({ services, userId }: Workplace): Promise<Identity> {
  const user = userId === null ? undefined : await User.query(services.db.writer).findById(userId);
  return user ? identityOf(user, services.siteUrl) : services.committer;
}
