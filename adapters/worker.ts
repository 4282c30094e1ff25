// First of all, before any library can keep a changeable prototype.
import './hardening.ts';
import { constants, setPriority } from 'node:os';
import { platform } from 'node:process';
import { workerData } from 'node:worker_threads';
import { FormatError } from './adapter.ts';
import { registerAdapter } from './registry.ts';
import { fileChanges } from './tasks/changes.ts';
import { checkStrings } from './tasks/check.ts';
import { createFile } from './tasks/create.ts';
import { diffFile } from './tasks/diff.ts';
import { exportStrings } from './tasks/export.ts';
import { fileLanguages } from './tasks/languages.ts';
import { packResult, unpackRequest } from './tasks/packing.ts';
import { readFile } from './tasks/read.ts';
import { replayFile } from './tasks/replay.ts';
import { judgeMerge } from './tasks/sound.ts';
import { updateFile } from './tasks/update.ts';
import { nameVariants } from './tasks/variants.ts';
import { verifyFile } from './tasks/verify.ts';
import { writeFile } from './tasks/write.ts';

if (platform === 'linux') {
  // There a thread has a priority of its own; 0 names the one that calls. Answering requests comes before work on files.
  setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}

const tasks = {
  changes: fileChanges,
  check: checkStrings,
  create: createFile,
  diff: diffFile,
  export: exportStrings,
  languages: fileLanguages,
  read: readFile,
  replay: replayFile,
  sound: judgeMerge,
  update: updateFile,
  variants: nameVariants,
  verify: verifyFile,
  write: writeFile,
};

/** What runs in the pool, by name. */
export type Tasks = typeof tasks;

export interface Task {
  name: keyof Tasks;
  /** Packed, see tasks/packing.ts. */
  request: object;
}

/** An error of a class of ours would arrive in the other thread as a plain Error, so refusals are values. */
export type Answer = { ok: true; result: object } | { ok: false; reason: string; line: number };

/** Runs one task; called by the pool. Errors other than a file's own are bugs and are thrown. */
export async function run({ name, request }: Task): Promise<Answer> {
  plugIns ??= loadPlugIns();
  await plugIns;
  try {
    const task = tasks[name] as (request: unknown) => object;
    return { ok: true, result: packResult(task(unpackRequest(request))) };
  } catch (error) {
    if (error instanceof FormatError) {
      return { ok: false, reason: error.reason, line: error.line };
    }
    if (error instanceof RangeError) {
      // What a parser that calls itself throws when the stack is full.
      return { ok: false, reason: 'the file is nested too deep', line: 0 };
    }
    throw error;
  }
}

let plugIns: Promise<void> | undefined;

/** Plug-ins were checked by the daemon when it started. */
async function loadPlugIns(): Promise<void> {
  const { plugIns: urls } = workerData as { plugIns: readonly string[] };
  for (const url of urls) {
    const { adapter } = await import(url);
    if (adapter) {
      registerAdapter(adapter);
    }
  }
}
