import { readFile } from 'node:fs/promises';
import test from 'ava';
import { runCommand } from '../helpers/command.ts';

test.serial('without arguments and with --help it lists the commands', async (t) => {
  const bare = await runCommand(t, []);
  const asked = await runCommand(t, ['--help']);

  t.is(bare.code, 0);
  t.is(asked.code, 0);
  t.is(bare.stdout, asked.stdout);
  for (const name of ['start', 'migrate', 'user', 'token', 'check', 'demo']) {
    t.regex(asked.stdout, new RegExp(`^  ${name} `, 'm'));
  }
});

test.serial('--version gives the version of the package', async (t) => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));

  const { code, stdout } = await runCommand(t, ['--version']);

  t.is(code, 0);
  t.is(stdout, `${version}\n`);
});

test.serial('a command shows its arguments', async (t) => {
  const { code, stdout } = await runCommand(t, ['user', '--help']);

  t.is(code, 0);
  t.regex(stdout, /^Usage: dragoman user create NAME EMAIL/);
  t.regex(stdout, /^ {7}dragoman user list$/m);
});

test.serial('an unknown command is refused, with the list of those that exist', async (t) => {
  const { code, stdout, stderr } = await runCommand(t, ['strat']);

  t.is(code, 2);
  t.is(stdout, '');
  t.regex(stderr, /there is no command "strat"/);
  t.regex(stderr, /^ {2}start /m);
});

test.serial('an unknown option is refused with the usage', async (t) => {
  const { code, stderr } = await runCommand(t, ['check', '--mend']);

  t.is(code, 2);
  t.regex(stderr, /--mend/);
  t.regex(stderr, /Usage: dragoman check \[--repair\]/);
});

test.serial('a wrong configuration is told without a stack', async (t) => {
  const env = { DRAGOMAN_PAGE_SIZE: 'many', DRAGOMAN_LISTEN: 'here' };

  const { code, stderr } = await runCommand(t, ['check'], { env });

  t.is(code, 1);
  t.regex(stderr, /^ {2}DRAGOMAN_PAGE_SIZE: /m);
  t.regex(stderr, /^ {2}DRAGOMAN_LISTEN: /m);
  t.notRegex(stderr, /^ +at /m);
});
