import { testCheck } from '../../helpers/check-table.ts';

const files = ['%d file', '%d files'];

testCheck('plurals', [
  [files, ['soubor', '', 'souborů'], true],
  [files, ['', '', ''], false],
  [files, ['soubor', 'soubory', 'souborů'], false],
  [files, ['soubor', ''], false, { multivalue: true }],
  ['file', ['soubor', ''], false],
]);

testCheck('same-plurals', [
  [files, ['pes', 'pes', 'pes'], true],
  [files, ['pes', 'pes', 'psů'], false],
  [files, ['', '', ''], false],
  [files, ['犬'], false, { language: 'ja' }],
]);
