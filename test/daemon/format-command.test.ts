import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { adapters } from '../../adapters/registry.ts';
import { UsageError } from '../../daemon/command.ts';
import { Failure } from '../../daemon/failure.ts';
import { formatCommand } from '../../daemon/format-command.ts';
import { runCommand } from '../helpers/command.ts';
import { temporaryFolder } from '../helpers/folder.ts';

async function format(...args: string[]) {
  const lines: string[] = [];
  const code = await formatCommand(args, { env: {}, print: (line) => lines.push(line) });
  return { code, lines };
}

async function filesIn(t: ExecutionContext, files: Record<string, string>) {
  const folder = await temporaryFolder(t);
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
  }
  return (name: string) => join(folder, name);
}

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

test('list shows every format', async (t) => {
  const { code, lines } = await format('list');

  t.is(code, 0);
  t.deepEqual(
    lines.map((line) => line.split(' ')[0]),
    adapters.map(({ id }) => id),
  );
});

test('check tells for each file whether it comes back byte by byte', async (t) => {
  const path = await filesIn(t, {
    'cs.po': 'msgid "a"\nmsgstr "b"\n',
    'de.po': '# Broken.\nmsgid "a\n',
    'fr.po': '',
  });

  const mixed = await format('check', 'po', path('cs.po'), path('de.po'), path('nl.po'), path('fr.po'));
  const good = await format('check', 'po', path('cs.po'));

  t.deepEqual(mixed, {
    code: 1,
    lines: [
      `ok ${path('cs.po')} (1 strings)`,
      `FAILED ${path('de.po')}: line 2: the text is not closed with a quote`,
      `FAILED ${path('nl.po')}: cannot read ${path('nl.po')} (ENOENT)`,
      `ok ${path('fr.po')} (0 strings)`,
      '2 passed, 2 failed',
    ],
  });
  t.deepEqual(good, { code: 0, lines: [`ok ${path('cs.po')} (1 strings)`, '1 passed, 0 failed'] });
});

test('parse prints an entry a line', async (t) => {
  const { code, lines } = await format('parse', 'po', fixture('po/everything.po'));
  const entries = lines.map((line) => JSON.parse(line));

  t.is(code, 0);
  t.like(entries[0], {
    source: ['The kite flies %d metres high.'],
    location: 'src/kite.c:10, src/kite.c:12, src/tail.c:7',
  });
});

test('parse names the file and the line of what is wrong', async (t) => {
  const path = await filesIn(t, { 'cs.po': '\nmsgid a\n' });

  await t.throwsAsync(format('parse', 'po', path('cs.po')), {
    instanceOf: Failure,
    message: /cs\.po: line 2: /,
  });
});

test('convert writes the strings in another format, with the sources of the base file', async (t) => {
  const args = ['convert', 'po-mono', fixture('po-mono/complete.po'), 'po'];

  const { code, stdout } = await runCommand(t, [
    'format',
    ...args,
    '--template',
    fixture('po-mono/template.po'),
    '--language',
    'cs',
  ]);

  t.is(code, 0);
  t.regex(stdout, /^msgid ""\nmsgstr ""\n"Language: cs\\n"\n/);
  t.regex(
    stdout,
    /#\. Above the shop window\.\nmsgctxt "shop\.title"\nmsgid "The kite shop"\nmsgstr "Obchod s draky"\n/,
  );
  t.regex(stdout, /msgid "%d kite"\nmsgid_plural "%d kites"\nmsgstr\[0\] "%d drak"\n/);
});

test('convert refuses to make one string of two', async (t) => {
  const path = await filesIn(t, {
    'cs.po': 'msgctxt "m"\nmsgid "a"\nmsgstr "1"\n\nmsgctxt "m"\nmsgid "b"\nmsgstr "2"\n',
  });

  await t.throwsAsync(format('convert', 'po', path('cs.po'), 'po-mono'), {
    instanceOf: Failure,
    message: /two strings would have the key "m"/,
  });
});

test('convert wants the language when the forms of the file are not those of its name', async (t) => {
  const bytes = await readFile(fixture('po/crlf.po'), 'utf8');
  const path = await filesIn(t, { 'cs.po': bytes, 'texts.po': bytes });

  await t.throwsAsync(format('convert', 'po', path('texts.po'), 'po-mono'), {
    instanceOf: Failure,
    message: /3 plural forms, "en" has 2/,
  });
  t.is((await runCommand(t, ['format', 'convert', 'po', path('cs.po'), 'po'])).code, 0);
});

for (const [what, args] of [
  ['nothing', []],
  ['an unknown action', ['paint']],
  ['no file', ['check', 'po']],
  ['no format', ['check']],
  ['an unknown format', ['check', 'nonsense', 'a.po']],
  ['too many words', ['parse', 'po', 'a.po', 'b.po']],
  ['an unknown setting', ['parse', 'po', 'a.po', '--param', 'po_paint=1']],
  ['a setting without value', ['parse', 'po', 'a.po', '--param', 'po_line_wrap']],
  ['a value of another type', ['parse', 'po', 'a.po', '--param', 'po_set_last_translator=7']],
  ['a value that is no choice', ['parse', 'po', 'a.po', '--param', 'po_line_wrap=50']],
] as const) {
  test(`a command line with ${what} is refused`, async (t) => {
    await t.throwsAsync(format(...args), { instanceOf: UsageError });
  });
}

test('a refused command line ends with code 2 and the usage', async (t) => {
  const { code, stderr } = await runCommand(t, ['format', 'check', 'nonsense', 'a.po']);

  t.is(code, 2);
  t.regex(stderr, /there is no format "nonsense"/);
});
