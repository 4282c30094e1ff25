import { testCheck } from '../../helpers/check-table.ts';

const bbcode = { flags: 'bbcode-text' };

testCheck('bbcode', [
  ['[b]x[/b]', '[i]y[/i]', true, bbcode],
  ['[b]x[/b]', 'y', true, bbcode],
  ['[b]x[/b]', '[b]x[/b][b]y[/b]', true, bbcode],
  ['[b][i]x[/i][/b]', '[b]x[/b]', true, bbcode],
  ['[b]x[/b]', '[b]x\n[/b]', true, bbcode],
  ['[b]x[/b]', '[B]x[/B]', true, bbcode],
  ['[b]x[/b]', '[b]y[/b]', false, bbcode],
  ['[b]x[/b] [i]y[/i]', '[i]y[/i] [b]x[/b]', false, bbcode],
  ['[b@1]x[/b]', '[b@2]y[/b]', false, bbcode],
  ['[url=x]y[/url]', 'z', false, bbcode],
  ['array[0]', 'pole[1]', false, bbcode],
  ['[b]x[/b]', '[i]y[/i]', false],
  ['[b]x[/b]', '[i]y[/i]', false, { flags: 'bbcode-text, ignore-bbcode' }],
]);
