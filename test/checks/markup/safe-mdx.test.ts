import { testCheck } from '../../helpers/check-table.ts';

const mdx = { flags: 'safe-mdx' };

testCheck('safe-mdx', [
  ['a {b} c', 'x {c} y', true, mdx],
  ['<A x={b}/>', '<A y={b}/>', true, mdx],
  ['{a} {b}', '{b} {a}', true, mdx],
  ['a {b}', 'a { b }', true, mdx],
  ['a {b}', 'a {b', true, mdx],
  ['<A>{b}</A>', '<A></A>{b}', true, mdx],
  ['<A>{b}</A>', '<B>{b}</B>', true, mdx],
  ['<A {...b}/>', '<A/> {...b}', true, mdx],
  ['a', 'a {process.exit()}', true, mdx],
  ['{a}', '`{a}`', true, mdx],
  ['{"}"} b', '{"}"} {b}', true, mdx],
  ['a {b} c', 'x {b} y', false, mdx],
  ['<A x={b} title="y">z</A>', '<A title="{w}" x={b}>v</A>', false, mdx],
  ['\\{a} {b}', '\\{c} {b}', false, mdx],
  ['`{a}` {b}', '`{c}` {b}', false, mdx],
  [`{\`a\${"}"}\`} c`, `{\`a\${"}"}\`} d`, false, mdx],
  ['{/* } */ a} b', '{/* } */ a} c', false, mdx],
  ['{/}/.test(a)} b', '{/}/.test(a)} c', false, mdx],
  ['<><A>{b}</A></>', '<>x<A>y{b}</A></>', false, mdx],
  ['a<br>{b}', 'c {b}', false, mdx],
  ['a {b} c', 'x {c} y', false],
]);
