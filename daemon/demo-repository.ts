import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { demoFiles } from './demo-files.ts';

const execute = promisify(execFile);

/** Makes the bare repository of the walk-through in `folder`, unless it is there already, and gives its path. */
export async function createDemoRepository(folder: string): Promise<string> {
  const path = join(folder, 'timer.git');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (await isThere(path)) {
    return path;
  }
  const scratch = await mkdtemp(join(folder, '.new-'));
  try {
    const work = join(scratch, 'work');
    await writeFiles(work);
    await git(work, 'init', '--initial-branch=main');
    await git(work, 'add', '--all');
    await git(work, 'commit', '--message=Strings of the kitchen timer');
    await git(scratch, 'clone', '--bare', 'work', 'timer.git');
    // All at once: half a repository at this path would be taken for a whole one by the next call.
    await rename(join(scratch, 'timer.git'), path);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return path;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return false;
    }
    throw error;
  }
}

async function writeFiles(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(demoFiles)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

/** Nothing of the person's own git settings (signing, hooks, templates) belongs into a demo. */
async function git(folder: string, ...args: string[]): Promise<void> {
  const person = { NAME: 'Dragoman demo', EMAIL: 'demo@example.org' };
  await execute('git', args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TEMPLATE_DIR: '',
      GIT_AUTHOR_NAME: person.NAME,
      GIT_AUTHOR_EMAIL: person.EMAIL,
      GIT_COMMITTER_NAME: person.NAME,
      GIT_COMMITTER_EMAIL: person.EMAIL,
    },
  });
}
