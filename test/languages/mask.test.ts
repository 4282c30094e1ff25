import test from 'ava';
import { codeInPath, languageFiles, matchMask, pathForCode } from '../../languages/mask.ts';

const captures: [mask: string, path: string, captures: string[] | undefined][] = [
  ['po/*.po', 'po/cs.po', ['cs']],
  ['po/*.po', 'po/pt_BR.po', ['pt_BR']],
  ['po/*.po', 'po/sub/cs.po', undefined],
  ['po/*.po', 'PO/cs.po', undefined],
  ['po/*.po', 'po/cs.po~', undefined],
  ['po/*.po', 'po/.po', ['']],
  ['*/messages.po', 'cs/messages.po', ['cs']],
  ['*/messages.po', 'a/cs/messages.po', undefined],
  ['path/*/Messages_*.properties', 'path/pt/Messages_pt_BR.properties', ['pt', 'pt_BR']],
  ['*_*.po', 'a_b_c.po', ['a_b', 'c']],
  ['*a*', 'banana', ['banan', '']],
  ['*ab*ab', 'abab', ['', '']],
  ['*ab*ab', 'ab', undefined],
  ['aa*a', 'aa', undefined],
  ['**.po', 'cs.po', ['cs', '']],
  ['a?c.*', 'abc.cs', undefined],
  ['a+(b).*', 'a+(b).cs', ['cs']],
  ['lang/[[]*[]]/x.json', 'lang/[cs]/x.json', ['cs']],
  ['lang/[ab]/*.json', 'lang/a/cs.json', undefined],
  ['lang/[ab]/*.json', 'lang/[ab]/cs.json', ['cs']],
  ['no-star.po', 'no-star.po', []],
];

for (const [mask, path, expected] of captures) {
  test(`${mask} and ${path}`, (t) => {
    t.deepEqual(matchMask(mask, path), expected);
  });
}

test('a mask of many stars is matched in no time', (t) => {
  const mask = `${'*a'.repeat(150)}*.po`;

  t.is(matchMask(mask, `${'a'.repeat(149)}.po`), undefined);
  t.is(matchMask(mask, 'a'.repeat(5000)), undefined);
});

const codes: [mask: string, path: string, code: string | undefined][] = [
  ['path/*/Messages_*.properties', 'path/pt/Messages_pt_BR.properties', 'pt_BR'],
  ['*/*.po', 'cs/de.po', 'cs'],
  ['locale/*/LC_MESSAGES/django.po', 'locale/sr@latin/LC_MESSAGES/django.po', 'sr@latin'],
  ['*.lang', 'cs.UTF-8.lang', 'cs'],
  ['*.lang', 'cs_CZ.iso-8859-2.lang', 'cs_CZ'],
  ['*.lang', 'a.b.lang', 'a.b'],
  ['res/values-*/strings.xml', 'res/values-b+zh+Hant/strings.xml', 'b+zh+Hant'],
  ['[[]*[]].json', '[cs].json', 'cs'],
  ['*.json', 'cs.xml', undefined],
];

for (const [mask, path, code] of codes) {
  test(`the code in ${path} by ${mask}`, (t) => {
    t.is(codeInPath(mask, path), code);
  });
}

test('the path for a code has it in place of every star', (t) => {
  t.is(pathForCode('path/*/Messages_*.properties', 'pt_BR'), 'path/pt_BR/Messages_pt_BR.properties');
  t.is(pathForCode('[[]*[]].json', 'cs'), '[cs].json');
  t.is(pathForCode('po/*.po', "$&$'"), "po/$&$'.po");
});

test('files are the template first, then those of languages by path', (t) => {
  const paths = [
    'po/de.po',
    'README',
    'po/cs.po',
    'po/en.po',
    'po/source.po',
    'po/mid.po',
    'po/skip.po',
    'po/.po',
  ];

  const files = languageFiles(paths, {
    mask: 'po/*.po',
    template: 'po/en.po',
    intermediate: 'po/mid.po',
    isWanted: (code) => code !== 'skip',
  });

  t.deepEqual(files, [
    { path: 'po/en.po', code: null },
    { path: 'po/cs.po', code: 'cs' },
    { path: 'po/de.po', code: 'de' },
  ]);
});

test('a template outside the mask belongs to the files, a missing one does not', (t) => {
  const paths = ['base.po', 'po/cs.po'];

  const found = languageFiles(paths, { mask: 'po/*.po', template: 'base.po' });
  const missing = languageFiles(paths, { mask: 'po/*.po', template: 'po/en.po' });

  t.deepEqual(
    found.map(({ path }) => path),
    ['base.po', 'po/cs.po'],
  );
  t.deepEqual(
    missing.map(({ path }) => path),
    ['po/cs.po'],
  );
});
