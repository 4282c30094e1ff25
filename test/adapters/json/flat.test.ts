import test from 'ava';
import { FormatError } from '../../../adapters/adapter.ts';
import { json } from '../../../adapters/json/flat.ts';
import { created, edit, edited, entriesOf, textsOf } from '../../helpers/format.ts';

test('only the texts of the root object are strings; the rest is named or left out', (t) => {
  const file = '{"a": "A", "n": 1, "x": null, "o": {"in": "B"}, "e": {}, "l": ["C"],\n"a": "again"}';

  const { entries, problems } = json.parse(Buffer.from(file));

  t.deepEqual(
    entries.map(({ context, source, target }) => [context, source, target]),
    [['a', [], ['A']]],
  );
  t.deepEqual(
    problems.map(({ kind, line }) => [kind, line]),
    [
      ['skipped', 1],
      ['skipped', 1],
      ['duplicate', 2],
    ],
  );
});

test('a key is its context as it stands', (t) => {
  const keys = ['a.b', 'a[0]', 'a\\b', '', '10', '9', '__proto__', 'Hello, {name}.'];
  const file = `{${keys.map((key) => `${JSON.stringify(key)}: "x"`).join(', ')}}`;

  const texts = textsOf(json, file);

  t.deepEqual(
    texts.map(([context]) => context),
    keys,
  );
});

test('a new key takes the place that the base file gives it', (t) => {
  const base = '{"a": "A", "b": "B", "c": "C", "d": "D"}';
  const options = { base };
  const insertions: [string, string, string][] = [
    ['{\n  "a": "1",\n  "c": "3"\n}', 'b', '{\n  "a": "1",\n  "b": "new",\n  "c": "3"\n}'],
    ['{\n  "b": "2"\n}', 'a', '{\n  "a": "new",\n  "b": "2"\n}'],
    ['{\n  "a": "1",\n\n  "z": "9"\n}', 'c', '{\n  "a": "1",\n  "c": "new",\n\n  "z": "9"\n}'],
    ['{\n  "a": "1",\n  "b": "2"\n}', 'other', '{\n  "a": "1",\n  "b": "2",\n  "other": "new"\n}'],
    ['{"a":"1","c":"3"}', 'd', '{"a":"1","c":"3","d":"new"}'],
    ['{ "a" : "1" }', 'b', '{ "a" : "1", "b" : "new" }'],
    ['{\n\t"a": "1"\n\t, "b": "2"\n}', 'c', '{\n\t"a": "1"\n\t, "b": "2"\n\t, "c": "new"\n}'],
    ['{\r\n  "a": "1",\r\n  "d": "4"\r\n}', 'b', '{\r\n  "a": "1",\r\n  "b": "new",\r\n  "d": "4"\r\n}'],
  ];

  for (const [file, key, expected] of insertions) {
    t.is(edited(json, file, [edit(key, 'new')], options), expected);
  }
});

test('several new keys come in the order of the base file, whatever the order of the edits', (t) => {
  const options = { base: '{"a": "", "b": "", "c": "", "d": "", "e": ""}' };
  const edits = ['e', 'x', 'b', 'a', 'd'].map((key) => edit(key, key));

  const text = edited(json, '{\n  "c": "c"\n}', edits, options);

  t.deepEqual(
    textsOf(json, text).map(([key]) => key),
    ['a', 'b', 'c', 'd', 'e', 'x'],
  );
});

test('json_sort_keys puts new keys in alphabetical order instead', (t) => {
  const options = { base: '{"z": "", "b": "", "d": ""}', params: { json_sort_keys: true } };
  const edits = ['z', 'b', 'd'].map((key) => edit(key, key));

  t.is(edited(json, '{"c":"c","e":"e"}', edits, options), '{"b":"b","c":"c","d":"d","e":"e","z":"z"}');
  t.is(edited(json, '', edits, options).replace(/\s/g, ''), '{"b":"b","d":"d","z":"z"}');
});

