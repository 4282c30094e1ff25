import { argv, stdin, stdout } from 'node:process';
import { componentBehaviour } from '../../actors/component.ts';
import { HelperGitRunner } from '../../actors/git-runner.ts';
import { LocalMailbox } from '../../actors/mailbox.ts';
import { recoverFolder } from '../../actors/recovery.ts';
import { ActorSystem } from '../../actors/system.ts';
import { openPool } from '../../adapters/pool.ts';
import { openDatabase } from '../../models/database.ts';

/*
 * The server without its API, as the test's child process: the same start, the same jobs. It ends with its parent, or when
 * it is killed.
 */

const { url, folder, vcsFolder, secretKey } = JSON.parse(argv[2] ?? '{}');

stdin.resume().on('end', () => process.exit());

const db = await openDatabase({ url, folder });
await recoverFolder(vcsFolder);
const behaviour = componentBehaviour({
  db,
  pool: openPool({ threads: 1 }),
  runner: new HelperGitRunner(vcsFolder),
  vcsFolder,
  repositories: { allowLocal: true },
  secretKey: Buffer.from(secretKey, 'hex'),
  committer: { name: 'Localisation', email: 'l10n@example.org' },
  siteTitle: 'Test',
  siteUrl: 'https://l10n.example.org',
  version: '1.0.0',
});
const log = {
  info: () => undefined,
  error: (fields: object, message: string) => {
    stdout.write(`${message} ${JSON.stringify(fields)} ${Object(fields).err?.stack}\n`);
  },
};
await new ActorSystem({ db, mailbox: new LocalMailbox(2), behaviour, log, sweepEvery: 100 }).start();
stdout.write('ready\n');
