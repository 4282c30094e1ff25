import type { GitRunner } from '../../actors/git-process.ts';
import type { RepositoryPolicy } from '../../actors/repository-guard.ts';
import type { ActorSystem } from '../../actors/system.ts';
import type { FormatPool } from '../../adapters/pool.ts';
import type { Database } from '../../models/database.ts';
import type { Milestones } from '../../models/milestones.ts';
import type { Rate } from './throttle.ts';

/** What the API needs of the configuration. */
export interface ApiConfig {
  /** Public base of all URLs, without a final slash; null: the origin of each request. */
  url: string | null;
  /** Items of a page where the client asks for no number. */
  pageSize: number;
  /** Requests that a client may make; null switches counting off. */
  throttle: { anonymous: Rate | null; user: Rate | null };
  /** Name of this server. */
  siteTitle: string;
  /** Folder of uploaded files while their request runs. */
  uploadsFolder: string;
  /** Folder of the images of screenshots. */
  screenshotsFolder: string;
  /** Folder of the working copies, each named by the id of the component that owns it. */
  vcsFolder: string;
  /** Of the server: a new one gives edits that a file could not take another try. */
  version: string;
}

/** How the addresses of repositories are treated. */
export interface RepositoryAccess {
  /** Which addresses are allowed. */
  policy: RepositoryPolicy;
  /** 32 bytes that encrypt the credentials of addresses. */
  secretKey: Uint8Array;
}

/** Where what happens is told: constant text plus fields. */
export interface ApiLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Everything that endpoints work with, passed in by the daemon and by tests. */
export interface ApiServices {
  db: Database;
  actors: ActorSystem;
  pool: FormatPool;
  /** Starts git commands, which downloads read files with; left out: this process does. */
  runner?: GitRunner;
  config: ApiConfig;
  repositories: RepositoryAccess;
  /** What is known of long lists of changes. */
  milestones: Milestones;
  log: ApiLog;
}
