import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'ava';
import { po, poMono } from '../../../adapters/po/po.ts';
import { czechOptions } from '../../helpers/format-options.ts';
import { msgcat } from '../families/po.ts';

const fixtures = new URL('../../fixtures/', import.meta.url);
const template = readFileSync(new URL('po/kites.pot', fixtures));

function create(base: string | Buffer | null, changes = {}): string {
  const bytes = base === null ? null : Buffer.from(base);
  return Buffer.from(po.create(bytes, czechOptions(po, changes))).toString();
}

test('a template becomes a translation by its header and the number of forms', (t) => {
  const created = create(template);

  t.is(
    created,
    template
      .toString()
      .replace('#, fuzzy\n', '')
      .replace('YEAR-MO-DA HO:MI+ZONE', '2026-01-31 12:30+0000')
      .replace('Language: ', 'Language: cs')
      .replace('CHARSET', 'UTF-8')
      .replace(/nplurals.*?;\\n/, 'nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n')
      .replace('msgstr[1] ""\n', 'msgstr[1] ""\nmsgstr[2] ""\n'),
  );
});

test('a language with one form gets one', (t) => {
  const created = create(template, { plural: { number: 1, formula: '0', categories: ['other'] } });

  t.regex(created, /msgstr\[0\] ""\n\n/);
});

test('another translation as base loses texts, marks, previous and obsolete ones', (t) => {
  const base = readFileSync(new URL('po/everything.po', fixtures));

  const created = create(base);
  const { entries } = po.parse(Buffer.from(created), czechOptions(po));

  t.notRegex(created, /#~|#\||fuzzy$|Drak letí/m);
  t.deepEqual(
    entries.map(({ source }) => source),
    po.parse(base, czechOptions(po)).entries.map(({ source }) => source),
  );
  t.regex(created, /\nmsgctxt "noun"\nmsgid "Fly"\nmsgstr ""\n\n#\. Text that was wrapped/);
});

test('a base in an old encoding becomes UTF-8', (t) => {
  const created = create(readFileSync(new URL('po/latin-2.po', fixtures)));

  t.regex(created, /charset=UTF-8/);
});

test('a base without header gets one', (t) => {
  const created = create('msgid "a"\nmsgstr "b"\n');

  t.regex(created, /^msgid ""\nmsgstr ""\n(?:".*\n)+\nmsgid "a"\nmsgstr ""\n$/);
});

test('an empty file is a full header', (t) => {
  t.is(
    create(null, { language: 'cs', header: { language: 'cs_CZ' } }),
    `msgid ""
msgstr ""
"Language: cs_CZ\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"
`,
  );
});

test('the base of a monolingual file gives its keys', (t) => {
  const base = readFileSync(new URL('po-mono/template.po', fixtures));

  const created = poMono.create(base, czechOptions(poMono));
  const { entries } = poMono.parse(created, czechOptions(poMono));

  t.deepEqual(
    entries.map(({ context, target }) => [context, target]),
    [
      ['shop.title', ['']],
      ['shop\u0004open', ['']],
      ['shop.closed', ['']],
      ['shop.kites', ['', '', '']],
      ['shop.farewell', ['']],
    ],
  );
});

test('msgfmt -c has nothing to say against a new file and an edited one', (t) => {
  const absent = msgcat.absent();
  if (absent !== null) {
    t.log(`not compared: ${absent}`);
    t.pass();
    return;
  }
  const options = czechOptions(po);
  const created = po.create(template, options);
  const edited = po.apply(
    created,
    [
      {
        type: 'set',
        context: '',
        source: ['%d kite'],
        target: ['%d drak', '%d draci', '%d draků'],
        state: 'translated',
      },
      { type: 'set', context: 'noun', source: ['Fly'], target: ['Moucha'], state: 'translated' },
    ],
    options,
  );

  for (const bytes of [created, edited]) {
    const { status, stderr } = spawnSync('msgfmt', ['-c', '-o', '/dev/null', '-'], { input: bytes });
    // A template's own placeholders are left to people.
    const complaints = stderr
      .toString()
      .split('\n')
      .filter((line) => /:\d+:/.test(line) && !line.includes('initial default value'));
    t.deepEqual([status, complaints], [0, []]);
  }
});
