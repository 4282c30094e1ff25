import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitError } from './git-error.ts';

/** HEAD may name a branch; more steps than this would be a circle. */
const longestChain = 5;

/**
 * The commit that `HEAD` or a full name such as `refs/heads/main` stands for; null: there is no such ref, or its branch has no
 * commit yet. Read from git's own files: an operation asks dozens of times, and a command for each costs more than all the rest.
 * @throws {GitError} when what is there is no ref
 */
export async function readRef(folder: string, name: string): Promise<string | null> {
  let ref = name;
  for (let step = 0; step < longestChain; step += 1) {
    const content = await readLoose(folder, ref);
    const target = /^ref: (?<target>.+)$/.exec(content ?? '')?.groups?.target;
    if (target === undefined) {
      return content === null ? readPacked(folder, ref) : checked(ref, content);
    }
    ref = target;
  }
  throw new GitError('failed', `The ref ${name} leads to no commit.`);
}

/** Full name of the branch that is checked out; null when none is. */
export async function checkedOut(folder: string): Promise<string | null> {
  return /^ref: (?<target>.+)$/.exec((await readLoose(folder, 'HEAD')) ?? '')?.groups?.target ?? null;
}

/** A ref that has not been packed. One that is a folder by now has been, or is gone. */
async function readLoose(folder: string, ref: string): Promise<string | null> {
  const content = await readOptional(join(folder, '.git', ref));
  return content === null || content.trim() === '' ? null : content.trim();
}

async function readPacked(folder: string, ref: string): Promise<string | null> {
  for (const line of (await readOptional(join(folder, '.git', 'packed-refs')))?.split('\n') ?? []) {
    const [hash = '', name] = line.split(' ');
    if (name === ref) {
      return checked(ref, hash);
    }
  }
  return null;
}

function checked(ref: string, hash: string): string {
  if (!/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(hash)) {
    throw new GitError('failed', `The ref ${ref} is damaged.`);
  }
  return hash;
}

async function readOptional(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code)) {
      return null;
    }
    throw error;
  }
}
