import test from 'ava';
import { FormatError } from '../../../adapters/adapter.ts';
import { jsonNested } from '../../../adapters/json/nested.ts';
import { created, edit, edited, textsOf } from '../../helpers/format.ts';

test('a string is named by its path', (t) => {
  const file = '{"a": {"b": "1"}, "a.b": "2", "l": ["3", {"x": "4"}, [["5"]], 6], "e": {}}';

  const texts = textsOf(jsonNested, file);

  t.deepEqual(texts, [
    ['a.b', '1'],
    ['a\\.b', '2'],
    ['l[0]', '3'],
    ['l[1].x', '4'],
    ['l[2][0][0]', '5'],
  ]);
});

test('the root may be an array', (t) => {
  t.deepEqual(textsOf(jsonNested, '["a", {"b": "c"}]'), [
    ['[0]', 'a'],
    ['[1].b', 'c'],
  ]);
  t.is(edited(jsonNested, '["a"]', [edit('[0]', 'x'), edit('[1]', 'y')]), '["x", "y"]');
});

test('objects that the file lacks are made, each at its place', (t) => {
  const base = '{"a": {"x": "", "y": {"deep": "", "more": ""}}, "b": "", "c": {"k": ""}}';
  const options = { base };
  const edits = [edit('c.k', '4'), edit('a.y.more', '3'), edit('a.x', '1'), edit('a.y.deep', '2')];

  const text = edited(jsonNested, '{\n  "b": "B"\n}\n', edits, options);

  t.is(
    text,
    `{
  "a": {
    "x": "1",
    "y": {
      "deep": "2",
      "more": "3"
    }
  },
  "b": "B",
  "c": {
    "k": "4"
  }
}
`,
  );
});

test('a key goes into an object that is there, however empty', (t) => {
  const options = { base: '{"a": {"x": "", "y": ""}}' };

  t.is(
    edited(jsonNested, '{\n  "a": {}\n}', [edit('a.y', '1')], options),
    '{\n  "a": {\n    "y": "1"\n  }\n}',
  );
  t.is(edited(jsonNested, '{"a":{"y":"1"}}', [edit('a.x', '2')], options), '{"a":{"x":"2","y":"1"}}');
  t.is(
    edited(jsonNested, '{\n  "a": { "x": "1" },\n  "b": "2"\n}', [edit('a.y', '3')], options),
    '{\n  "a": { "x": "1", "y": "3" },\n  "b": "2"\n}',
  );
});

test('an object that loses its last key goes as well, an array item does not', (t) => {
  const file = '{\n  "a": {\n    "b": {\n      "c": "1"\n    }\n  },\n  "l": [{"x": "2"}],\n  "z": "3"\n}';

  t.is(edited(jsonNested, file, [edit('a.b.c', null)]), '{\n  "l": [{"x": "2"}],\n  "z": "3"\n}');
  t.regex(edited(jsonNested, file, [edit('l[0].x', null)]), /"l": \[\{\}\]/);
});

test('an object whose keys go in two steps of the tree goes as well', (t) => {
  const file = '{"a": {"x": "1", "b": {"y": "2"}}, "z": "3"}';
  const edits = [edit('a.x', null), edit('a.b.y', null)];

  t.is(edited(jsonNested, file, edits), '{"z": "3"}');
  t.is(edited(jsonNested, file, edits.toReversed()), '{"z": "3"}');
});

test('array items are added at the end; places before them are filled as in the base file', (t) => {
  const options = { base: '{"l": ["A", 7, {"x": "C"}, "D"], "m": ["E"]}' };

  t.is(edited(jsonNested, '{"l":["a"]}', [edit('l[3]', 'd')], options), '{"l":["a",7,{},"d"]}');
  t.is(edited(jsonNested, '{}', [edit('l[3]', 'd')], options), '{"l": ["", 7, {}, "d"]}');
  t.is(
    edited(jsonNested, '{"l": ["a", 7]}', [edit('l[3]', 'd'), edit('l[2].x', 'c')], options),
    '{"l": ["a", 7, {"x": "c"}, "d"]}',
  );
  t.throws(() => edited(jsonNested, '{"l": []}', [edit('l[4000000000]', 'x')], options), {
    instanceOf: FormatError,
    message: /cannot get an item/,
  });
});

test('only the end of an array can be removed: the items after it would change their names', (t) => {
  const file = '{"l": ["a", "b", "c"]}';

  t.is(edited(jsonNested, file, [edit('l[2]', null), edit('l[1]', null)]), '{"l": ["a"]}');
  t.is(
    edited(
      jsonNested,
      `${file.slice(0, -1)}, "m": "x"}`,
      [0, 1, 2].map((n) => edit(`l[${n}]`, null)),
    ),
    '{"m": "x"}',
  );
  t.throws(() => edited(jsonNested, file, [edit('l[0]', null)]), {
    instanceOf: FormatError,
    message: /last items/,
  });
});

test('a path through a text is refused', (t) => {
  const file = '{"a": "text", "l": ["x"]}';

  t.throws(() => edited(jsonNested, file, [edit('a.b', 'x')]), { message: 'line 1: "a" is no object' });
  t.throws(() => edited(jsonNested, file, [edit('l.b', 'x')]), { message: 'line 1: "l" is no object' });
  t.throws(() => edited(jsonNested, file, [edit('a[0]', 'x')]), { message: 'line 1: "a" is no array' });
  t.throws(() => edited(jsonNested, file, [edit('n', 'x'), edit('n.o', 'y')]), {
    message: /cannot hold both/,
  });
});

test('a new file keeps what is no text, and the length of arrays that hold such values', (t) => {
  const base = '{"a": {"x": "1", "n": 2}, "only": {"deep": {"y": "3"}}, "l": ["4", "5"], "m": ["6", 7]}';

  t.is(created(jsonNested, base), '{"a": {"n": 2}, "m": ["", 7]}');
  t.is(created(jsonNested, '["a", "b"]'), '[]');
});