test('a removed key takes its comma along, on the right side', (t) => {
  const file = '{\n  "a": "1",\n  "b": "2",\n  "c": "3"\n}\n';
  const removals: [string[], string][] = [
    [['a'], '{\n  "b": "2",\n  "c": "3"\n}\n'],
    [['b'], '{\n  "a": "1",\n  "c": "3"\n}\n'],
    [['c'], '{\n  "a": "1",\n  "b": "2"\n}\n'],
    [['a', 'b'], '{\n  "c": "3"\n}\n'],
    [['b', 'c'], '{\n  "a": "1"\n}\n'],
    [['a', 'c'], '{\n  "b": "2"\n}\n'],
    [['a', 'b', 'c'], '{}\n'],
  ];

  for (const [keys, expected] of removals) {
    t.is(
      edited(
        json,
        file,
        keys.map((key) => edit(key, null)),
      ),
      expected,
    );
  }
});

test('keys can be removed, added and changed at once', (t) => {
  const options = { base: '{"a": "", "b": "", "c": "", "d": "", "e": ""}' };
  const edits = [edit('b', null), edit('d', null), edit('c', 'new'), edit('e', 'last'), edit('a', 'one')];

  const text = edited(json, '{\n  "a": "1",\n  "b": "2",\n  "d": "4"\n}', edits, options);

  t.is(text, '{\n  "a": "one",\n  "c": "new",\n  "e": "last"\n}');
});

test('both duplicates of a removed key go', (t) => {
  const text = edited(json, '{"a": "1", "b": "2", "a": "3"}', [edit('a', null)]);

  t.is(text, '{"b": "2"}');
});

test('new text is escaped as the file escapes', (t) => {
  const habits: [string, string][] = [
    ['{"x": "caf\\u00e9"}', '"\\u017e / <b>"'],
    ['{"x": "\\u00C9"}', '"\\u017E / <b>"'],
    ['{"x": "café \\u00a0"}', '"ž / <b>"'],
    ['{"x": "\\u00a0"}', '"ž / <b>"'],
    ['{"x": "a\\/b \\u003ci\\u003e"}', '"ž \\/ \\u003cb\\u003e"'],
    ['{"x": "a\\/b/c"}', '"ž / <b>"'],
    ['{"x": "C:\\\\u00e9"}', '"ž / <b>"'],
  ];

  for (const [file, expected] of habits) {
    t.true(edited(json, file, [edit('y', 'ž / <b>')]).includes(`"y": ${expected}`), file);
  }
});

test('a null is a missing text, any other value is none', (t) => {
  t.is(edited(json, '{"a": null, "b": 1}', [edit('a', 'text')]), '{"a": "text", "b": 1}');
  t.throws(() => edited(json, '{"a": null, "b": 1}', [edit('b', 'text')]), {
    instanceOf: FormatError,
    message: 'line 1: "b" holds no text: it is of type number',
  });
});

test('an empty file becomes an object laid out as the base file, else as the parameters say', (t) => {
  const edits = [edit('a', 'x'), edit('b', 'y')];
  const tabs = { params: { json_indent: 1, json_indent_style: 'tabs' } };
  const compact = { params: { json_indent: 2, json_use_compact_separators: true } };

  t.is(edited(json, '', edits), '{\n    "a": "x",\n    "b": "y"\n}\n');
  t.is(edited(json, ' \n', edits), '{\n    "a": "x",\n    "b": "y"\n}\n');
  t.is(edited(json, '{}', edits, { base: '{"a":"A"}' }), '{"a":"x","b":"y"}');
  t.is(edited(json, '', edits, { base: '{\r\n "a": "A"}' }), '{\r\n "a": "x",\r\n "b": "y"\r\n}\r\n');
  t.is(edited(json, '{\n}\n', edits, tabs), '{\n\t"a": "x",\n\t"b": "y"\n}\n');
  t.is(edited(json, '', edits, compact), '{\n  "a":"x",\n  "b":"y"\n}\n');
});

test('a new file is the base without its texts', (t) => {
  t.is(created(json, null), '{}\n');
  t.is(created(json, '\ufeff{\r\n  "a": "A",\r\n  "v": 2\r\n}\r\n'), '\ufeff{\r\n  "v": 2\r\n}\r\n');
  t.is(created(json, '{\n  "a": "A",\n  "b": "B"\n}\n'), '{}\n');
  t.deepEqual(entriesOf(json, created(json, '{"a": "A"}')), []);
});

test('a root that is no object is refused', (t) => {
  for (const file of ['["a"]', '"text"', '12', 'null']) {
    t.throws(() => json.parse(Buffer.from(file)), { instanceOf: FormatError, message: /expected an object/ });
  }
});
