import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { keepBundles } from '../models/bundle.ts';
import type { CheckedCopy } from './check-copies.ts';
import { GitError } from './git-error.ts';
import { commitOf } from './git-history.ts';
import type { Ctx } from './job.ts';
import { openCopy, refreshStatus } from './open-copy.ts';
import { RepositoryUrlError } from './repository-url.ts';
import { strandedMessage } from './restore-head.ts';
import { hasCopy } from './working-copy.ts';
import { type ComponentServices, findWorkplace, type Workplace } from './workplace.ts';

/**
 * Puts a working copy and its bundles in order. Only while the data folder is held and no jobs run: it works in place of the
 * component's actor. What can be had neither from the copy nor from the database stays untouched.
 * @returns why it could not be mended; null: all is well
 */
export async function mendCopy(
  services: ComponentServices,
  { id, findings }: CheckedCopy,
): Promise<string | null> {
  const place = await findWorkplace(standIn(services, id), services, id, null);
  if (!place) {
    return 'the component is gone';
  }
  const kinds = new Set(findings.map(({ kind }) => kind));
  try {
    if (kinds.has('damaged')) {
      return await replaceDamaged(place);
    }
    if (kinds.has('bundles') && !kinds.has('missing') && (await hasKnownHead(place))) {
      // The copy has all that the bundles should have; they are made anew below.
      await place.ctx.commit((trx) => keepBundles(trx, id, []));
    }
    return await restore(place);
  } catch (error) {
    if (error instanceof GitError || error instanceof RepositoryUrlError) {
      return error.message;
    }
    throw error;
  }
}

/** The damaged copy stays at hand until a new one has everything. */
async function replaceDamaged(place: Workplace): Promise<string | null> {
  const { folder } = place;
  const aside = `${folder}.damaged`;
  await rm(aside, { recursive: true, force: true });
  await rename(folder, aside);
  let problem: string | null = 'the repair was cut off';
  try {
    problem = await restore(place);
    return problem;
  } finally {
    if (problem === null) {
      await rm(aside, { recursive: true, force: true });
    } else {
      await rm(folder, { recursive: true, force: true });
      await rename(aside, folder);
    }
  }
}

async function restore(place: Workplace): Promise<string | null> {
  const wasThere = await hasCopy(place.folder);
  const state = await openCopy(place);
  if (state === 'ready') {
    await refreshStatus(place);
    return null;
  }
  if (!wasThere) {
    // As if it had not been tried: the next job finds it missing and does what it can.
    await rm(place.folder, { recursive: true, force: true });
  }
  return state === 'stranded'
    ? strandedMessage
    : 'commits that were not pushed are not in the database; the next job writes their texts anew';
}

async function hasKnownHead({ services, owner, folder, git }: Workplace): Promise<boolean> {
  const row = await services.db.writer('repositories').where('component_id', owner.id).first('local_sha');
  return (await commitOf(folder, row?.local_sha ?? 'HEAD', git)) !== null;
}

/** A job's context outside of any job: nobody else can claim the actor, so there is no fence to check. */
function standIn({ db }: ComponentServices, componentId: number): Ctx {
  return {
    key: `component:${componentId}`,
    jobId: 0,
    uuid: randomUUID(),
    attempt: 1,
    crashes: 0,
    epoch: 0,
    createdAt: new Date(),
    componentId,
    userId: null,
    signal: new AbortController().signal,
    commit: (work) => db.transaction(work),
    finish: (work) => db.transaction(work),
    progress: () => undefined,
    log: () => undefined,
    step: () => undefined,
  };
}
