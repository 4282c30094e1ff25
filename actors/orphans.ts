import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { kill } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

/** Of 50 looks, 20 ms apart, for processes to end: so many only ask. */
const looks = 50;
const kindLooks = 25;

/**
 * Ends git commands that work below the folder although the process that started them is gone; a crash of ours does not
 * end them, and they would write into working copies that this process is about to use. Gives how many it found. Asked
 * kindly first: when the remote is on this machine its side of a push is among them, and only so it takes its locks away.
 * Only Linux shows the environment of processes; elsewhere nothing is found.
 */
export async function endOrphans(vcsFolder: string): Promise<number> {
  const mark = `\0DRAGOMAN_GIT_FOLDER=${resolve(vcsFolder)}/`;
  const ended = new Set<number>();
  // One that is about to start another may be seen before that: look until there is none left.
  for (let look = 0; look < looks; look += 1) {
    const pids = await marked(mark);
    if (pids.length === 0) {
      break;
    }
    for (const pid of pids) {
      ended.add(pid);
      end(pid, look < kindLooks ? 'SIGTERM' : 'SIGKILL');
    }
    await delay(20);
  }
  return ended.size;
}

async function marked(mark: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await read(readdir('/proc'), [])) {
    const pid = Number(name);
    // Processes of other accounts cannot be read, ended ones have an empty environment: neither is ours.
    if (pid > 0 && `\0${await read(readFile(`/proc/${name}/environ`, 'utf8'), '')}`.includes(mark)) {
      found.push(pid);
    }
  }
  return found;
}

async function read<T>(reading: Promise<T>, missing: T): Promise<T> {
  return reading.catch(() => missing);
}

function end(pid: number, how: NodeJS.Signals): void {
  try {
    kill(pid, how);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}
