import test from 'ava';
import { SaxesParser } from 'saxes';
import xliffToJs from 'xliff/xliff12ToJs';
import type { Exporter } from '../../../adapters/exports/exporter.ts';
import { tbx } from '../../../adapters/exports/tbx.ts';
import { tmx } from '../../../adapters/exports/tmx.ts';
import { xliff } from '../../../adapters/exports/xliff.ts';
import { xliff11 } from '../../../adapters/exports/xliff11.ts';
import { awkwardStrings } from '../../helpers/awkward-strings.ts';
import { czechAbout, exportString, files } from '../../helpers/export-strings.ts';

interface Found {
  /** Names of the elements around, from the outside in. */
  path: string;
  attributes: Record<string, string>;
  text: string;
}

/** All elements of a well-formed file, in the order in which they end. */
function elementsOf(exporter: Exporter, strings = [full]): Found[] {
  const parser = new SaxesParser({ fragment: false });
  const open: Found[] = [];
  const found: Found[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const path = [open.at(-1)?.path ?? '', name].filter((part) => part !== '').join('/');
    open.push({ path, attributes: { ...attributes } as Record<string, string>, text: '' });
  });
  parser.on('text', (text) => {
    const current = open.at(-1);
    if (current) {
      current.text += text;
    }
  });
  parser.on('closetag', () => {
    found.push(open.pop()!);
  });
  parser.write(Buffer.from(exporter.export(strings, czechAbout)).toString()).close();
  return found;
}

function texts(elements: readonly Found[], name: string): string[] {
  return elements.filter(({ path }) => path.endsWith(`/${name}`)).map(({ text }) => text);
}

const full = exportString({
  context: 'menu.open',
  source: ['Open'],
  target: ['Otevřít'],
  state: 'approved',
  location: 'main.c:11, menu.c',
  developerNotes: 'In the menu',
  translatorNotes: 'Suggestion: Otevři',
  flags: 'c-format, max-length:20',
  maxLength: 20,
});
const plural = exportString({ ...files, idHash: '00000000000000aa' });
const empty = exportString({
  source: ['Bye'],
  target: [''],
  state: 'untranslated',
  idHash: 'aa00000000000000',
});
const awkward = awkwardStrings.map((text) => exportString({ source: [text], target: [text] }));
/** XML has no place for these, not even escaped; a parser makes LF of the line ends. */
const shown = awkwardStrings.map((text) => text.replace(/[\u0007\u001b]/g, ''));

for (const exporter of [xliff, xliff11, tmx]) {
  test(`${exporter.id}: every text is read back as it was, but for control characters`, (t) => {
    const elements = elementsOf(exporter, awkward);

    const found =
      exporter === tmx
        ? texts(elements, 'tu/tuv/seg').filter((_, index) => index % 2 === 1)
        : texts(elements, 'target');
    t.deepEqual(found, shown);
  });
}

test('tbx: every text is read back as it was, but for control characters', (t) => {
  const terms = texts(elementsOf(tbx, awkward), 'term');

  t.deepEqual(
    terms.filter((_, index) => index % 2 === 1),
    shown,
  );
});

