import { readdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { type Bundle, bundleData, bundlesOf } from '../models/bundle.ts';
import type { Database } from '../models/database.ts';
import { verifyBundle } from './git-bundle.ts';
import { headOf } from './git-commit.ts';
import { GitError } from './git-error.ts';
import { isAncestor } from './git-history.ts';
import { runGit } from './git-process.ts';
import { knownCommit } from './git-remote.ts';
import { leftoversIn } from './recovery.ts';
import { copyFolder, hasCopy, partMark } from './working-copy.ts';

/**
 * Something wrong with what a component has in git. `missing` and `damaged`: the working copy; `moved`: it is not at the
 * head that the database knows; `bundles`: the database lacks commits that are not pushed; `leftover`: files of a command
 * that was cut off.
 */
export interface CopyFinding {
  kind: 'missing' | 'damaged' | 'moved' | 'bundles' | 'leftover';
  text: string;
}

/** A working copy by its owner. */
export interface CheckedCopy {
  id: number;
  /** `project/[category/…]component`. */
  path: string;
  findings: CopyFinding[];
}

interface Owner {
  id: number;
  path: string;
  vcs: string;
  branch: string;
  local_sha: string;
  outgoing: number;
}

/**
 * Looks at all working copies and what the database has of their commits, and gives those with findings. Changes nothing;
 * copies that a job works in are left out, so it may run beside the server.
 */
export async function* checkCopies(db: Database, vcsFolder: string): AsyncGenerator<CheckedCopy> {
  const owners: Owner[] = await db
    .reader('components')
    .join('repositories', 'repositories.component_id', 'components.id')
    .whereNull('linked_component_id')
    .whereNotNull('local_sha')
    .orderBy('components.id')
    .select('components.id', 'path', 'vcs', 'branch', 'local_sha', 'outgoing');
  for (const owner of owners) {
    const before = await activityOf(db, owner.id);
    if (before.isRunning) {
      continue;
    }
    const findings = await checkCopy(db, copyFolder(vcsFolder, owner.id), owner);
    const after = await activityOf(db, owner.id);
    if (findings.length > 0 && after.epoch === before.epoch) {
      yield { id: owner.id, path: owner.path, findings };
    }
  }
}

/** Folders of copies that were never finished; none while any job runs, which may be making one. */
export async function unfinishedCopies(db: Database, vcsFolder: string): Promise<string[]> {
  if (await db.reader('jobs').where('state', 'running').first('id')) {
    return [];
  }
  try {
    return (await readdir(vcsFolder)).filter((name) => name.includes(partMark));
  } catch (error) {
    // The whole folder may be deleted: what is in it can be made anew.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return [];
    }
    throw error;
  }
}

/** The epoch grows with every job that begins, so it tells whether one has been there in between. */
async function activityOf(db: Database, id: number): Promise<{ isRunning: boolean; epoch: number }> {
  const key = `component:${id}`;
  const job = await db.reader('jobs').where({ key, state: 'running' }).first('id');
  const actor = await db.reader('actors').where({ key }).first('epoch');
  return { isRunning: job !== undefined, epoch: actor?.epoch ?? 0 };
}

/** Milliseconds; git says nothing while it looks at a large repository. */
const longestCheck = 3_600_000;

async function checkCopy(db: Database, folder: string, owner: Owner): Promise<CopyFinding[]> {
  const chain = await bundlesOf(db.reader, owner.id);
  if (!(await hasCopy(folder))) {
    const isKept = chain.length > 0 || (owner.vcs !== 'local' && owner.outgoing === 0);
    return [
      { kind: 'missing', text: 'the working copy is missing' },
      ...asFindings('bundles', isKept ? gapIn(chain, owner) : notKept),
    ];
  }
  try {
    await runGit(folder, { silence: longestCheck, args: ['fsck', '--no-dangling'] });
    const head = await headOf(folder);
    const leftovers = (await leftoversIn(folder)).map((file) => relative(folder, file));
    return [
      ...leftovers.map((file) => ({ kind: 'leftover' as const, text: `${file} is left over` })),
      ...asFindings(
        'moved',
        head === owner.local_sha ? null : `HEAD is ${head}, should be ${owner.local_sha}`,
      ),
      ...asFindings('bundles', await bundleProblem(db, folder, owner, chain)),
    ];
  } catch (error) {
    if (error instanceof GitError) {
      return [{ kind: 'damaged', text: `the working copy is damaged: ${firstLine(error)}` }];
    }
    throw error;
  }
}

const notKept = 'commits that are not pushed are not in the database';

async function bundleProblem(
  db: Database,
  folder: string,
  owner: Owner,
  chain: readonly Bundle[],
): Promise<string | null> {
  if (chain.length === 0) {
    const upstream = owner.vcs === 'local' ? null : await knownCommit(folder, 'origin', owner.branch);
    const isPushed = upstream !== null && (await isAncestor(folder, owner.local_sha, upstream));
    return isPushed ? null : notKept;
  }
  for (const { seq } of chain) {
    try {
      await verifyBundle(folder, await bundleData(db.reader, owner.id, seq));
    } catch (error) {
      if (error instanceof GitError) {
        return `bundle ${seq} cannot be unpacked: ${firstLine(error)}`;
      }
      throw error;
    }
  }
  return gapIn(chain, owner);
}

/** Whether each bundle builds on the one before, and the last one ends at the head. */
function gapIn(chain: readonly Bundle[], { vcs, local_sha }: Owner): string | null {
  if (vcs === 'local' && chain[0] && chain[0].base_sha !== null) {
    return 'the first bundle does not have the whole history';
  }
  for (const [index, { seq, base_sha }] of chain.entries()) {
    if (index > 0 && base_sha !== chain[index - 1]?.tip_sha) {
      return `bundle ${seq} does not build on the one before`;
    }
  }
  const tip = chain.at(-1)?.tip_sha ?? local_sha;
  return tip === local_sha ? null : `the bundles end at ${tip}, should end at ${local_sha}`;
}

function asFindings(kind: CopyFinding['kind'], text: string | null): CopyFinding[] {
  return text === null ? [] : [{ kind, text }];
}

function firstLine({ message }: GitError): string {
  return message.split('\n')[0] ?? '';
}
