import { type CheckRow, testCheck } from '../../helpers/check-table.ts';

/** Texts that stand in source and translation alike. */
function unchanged(texts: readonly string[], fires: boolean): CheckRow[] {
  return texts.map((text) => [text, text, fires]);
}

testCheck('same', [
  ...unchanged(['Save changes', 'Open the folder', 'Hello, world!\n', 'House of api'], true),
  ['House', 'house', false],
  ['House', 'Dům', false],
]);

testCheck(
  'same',
  unchanged(
    [
      'OK',
      'x',
      'HTTP PROXY',
      '12:30, 1/2',
      '© Somebody Else',
      '(C) Copyright Somebody',
      'Admin (API) – e-mail server',
      'admin@somewhere.org',
      'support@a-b.example.com: https://a.example/b',
      '#project-translators',
      'docs.example.com',
      '/usr/share/doc',
      '{placeholder}',
      '@VERSION@',
      '<b>API</b>',
      '😀 🎉',
      'Mon Tue Wed',
      'EUR eur czk',
      '&nbsp;&nbsp;',
    ],
    false,
  ),
);

const text = 'Save changes';
testCheck('same', [
  [text, text, false, { language: 'en_GB' }],
  [text, text, false, { language: 'ia' }],
  [text, text, true, { language: 'ia', sourceLanguage: 'de' }],
  [text, text, false, { note: 'Tag: screen' }],
  [text, text, false, { note: 'type: delimited block -' }],
  [text, text, true, { note: 'Tag: para' }],
  [text, text, false, { flags: 'ignore-same' }],
  [text, text, false, { names: ['Save the whales', 'Changes'] }],
  ['Czech, Old English', 'Czech, Old English', false, { languageNames: ['czech', 'english (old)'] }],
  ['OK', 'OK', true, { flags: 'strict-same' }],
  ['%s', '%s', false, { flags: 'strict-same, c-format' }],
  ['%s %s', '%s %s', true, { flags: 'strict-same, c-format' }],
  ['``save --all``', '``save --all``', false, { flags: 'rst-text, strict-same' }],
  ['*save* ``all``', '*save* ``all``', true, { flags: 'rst-text, strict-same' }],
  ['Hi %(name)s', 'Hi %(name)s', false, { flags: 'python-format' }],
  ['Save %(name)s', 'Save %(name)s', true, { flags: 'python-format' }],
  [['a file', 'files'], ['soubor', 'files', 'souborů'], true],
  [['file', 'files'], ['soubor', 'file', 'souborů'], false],
]);