for (const exporter of [xliff, xliff11]) {
  test(`${exporter.id}: a string has its id, state, limits, flags and notes`, (t) => {
    const elements = elementsOf(exporter);

    const unit = elements.find(({ path }) => path.endsWith('/trans-unit'));
    t.deepEqual(unit?.attributes, {
      id: 'menu.open',
      'xml:space': 'preserve',
      approved: 'yes',
      maxwidth: '20',
      'size-unit': 'char',
      'dragoman:flags': 'c-format, max-length:20',
    });
    t.is(elements.find(({ path }) => path.endsWith('/target'))?.attributes.state, 'final');
    t.deepEqual(texts(elements, 'note'), ['In the menu', 'Suggestion: Otevři']);
    t.like(elements.find(({ path }) => path === 'xliff/file')?.attributes, {
      'source-language': 'en',
      'target-language': 'cs',
      original: 'Hello/Web & "more"',
    });
    t.is(elements.at(-1)?.attributes.version, '1.1');
  });

  test(`${exporter.id}: strings are named by context, else by hash, and no two alike`, (t) => {
    const again = exportString({ context: 'menu.open', source: ['Open it'], idHash: '00000000000000bb' });
    const units = elementsOf(exporter, [full, again, empty, plural]).filter(({ path }) =>
      path.endsWith('/trans-unit'),
    );

    t.deepEqual(
      units.map(({ attributes }) => attributes.id),
      [
        'menu.open',
        '00000000000000bb',
        'aa00000000000000',
        ...[0, 1, 2].map((n) => `00000000000000aa[${n}]`),
      ],
    );
  });

  test(`${exporter.id}: another reader finds the same strings`, async (t) => {
    const text = Buffer.from(exporter.export([full, empty, exportString({ state: 'fuzzy' })], czechAbout));

    const { resources, sourceLanguage, targetLanguage } = await xliffToJs(text.toString());

    t.deepEqual([sourceLanguage, targetLanguage], ['en', 'cs']);
    const units = resources['Hello/Web & "more"'] ?? {};
    t.like(units['menu.open'], { source: 'Open', target: 'Otevřít' });
    t.is(units.aa00000000000000?.target, undefined);
    t.is(Object.keys(units).length, 3);
  });
}

test('gettext conventions: plurals are a group, places and comments are contexts', (t) => {
  const elements = elementsOf(xliff, [full, plural]);

  const group = elements.find(({ path }) => path.endsWith('/group'));
  t.deepEqual(group?.attributes, { id: '00000000000000aa', restype: 'x-gettext-plurals' });
  t.deepEqual(texts(elements, 'group/trans-unit/source'), ['%d file', '%d files', '%d files']);
  t.deepEqual(texts(elements, 'group/trans-unit/target'), [...files.target!]);
  t.deepEqual(
    elements
      .filter(({ path }) => path.endsWith('/context'))
      .map(({ attributes, text }) => [attributes['context-type'], text]),
    [
      ['sourcefile', 'main.c'],
      ['linenumber', '11'],
      ['sourcefile', 'menu.c'],
      ['x-po-autocomment', 'In the menu'],
      ['x-po-trancomment', 'Suggestion: Otevři'],
    ],
  );
});

test('plain XLIFF has neither groups nor contexts', (t) => {
  const elements = elementsOf(xliff11, [full, plural]);

  t.false(elements.some(({ path }) => /group|context/.test(path)));
  t.deepEqual(texts(elements, 'target'), ['Otevřít', ...files.target!]);
});

test('a string that must not be translated says so', (t) => {
  const [unit] = elementsOf(xliff, [exportString({ isReadOnly: true })]).filter(({ path }) =>
    path.endsWith('/trans-unit'),
  );

  t.is(unit?.attributes.translate, 'no');
});

test('TMX holds a pair for each form, and nothing of what is not translated', (t) => {
  const elements = elementsOf(tmx, [full, plural, empty]);

  t.deepEqual(texts(elements, 'tu/tuv/seg'), [
    'Open',
    'Otevřít',
    '%d file',
    '%d soubor',
    '%d files',
    '%d soubory',
    '%d files',
    '%d souborů',
  ]);
  t.deepEqual(texts(elements, 'tu/note'), ['In the menu', 'Suggestion: Otevři']);
  t.is(elements.find(({ path }) => path === 'tmx/header')?.attributes.srclang, 'en');
});

test('TBX holds a concept for each string, with terms where there are some', (t) => {
  const elements = elementsOf(tbx, [full, plural, empty]);

  const sets = elements.filter(({ path }) => path.endsWith('/langSet'));
  t.deepEqual(
    sets.map(({ attributes }) => attributes['xml:lang']),
    ['en', 'cs', 'en', 'cs', 'en'],
  );
  t.deepEqual(texts(elements, 'term'), ['Open', 'Otevřít', '%d file', '%d files', ...files.target!, 'Bye']);
});
