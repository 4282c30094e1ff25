import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import type { Component } from '../../models/component.ts';
import { Job } from '../../models/job.ts';
import { startActors, type TestActors } from '../helpers/components.ts';
import { forEachEngine } from '../helpers/database.ts';
import { gitRepository, type TestRepository } from '../helpers/git.ts';
import { Random } from '../helpers/random.ts';
import { firstSeed, roundsOr } from '../helpers/rounds.ts';

/** Strings that are edited here, and strings that people edit upstream. */
const ours = ['o1', 'o2', 'o3', 'o4', 'o5', 'o6'];
const theirs = ['t1', 't2', 't3', 't4'];
/** A job that is cut off ten times is given up, so all must be done every few kills. */
const killsBetweenRests = 5;

interface Place {
  component: Component;
  repository: TestRepository;
  /** Our newest text of each string. */
  texts: Map<string, string>;
}

forEachEngine(test, (name, _database, engine) => {
  test(name('edits arrive upstream once, however often the server is killed'), async (t) => {
    t.timeout(3 * 60 * 60_000);
    const actors = await startActors(engine);
    t.teardown(() => actors.close());
    // Jobs run in the child process alone.
    await actors.system.stop(0);
    const random = new Random(firstSeed());
    const places = [await newPlace(t, actors, 'rebase'), await newPlace(t, actors, 'merge')];
    const authors = [await actors.addUser('Ana'), await actors.addUser('Bob')];

    let server = await startServer(t, actors);
    await allDone(actors, server);
    const imported: Place[] = [];
    for (let kill = 1; kill <= roundsOr(4); kill += 1) {
      for (const place of places) {
        await work(actors, place, random, authors[random.below(2)]!, kill);
      }
      if (kill % killsBetweenRests === killsBetweenRests - 1) {
        imported.push(await newPlace(t, actors, 'rebase'));
      }
      await delay(random.below(1500));
      await server.kill();
      server = await startServer(t, actors);
      if (kill % killsBetweenRests === 0) {
        await allDone(actors, server);
      }
    }
    for (const { component } of places) {
      await actors.tell(component, 'push');
    }
    await allDone(actors, server);
    await server.kill();

    t.deepEqual(await server.errors(), []);
    const jobs = await Job.query(actors.db.reader).whereNot({ state: 'done' });
    t.deepEqual(
      jobs.map(({ kind, state, result }) => [kind, state, result]),
      [],
    );
    t.true((await Job.query(actors.db.reader)).some(({ crashes }) => crashes > 0));
    for (const place of [...places, ...imported]) {
      await checkUpstream(t, actors, place);
    }
    t.deepEqual(await actors.drift(), []);
    const files = await readdir(actors.services.vcsFolder, { recursive: true });
    t.deepEqual(
      files.filter((file) => /\.lock$|\.tmp-|\.part-/.test(file)),
      [],
    );
  });
});

async function newPlace(t: ExecutionContext, actors: TestActors, style: string): Promise<Place> {
  const repository = await gitRepository(t, { 'po/cs.po': poFile(new Map()) });
  const fields = { push: repository.url, merge_style: style, push_on_commit: style === 'merge' };
  const component = await actors.addComponent(repository.url, fields);
  await actors.tell(component, 'create');
  return { component, repository, texts: new Map() };
}

function poFile(texts: ReadonlyMap<string, string>): string {
  const header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: cs\\n"\n';
  const entries = [...ours, ...theirs].map((key) => `\nmsgid "${key}"\nmsgstr "${texts.get(key) ?? ''}"\n`);
  return header + entries.join('');
}

/** Saves edits, changes strings upstream, and adds jobs. */
async function work(
  actors: TestActors,
  { component, repository, texts }: Place,
  random: Random,
  author: Parameters<TestActors['edit']>[4]['author'],
  round: number,
): Promise<void> {
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const key = random.pick(ours);
    const text = `${author.full_name} ${round}.${count}`;
    await actors.edit(component, 'cs', key, text, { author });
    texts.set(key, text);
  }
  if (random.below(2) === 0) {
    const key = random.pick(theirs);
    // On top of what the server pushes meanwhile: an older file would take our texts back.
    await repository.edit('po/cs.po', (file) =>
      file.replace(new RegExp(`(msgid "${key}"\nmsgstr ").*(?=")`), `$1Upstream ${round}`),
    );
  }
  for (let count = 1 + random.below(2); count > 0; count -= 1) {
    await actors.tell(component, random.pick(['commit', 'push', 'pull', 'push', 'file-scan'] as const));
  }
}

