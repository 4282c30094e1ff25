import test from 'ava';
import { failed } from '../../helpers/checked.ts';

interface Row {
  title: string;
  language: string;
  target: readonly string[];
  fires: boolean;
  source?: readonly string[];
  flags?: string;
  fileFormat?: string;
}

const rows: readonly Row[] = [
  {
    title: 'one file without the number',
    language: 'cs',
    target: ['soubor', '%d soubory', '%d souborů'],
    fires: false,
  },
  {
    title: 'one file without the number where formats are strict',
    language: 'cs',
    target: ['soubor', '%d soubory', '%d souborů'],
    flags: 'strict-format',
    fires: true,
  },
  {
    title: 'a form for several counts without the number',
    language: 'cs',
    target: ['soubor', 'soubory', '%d souborů'],
    fires: true,
  },
  {
    title: 'an extra number in the form for one',
    language: 'cs',
    target: ['%d soubor %s', '%d soubory', '%d souborů'],
    fires: true,
  },
  {
    title: 'zero and one together without the number',
    language: 'fr',
    target: ['fichier', '%d fichiers'],
    fires: false,
  },
  {
    title: 'zero and one together without the number in Android resources',
    language: 'fr',
    target: ['fichier', '%d fichiers'],
    fileFormat: 'aresource',
    fires: true,
  },
  {
    title: 'exactly one without the number in Android resources',
    language: 'cs',
    target: ['soubor', '%d soubory', '%d souborů'],
    fileFormat: 'aresource',
    fires: false,
  },
  {
    title: 'zero and one together without the number where formats are strict',
    language: 'fr',
    target: ['fichier', '%d fichiers'],
    flags: 'strict-format',
    fires: true,
  },
  { title: 'the only form without the number', language: 'ja', target: ['ファイル'], fires: true },
  { title: 'the only form with the number', language: 'ja', target: ['%d ファイル'], fires: false },
  {
    title: 'a number in the form for one where only the second source form has it',
    language: 'cs',
    source: ['One file', '%d files'],
    target: ['%d soubor', '%d soubory', '%d souborů'],
    fires: false,
  },
  {
    title: 'no number in the form for one where only the second source form has it',
    language: 'cs',
    source: ['One file', '%d files'],
    target: ['Jeden soubor', '%d soubory', '%d souborů'],
    fires: false,
  },
  {
    title: 'an only form that repeats the singular',
    language: 'ja',
    source: ['One file', '%d files'],
    target: ['ファイル'],
    fires: true,
  },
  {
    title: 'an only form like the plural',
    language: 'ja',
    source: ['One file', '%d files'],
    target: ['%d ファイル'],
    fires: false,
  },
  {
    title: 'two counts without the number, where the second form is for exactly two',
    language: 'sl',
    target: ['%d datoteka', 'dve datoteki', '%d datoteke', '%d datotek'],
    fires: true,
  },
  {
    title: 'two without the number in a language whose dual is for exactly two',
    language: 'he',
    target: ['%d קובץ', 'שני קבצים', '%d קבצים'],
    fires: false,
  },
  {
    title: 'two without the number, strict, in a language whose dual is for exactly two',
    language: 'he',
    target: ['%d קובץ', 'שני קבצים', '%d קבצים'],
    flags: 'strict-format',
    fires: false,
  },
  { title: 'empty forms', language: 'cs', target: ['', '', ''], fires: false },
];

for (const { title, fires, flags = '', source = ['%d file', '%d files'], ...text } of rows) {
  test(`${title} ${fires ? 'fires' : 'passes'} in ${text.language}`, (t) => {
    const failing = failed({ ...text, source, flags: `c-format, ${flags}` });

    t.is(failing.includes('c_format'), fires);
  });
}

test('a lone brace is not excused in the form for one', (t) => {
  const flags = 'python-brace-format';

  const failing = failed({
    source: ['{n} file', '{n} files'],
    target: ['soubor {', '{n} soubory', '{n} souborů'],
    flags,
  });

  t.true(failing.includes('python_brace_format'));
});

test('further translations of a string without plural are not looked at', (t) => {
  const failing = failed({ source: '%d file', target: ['%d soubor', 'soubor'], flags: 'c-format' });

  t.false(failing.includes('c_format'));
});
