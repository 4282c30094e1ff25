import test, { type ExecutionContext } from 'ava';
import { takeLock } from '../../daemon/lock.ts';
import { runCommand } from '../helpers/command.ts';
import { createDatabase } from '../helpers/database.ts';
import { temporaryFolder } from '../helpers/folder.ts';
import { addComponent, addProject, addTranslation } from '../helpers/rows.ts';

/** A database with one translation of one string. */
async function databaseWithString(t: ExecutionContext) {
  const database = await createDatabase();
  t.teardown(() => database.remove());
  const component = await addComponent(database.db, await addProject(database.db, 'hello'), 'app');
  await addTranslation(database.db, component, 'cs', [{ source: ['Hello'], target: ['Ahoj'] }]);
  return { ...database, env: { DRAGOMAN_DATA: database.folder } };
}

test.serial('migrate sets up an empty database, and then has nothing to do', async (t) => {
  const env = { DRAGOMAN_DATA: await temporaryFolder(t) };

  const first = await runCommand(t, ['migrate'], { env });
  const second = await runCommand(t, ['migrate'], { env });

  t.regex(first.stdout, /^done: 001-foundation$/m);
  t.is(second.stdout, 'The database was up to date.\n');
  t.is(first.code, 0);
  t.is(second.code, 0);
});

test.serial('migrate keeps off a data folder that is in use', async (t) => {
  const folder = await temporaryFolder(t);
  const lock = await takeLock(folder);
  t.teardown(() => lock.release());

  const { code, stderr } = await runCommand(t, ['migrate'], { env: { DRAGOMAN_DATA: folder } });

  t.is(code, 1);
  t.regex(stderr, /uses the data folder/);
});

test.serial('check finds nothing wrong with numbers that agree', async (t) => {
  const { env } = await databaseWithString(t);

  const { code, stdout, stderr } = await runCommand(t, ['check'], { env });

  t.is(code, 0, stderr);
  t.is(stdout, 'Nothing is wrong.\n');
});

test.serial('check tells what is wrong and fails; --repair corrects it', async (t) => {
  const { db, env } = await databaseWithString(t);
  await db.writer('translations').update({ translated: 7 });

  const found = await runCommand(t, ['check'], { env });
  const repaired = await runCommand(t, ['check', '--repair'], { env });
  const after = await runCommand(t, ['check'], { env });

  t.is(found.code, 1);
  t.regex(found.stdout, /^translation \d+: translated is 7, should be 1$/m);
  t.is(repaired.code, 0);
  t.regex(repaired.stdout, /should be 1: mended$/m);
  t.is(after.code, 0, after.stdout);
});
