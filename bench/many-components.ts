/**
 * What a server does whose components all have edits to commit and push at the same moment. Run
 * `node bench/many-components.ts --help`.
 */
import { join } from 'node:path';
import { openDatabase } from '../models/database.ts';
import { onEachEngine } from './engines.ts';
import { line, lineHead, savesDuring, savesFor } from './latency.ts';
import { peakMemory, resetPeak } from './memory.ts';
import { readNumbers } from './options.ts';
import { poFile } from './po-files.ts';
import { createRepository, git } from './repository.ts';
import type { BenchServer } from './server.ts';

const { components, strings, seconds } = readNumbers(
  'Commits and pushes edits of many components at once; each has a repository of its own.',
  { components: 200, strings: 100, seconds: 15 },
);
const pathOf = (number: number) => `/api/components/load/c${number}/`;

await onEachEngine(async (server, folder, engine) => {
  const remotes = await createRemotes(folder);
  await server.expect('POST', '/api/projects/', { name: 'Load', slug: 'load', web: 'https://example.org/' });
  await eachOf(remotes, 4, (remote, number) => createComponent(server, remote, number));
  // Saves that are measured go to a component of their own, so that every edit below is a known one.
  const [, ...others] = remotes;
  const target = { server, units: await unitsOf(server, 0) };
  await savesFor(target, 5);

  console.log(`\n${engine}: ${components} components\n${lineHead}`);
  const idle = await savesFor(target, seconds);
  console.log(line('idle', idle, idle));
  await eachOf(others, 4, (_, index) => editOne(server, index + 1));
  await resetPeak(server.pid);
  const before = await peakMemory(server.pid);

  const schedule = await makeDue(server);
  console.log('  waiting for the schedule, five minutes at most');
  await schedule.begun();
  const begin = performance.now();
  const busy = await savesDuring(target, schedule.over(others.length));
  const took = (performance.now() - begin) / 1000;

  console.log(line('while all commit and push', busy, idle));
  const pushed = await countPushed(others);
  console.log(
    `  ${took.toFixed(1)} s, ${(others.length / took).toFixed(1)} components/s; pushed ${pushed} of ${others.length}`,
  );
  console.log(`  memory: peak ${await peakMemory(server.pid)} MB, ${before} MB before`);
  if (pushed !== others.length) {
    throw new Error('not every component was pushed');
  }
});

/** Bare repositories, each with strings of its own: what several had in common would be edited in all of them. */
async function createRemotes(folder: string): Promise<string[]> {
  const remotes: string[] = [];
  for (let number = 0; number < components; number += 1) {
    const first = number * strings + 1;
    const files = {
      'po/cs.po': poFile('cs', strings, 1, first),
      'po/de.po': poFile('de', strings, 1, first),
    };
    const { url } = await createRepository(join(folder, `remote-${number}`), files);
    remotes.push(url);
  }
  return remotes;
}

async function createComponent(server: BenchServer, repo: string, number: number): Promise<void> {
  await server.expect('POST', '/api/projects/load/components/', {
    name: `Component ${number}`,
    slug: `c${number}`,
    repo,
    push: repo,
    filemask: 'po/*.po',
    file_format: 'po',
  });
  await server.finish(pathOf(number));
}

async function unitsOf(server: BenchServer, number: number): Promise<string[]> {
  const path = `/api/translations/load/c${number}/de/units/?page_size=${strings}`;
  const { results } = await server.expect('GET', path);
  return results
    .filter((unit: { source: string[] }) => unit.source.length === 1)
    .map((unit: { url: string }) => unit.url);
}

async function editOne(server: BenchServer, number: number): Promise<void> {
  const [unit = ''] = await unitsOf(server, number);
  await server.expect('PATCH', unit, { target: [`Edited in component ${number}`], state: 20 });
}

/** Makes all waiting edits look two days old, so that the server's schedule commits them when it next looks. */
async function makeDue({ database }: BenchServer) {
  const db = await openDatabase(database);
  const commits = () => db.reader('jobs').where('kind', 'commit');
  const isBegun = async () => (await commits().first('id')) !== undefined;
  const isOver = async (count: number) => {
    const done = await commits().where('state', 'done').pluck('id');
    const left = await db.reader('jobs').whereIn('state', ['queued', 'running']).first('id');
    return done.length >= count && left === undefined;
  };
  await db.writer('pending_changes').update('created_at', db.writer.raw('created_at - ?', [2 * 86_400_000]));
  return {
    begun: () => until(isBegun),
    over: async (count: number) => {
      await until(() => isOver(count));
      await db.close();
    },
  };
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function countPushed(remotes: readonly string[]): Promise<number> {
  let pushed = 0;
  for (const [index, remote] of remotes.entries()) {
    const text = await git(remote, 'show', 'main:po/de.po');
    pushed += text.includes(`"Edited in component ${index + 1}"`) ? 1 : 0;
  }
  return pushed;
}

/** Runs `work` on all items, `width` at a time. */
async function eachOf<T>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const [index, item] of queue) {
        await work(item, index);
      }
    }),
  );
}
