import test from 'ava';
import { formatPath, type JsonPath, parsePath } from '../../../adapters/json/key-path.ts';

const paths: readonly [string, JsonPath][] = [
  ['a', ['a']],
  ['a.b', ['a', 'b']],
  ['a\\.b', ['a.b']],
  ['a[0]', ['a', 0]],
  ['a\\[0]', ['a[0]']],
  ['a[0][12].b', ['a', 0, 12, 'b']],
  ['a[x]', ['a[x]']],
  ['a[007]', ['a[007]']],
  ['say \\[1] or [two]', ['say [1] or [two]']],
  ['a\\\\', ['a\\']],
  ['a\\\\.b', ['a\\', 'b']],
  ['a\\\\\\.b', ['a\\.b']],
  ['', ['']],
  ['.', ['', '']],
  ['a.', ['a', '']],
  ['.a', ['', 'a']],
  ['x.[0]', ['x', '', 0]],
  ['__proto__.constructor', ['__proto__', 'constructor']],
];

for (const [text, path] of paths) {
  test(`the path ${JSON.stringify(path)} is written ${JSON.stringify(text)} and read back`, (t) => {
    t.is(formatPath(path), text);
    t.deepEqual(parsePath(text, false), [...path]);
  });
}

test('a leading index belongs to the root only where the root is an array', (t) => {
  t.deepEqual(parsePath('[1].a', true), [1, 'a']);
  t.deepEqual(parsePath('[1].a', false), ['', 1, 'a']);
  t.is(formatPath([1, 'a']), '[1].a');
});

test('every text is some path, also when nobody would write it so', (t) => {
  for (const text of ['[0]x', 'a[0]b', 'a\\', '\\', '[', ']', 'a..b', '[0', '[1][x]']) {
    const path = parsePath(text, true);

    t.deepEqual(parsePath(formatPath(path), true), path, text);
  }
});
