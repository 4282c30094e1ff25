import test, { type ExecutionContext } from 'ava';
import { userOfToken } from '../../models/api-token.ts';
import { isPassword } from '../../models/password.ts';
import { seed } from '../../models/seed.ts';
import { User } from '../../models/user.ts';
import { runCommand } from '../helpers/command.ts';
import { forEachEngine, type TestDatabase } from '../helpers/database.ts';
import { temporaryFolder } from '../helpers/folder.ts';

function settings({ folder, url }: TestDatabase): Record<string, string> {
  return { DRAGOMAN_DATA: folder, ...(url === null ? {} : { DRAGOMAN_DATABASE_URL: url }) };
}

function run(t: ExecutionContext, database: TestDatabase, ...args: string[]) {
  return runCommand(t, args, { env: settings(database) });
}

forEachEngine(test, (name, database) => {
  test.serial(name('user create adds an account and prints its password'), async (t) => {
    const { db } = database();

    const created = await run(
      t,
      database(),
      'user',
      'create',
      'ana',
      'Ana@Example.org',
      '--full-name',
      'Ana N.',
    );

    t.is(created.code, 0, created.stderr);
    const user = await User.named(db.reader, 'ana');
    t.like(user, { full_name: 'Ana N.', email: 'ana@example.org', is_superuser: false, is_active: true });
    t.true(await isPassword(created.stdout.trim(), user!.password));
  });

  test.serial(name('user create --superuser adds a superuser'), async (t) => {
    const { code } = await run(t, database(), 'user', 'create', 'root', 'root@example.org', '--superuser');

    t.is(code, 0);
    t.true((await User.named(database().db.reader, 'root'))?.is_superuser);
  });

  test.serial(name('a name or address that another account has is refused'), async (t) => {
    await run(t, database(), 'user', 'create', 'twin', 'twin@example.org');

    const sameName = await run(t, database(), 'user', 'create', 'twin', 'other@example.org');
    const sameAddress = await run(t, database(), 'user', 'create', 'other', 'TWIN@example.org');

    t.is(sameName.code, 1);
    t.regex(sameName.stderr, /another account has the name twin/);
    t.is(sameAddress.code, 1);
    t.regex(sameAddress.stderr, /another account has the address twin@example\.org/);
  });

  test.serial(name('user password replaces the password'), async (t) => {
    const created = await run(t, database(), 'user', 'create', 'forgetful', 'forgetful@example.org');

    const renewed = await run(t, database(), 'user', 'password', 'forgetful');

    t.is(renewed.code, 0);
    const { password } = (await User.named(database().db.reader, 'forgetful'))!;
    t.true(await isPassword(renewed.stdout.trim(), password));
    t.false(await isPassword(created.stdout.trim(), password));
  });

  test.serial(name('token new prints a token that is the account’s only one'), async (t) => {
    const { db } = database();
    await run(t, database(), 'user', 'create', 'bot', 'bot@example.org');

    const first = (await run(t, database(), 'token', 'new', 'bot')).stdout.trim();
    const second = (await run(t, database(), 'token', 'new', 'bot')).stdout.trim();

    t.is((await userOfToken(db.reader, second))?.username, 'bot');
    t.is(await userOfToken(db.reader, first), undefined);
  });

  test.serial(name('nobody can be given a token who does not exist or cannot sign in'), async (t) => {
    await seed(database().db);

    const unknown = await run(t, database(), 'token', 'new', 'nobody');
    const inactive = await run(t, database(), 'token', 'new', 'anonymous');

    t.is(unknown.code, 1);
    t.regex(unknown.stderr, /there is no account nobody/);
    t.is(inactive.code, 1);
    t.regex(inactive.stderr, /the account anonymous is not active/);
  });

  test.serial(name('user list shows accounts with what is special about them'), async (t) => {
    await run(t, database(), 'user', 'create', 'listed', 'listed@example.org', '--superuser');

    const { code, stdout } = await run(t, database(), 'user', 'list');

    t.is(code, 0);
    t.true(stdout.split('\n').includes('listed\tlisted@example.org\tlisted\tsuperuser'));
  });
});

const misunderstood = [
  ['user'],
  ['user', 'create', 'ana'],
  ['user', 'list', 'all'],
  ['user', 'remove', 'ana'],
  ['token', 'ana'],
];
for (const args of misunderstood) {
  test.serial(`"${args.join(' ')}" is answered with the usage`, async (t) => {
    const { code, stderr } = await runCommand(t, args, { env: { DRAGOMAN_DATA: await temporaryFolder(t) } });

    t.is(code, 2);
    t.regex(stderr, new RegExp(`Usage: dragoman ${args[0]} `));
  });
}

for (const username of ['.ana', 'a b', 'ana/admin', '']) {
  test(`"${username}" is no user name`, async (t) => {
    const { createAccount } = await import('../../daemon/account.ts');
    const account = { username, fullName: '', email: 'a@example.org', isSuperuser: false };

    await t.throwsAsync(createAccount(null as never, account), { message: /a user name has letters/ });
  });
}

test('a database that no server has set up is not used', async (t) => {
  const { code, stderr } = await runCommand(t, ['user', 'list'], {
    env: { DRAGOMAN_DATA: await temporaryFolder(t) },
  });

  t.is(code, 1);
  t.regex(stderr, /the database is empty; start the server once/);
});