interface Server {
  kill(): Promise<void>;
  /** What this and earlier ones complained about. */
  errors(): Promise<string[]>;
  hasEnded(): boolean;
}

const complaints = new WeakMap<TestActors, string[]>();

/** Starts the server as a process group of its own and waits until it runs jobs. */
async function startServer(t: ExecutionContext, actors: TestActors): Promise<Server> {
  const { url, folder } = actors.database;
  const { vcsFolder, secretKey } = actors.services;
  const script = new URL('kills-server.ts', import.meta.url).pathname;
  const places = { url, folder, vcsFolder, secretKey: Buffer.from(secretKey).toString('hex') };
  const child = spawn(process.execPath, [script, JSON.stringify(places)], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const errors = complaints.get(actors) ?? [];
  complaints.set(actors, errors);
  const exited = once(child, 'exit');
  const ready = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('ready\n')) {
      ready.resolve();
    }
    errors.push(...text.split('\n').filter((line) => line !== '' && line !== 'ready'));
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  async function kill(): Promise<void> {
    endGroup(child);
    await exited;
  }
  t.teardown(kill);
  await Promise.race([
    ready.promise,
    exited.then(() => Promise.reject(new Error(`The server ended: ${errors.join('\n')}`))),
  ]);
  return { kill, hasEnded, errors: async () => errors };
}

function endGroup(child: ChildProcess): void {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    process.kill(-child.pid, 'SIGKILL');
  }
}

/** Waits until no job is left to run. */
async function allDone({ db }: TestActors, server: Server): Promise<void> {
  for (;;) {
    const left = await Job.query(db.reader).whereIn('state', ['queued', 'running']).resultSize();
    if (left === 0) {
      return;
    }
    if (server.hasEnded()) {
      throw new Error(`The server ended: ${(await server.errors()).join('\n')}`);
    }
    await delay(20);
  }
}

/** Every edit is in one commit, and repositories are sound. */
async function checkUpstream(t: ExecutionContext, actors: TestActors, place: Place): Promise<void> {
  const { component, repository, texts } = place;
  const file = (await repository.show('po/cs.po')) ?? '';
  for (const [key, text] of texts) {
    t.true(file.includes(`msgid "${key}"\nmsgstr "${text}"\n`), `${key}: ${text}\n${file}`);
    const commits = await repository.git('log', '--no-merges', '--format=%h', `-S"${text}"`, 'main');
    t.is(commits.trim().split('\n').length, 1, `${text}: ${commits}`);
  }
  const messages = (await repository.log()).map(({ message }) => message);
  const jobs = messages.flatMap((message) => message.match(/^Job-Id: .*$/gm) ?? []);
  t.deepEqual(
    jobs.filter((job, index) => jobs.indexOf(job) !== index),
    [],
  );
  t.is(file, poFile(new Map([...texts, ...upstreamTexts(file)])));
  t.deepEqual(await actors.pending(component), []);
  t.deepEqual(await actors.alerts(component), []);
  t.deepEqual(await actors.texts(component, 'cs'), textsIn(file));
  for (const folder of [repository.url, actors.inCopy(component, '.')]) {
    const fsck = ['fsck', '--strict', '--no-dangling', '--no-progress'];
    t.is((await promisify(execFile)('git', fsck, { cwd: folder })).stdout, '');
  }
}

function textsIn(file: string): Record<string, string> {
  const found = file.matchAll(/^msgid "(?<key>.+)"\nmsgstr "(?<text>.*)"$/gm);
  return Object.fromEntries([...found].map(({ groups }) => [groups?.key ?? '', groups?.text ?? '']));
}

function upstreamTexts(file: string): [string, string][] {
  return Object.entries(textsIn(file)).filter(([key]) => theirs.includes(key));
}
