import { testCheck } from '../../helpers/check-table.ts';

testCheck('begin_newline', [
  ['\nOpen', 'Otevřít', true],
  ['Open', '\nOtevřít', true],
  ['\nOpen', '\nOtevřít', false],
  ['\nOpen', '', false],
  ['\n\nOpen', '\nOtevřít', false],
]);

testCheck('end_newline', [
  ['Open\n', 'Otevřít', true],
  ['Open', 'Otevřít\n', true],
  ['Open\n', 'Otevřít\n', false],
  ['Open\n', '', false],
]);

testCheck('begin_space', [
  ['  Menu', 'Nabídka', true],
  [' Menu', '  Nabídka', true],
  ['Menu', ' Nabídka', true],
  [' Menu', ' Nabídka', false],
  ['  Menu', '   ', false],
  ['  Menu', '', false],
  [' ', 'x', false],
  ['\tMenu', 'Nabídka', false],
  ['\u00a0Menu', 'Nabídka', false],
]);

testCheck('end_space', [
  ['Menu ', 'Nabídka', true],
  ['Menu', 'Nabídka  ', true],
  ['Menu', 'Nabídka\u00a0', false],
  ['Menu ', '', false],
  ['Menu ', '  ', false],
  ['', 'Nabídka ', false],
  ['x', ' ', false],
]);

testCheck('double_space', [
  ['One two', 'Jedna  dvě', true],
  ['One  two', 'Jedna  dvě', false],
  ['One two', 'Jedna \u00a0dvě', false],
  ['', 'Jedna  dvě', false],
]);

testCheck('newline-count', [
  ['a\nb', 'a b', true],
  ['a\nb', 'a\nb\nc', true],
  ['a\nb', 'c\nd', false],
  ['a\nb', '', false],
]);

testCheck('escaped_newline', [
  ['a\\nb', 'a b', true],
  ['a\\nb', 'c\\nd', false],
  ['C:\\\\net\\news', 'D:\\\\x\\y', false],
  ['C:\\\\net\\news\\n', 'D:\\\\x\\y', false],
  ['C:\\\\net\\news a\\nb', 'D:\\\\x\\y', true],
  ['c:\\\\net\\news', 'x', true],
  ['a\\nb', '', false],
]);

testCheck('zero-width-space', [
  ['a b', 'a\u200bb', true],
  ['a\u200bb', 'a\u200bb', false],
  ['a\u200bb', 'ab', false],
  ['a b', 'a\u200bb', false, { language: 'km' }],
  ['a b', 'a\u200bb', false, { language: 'km_KH' }],
]);
