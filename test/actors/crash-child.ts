import { join } from 'node:path';
import { argv, stdout } from 'node:process';
import { commitFiles, findCommit, resetTo } from '../../actors/git-commit.ts';
import { push } from '../../actors/git-remote.ts';
import type { Behaviour } from '../../actors/job.ts';
import { LocalMailbox } from '../../actors/mailbox.ts';
import { recoverCopy, recoverFolder } from '../../actors/recovery.ts';
import { openRemote } from '../../actors/repository-guard.ts';
import { ActorSystem } from '../../actors/system.ts';
import { readFromCopy, writeToCopy } from '../../actors/working-copy.ts';
import { openDatabase } from '../../models/database.ts';

/*
 * A server in small: each of its jobs adds a line to a file, commits, pushes and writes to the database. It says what it
 * does, so that the test can end it there.
 */

const { url, folder, vcs, upstream } = JSON.parse(argv[2] ?? '{}');
const bot = { name: 'Bot', email: 'bot@example.org' };

const addLine: Behaviour = async (ctx, _kind, payload) => {
  const copy = join(vcs, ctx.key);
  say('begin');
  await recoverCopy(copy, 'main');
  await resetTo(copy, 'HEAD');
  const done = ctx.crashes > 0 ? await findCommit(copy, ctx.uuid, ctx.createdAt) : null;
  if (done === null) {
    const before = new TextDecoder().decode((await readFromCopy(copy, 'lines.txt')) ?? new Uint8Array());
    say('write');
    await writeToCopy(copy, 'lines.txt', `${before}${payload}\n`);
    say('commit');
    await commitFiles(copy, {
      files: ['lines.txt'],
      message: `Line ${payload}`,
      author: bot,
      authorDate: ctx.createdAt,
      committer: bot,
      committerDate: ctx.createdAt,
      job: ctx.uuid,
    });
  }
  say('push');
  const remote = await openRemote(upstream, { allowLocal: true });
  await push(copy, remote, { branch: ctx.key, name: 'push' });
  say('finalise');
  await ctx.finish(async (trx) => {
    await trx('settings').insert({ name: `${ctx.key}:${payload}`, value: String(ctx.epoch) });
    say('inside');
  });
  say('end');
};

function say(step: string): void {
  stdout.write(`${step}\n`);
}

const problems = {
  info: () => undefined,
  error: (fields: object, message: string) =>
    say(`${message}: ${JSON.stringify(fields)} ${Object(fields).err}`),
};

await recoverFolder(vcs);
const db = await openDatabase({ url, folder });
await new ActorSystem({
  db,
  mailbox: new LocalMailbox(2),
  behaviour: addLine,
  log: problems,
  sweepEvery: 100,
}).start();
