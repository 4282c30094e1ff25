import test from 'ava';
import { read, utils } from 'xlsx';
import { csv, csvMulti } from '../../../adapters/exports/csv.ts';
import { xlsx } from '../../../adapters/exports/xlsx.ts';
import { unzip } from '../../../adapters/zip/read.ts';
import { awkwardStrings } from '../../helpers/awkward-strings.ts';
import { czechAbout, exportString, files } from '../../helpers/export-strings.ts';

type Row = Record<string, string>;

/** Rows of a CSV file all of whose cells are quoted. */
function csvRows(bytes: Uint8Array): Row[] {
  const lines = [
    ...Buffer.from(bytes)
      .toString()
      .matchAll(/((?:"(?:[^"]|"")*",?)+)\r\n/g),
  ];
  const cells = lines.map(([, line = '']) =>
    [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')),
  );
  const [head = [], ...rows] = cells;
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])));
}

function sheetRows(bytes: Uint8Array): Row[] {
  const { Sheets, SheetNames } = read(bytes);
  return utils.sheet_to_json(Sheets[SheetNames[0]!]!, { defval: '' });
}

/** What readers do to a text that was made harmless. */
function restored(cell: string): string {
  return /^'(?:[=+\-@|%\p{White_Space}\x1c-\x1f])[\s\S]*'$/u.test(cell)
    ? cell.slice(1, -1).replaceAll('\\|', '|')
    : cell;
}

const full = exportString({
  ...files,
  context: 'list',
  location: 'main.c:11',
  state: 'fuzzy',
  developerNotes: 'In a list',
  translatorNotes: 'Suggestion: soubor',
  idHash: '0123456789abcdef',
});

test('a table has a row for each form, with all that is known of the string', (t) => {
  const common = {
    location: 'main.c:11',
    id: 'list',
    fuzzy: 'True',
    context: 'list',
    translator_comments: 'Suggestion: soubor',
    developer_comments: 'In a list',
    id_hash: '0123456789abcdef',
  };
  const expected = [
    { ...common, source: '%d file', target: '%d soubor', plural_form: '0' },
    { ...common, source: '%d files', target: '%d soubory', plural_form: '1' },
    { ...common, source: '%d files', target: '%d souborů', plural_form: '2' },
    {
      location: '',
      source: 'Bye',
      target: '',
      id: '',
      fuzzy: 'False',
      context: '',
      translator_comments: '',
      developer_comments: '',
      plural_form: '',
      id_hash: 'fedcba9876543210',
    },
  ];
  const untranslated = exportString({ source: ['Bye'], target: [''], idHash: 'fedcba9876543210' });
  const strings = [full, untranslated];

  t.deepEqual(sheetRows(xlsx.export(strings, czechAbout)), expected);
  t.deepEqual(
    csvRows(csv.export(strings, czechAbout)).map((row) => ({
      ...row,
      source: restored(row.source!),
      target: restored(row.target!),
    })),
    expected,
  );
});

test('cells of CSV that a spreadsheet could take for a formula are quoted, others are left alone', (t) => {
  const cases: [string, string][] = [
    ['=1+1', "'=1+1'"],
    ['+1', "'+1'"],
    ['-1', "'-1'"],
    ['@sum', "'@sum'"],
    ['|cmd|x', "'\\|cmd\\|x'"],
    ['%s', "'%s'"],
    [' =1', "' =1'"],
    ['\t=1', "'\t=1'"],
    ['\u00a0x', "'\u00a0x'"],
    ['\n=1', "'\n=1'"],
    ['a=1|2', 'a=1|2'],
    ["'=1'", "'=1'"],
    ['1', '1'],
  ];
  const bytes = csv.export(
    cases.map(([text]) => exportString({ source: [text], target: [text], developerNotes: text })),
    czechAbout,
  );

  const rows = csvRows(bytes);

  for (const [index, [, expected]] of cases.entries()) {
    t.is(rows[index]?.source, expected);
    t.is(rows[index]?.target, expected);
    t.is(rows[index]?.developer_comments, expected);
  }
});

test('every text comes back from CSV as it was', (t) => {
  const bytes = csv.export(
    awkwardStrings.map((text) => exportString({ target: [text] })),
    czechAbout,
  );

  t.deepEqual(
    csvRows(bytes).map(({ target = '' }) => restored(target)),
    [...awkwardStrings],
  );
});

test('every text comes back from a workbook as it was, but for control characters, and none is a formula', (t) => {
  const texts = [...awkwardStrings, '=1+1', '1e5', '_x0041_', '2026-01-01'];
  const bytes = xlsx.export(
    texts.map((text) => exportString({ target: [text] })),
    czechAbout,
  );

  const { Sheets, SheetNames } = read(bytes, { cellFormula: true });
  const sheet = Sheets[SheetNames[0]!]!;

  const cells = texts.map((_, index) => sheet[`C${index + 2}`]);
  t.deepEqual(
    cells.map((cell) => cell?.v),
    // This reader takes the carriage returns of line ends away, though they are there.
    texts.map((text) => text.replace(/[\u0007\u001b]/g, '').replaceAll('\r\n', '\n')),
  );
  t.deepEqual([...new Set(cells.map((cell) => cell?.t))], ['s']);
  const parts = unzip(bytes, { files: 50, total: 1_000_000 });
  const shared = Buffer.from(parts.find(({ path }) => path === 'xl/sharedStrings.xml')!.bytes).toString();
  t.true(shared.includes('dos_x000D_\nline ends_x000D_\n'));
  t.true(cells.every((cell) => cell?.f === undefined));
});

test('equal strings give equal workbooks', (t) => {
  t.deepEqual(xlsx.export([full], czechAbout), xlsx.export([full], czechAbout));
});

test('a text that no cell can hold is refused', (t) => {
  const error = t.throws(() => xlsx.export([exportString({ target: ['x'.repeat(32_768)] })], czechAbout));

  t.regex(error.message, /32768 characters, a cell holds 32767/);
});

test('several values of a string are a row each; strings without any are left out', (t) => {
  const bytes = csvMulti.export(
    [
      exportString({ source: ['tree'], target: ['strom', '', 'dřevina'] }),
      exportString({ source: ['leaf'], target: [''] }),
    ],
    czechAbout,
  );

  t.deepEqual(
    csvRows(bytes).map(({ source, target }) => [source, target]),
    [
      ['tree', 'strom'],
      ['tree', 'dřevina'],
    ],
  );
});
