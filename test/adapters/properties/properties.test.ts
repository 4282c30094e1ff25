import test from 'ava';
import { FormatError } from '../../../adapters/adapter.ts';
import { properties } from '../../../adapters/properties/properties.ts';
import { type Changes, created, edit, edited, entriesOf, textsOf } from '../../helpers/format.ts';
import { czechOptions } from '../../helpers/format-options.ts';

/** What stands in the file for the value of `a` after an edit. */
function written(file: string, text: string, changes: Changes = {}): string {
  const [, raw] = /^a *= ?([\s\S]*?)\n$/.exec(edited(properties, file, [edit('a', text)], changes)) ?? [];
  return raw ?? '';
}

test('keys and values are read as Java reads them', (t) => {
  const lines: [string, string, string][] = [
    ['a=b', 'a', 'b'],
    ['a:b', 'a', 'b'],
    ['a b c', 'a', 'b c'],
    ['  a  =  b  ', 'a', 'b  '],
    ['a : = b', 'a', '= b'],
    ['a', 'a', ''],
    ['=b', '', 'b'],
    ['a\\ b\\:c=d', 'a b:c', 'd'],
    ['a=\\u0041\\t\\n\\r\\f\\q\\\\', 'a', 'A\t\n\r\fq\\'],
    ['a=one \\\n   two', 'a', 'one two'],
    ['a=one \\\r\n   two', 'a', 'one two'],
    ['a=one \\\r   two', 'a', 'one two'],
    ['a\\\r\n  b\\\r\n = c', 'ab', 'c'],
    ['a=one\\\n# no comment', 'a', 'one# no comment'],
    ['a=b\\', 'a', 'b'],
    ['a=b\\\\\\', 'a', 'b\\'],
    ['a\\', 'a', ''],
  ];

  for (const [file, key, value] of lines) {
    t.deepEqual(textsOf(properties, file), [[key, value]], JSON.stringify(file));
  }
});

test('comments straight above a key are its note', (t) => {
  const file = '# head\n\n# one\n  ! tw\\u00f6 C:\\new\n#\n# three\na=1\nb=2\n# left\n\nc=3';

  t.deepEqual(
    entriesOf(properties, file).map(({ note, line }) => [note, line]),
    [
      ['one\ntwö C:\\new\n\nthree', 7],
      ['', 8],
      ['', 11],
    ],
  );
});

test('the last of several lines with one key counts, as in Java', (t) => {
  const file = 'a=1\nb=2\na=3\n';

  const { entries, problems } = properties.parse(Buffer.from(file), czechOptions(properties));

  t.deepEqual(
    entries.map(({ context, target, line }) => [context, target[0], line]),
    [
      ['b', '2', 2],
      ['a', '3', 3],
    ],
  );
  t.deepEqual(
    problems.map(({ kind, line }) => [kind, line]),
    [['duplicate', 1]],
  );
  t.is(edited(properties, file, [edit('a', 'x')]), 'a=1\nb=2\na=x\n');
  t.is(edited(properties, file, [edit('a', null)]), 'b=2\n');
});

test('values are escaped no more than they must be, or as the file does it', (t) => {
  const writings: [string, string, string][] = [
    ['a=b\n', ' lead, trail ', '\\ lead, trail '],
    ['a=b\n', '\tx\ty', '\\tx\\ty'],
    ['a=b\n', 'C:\\x = #!', 'C:\\\\x = #!'],
    ['a=b\n', 'one\ntwo\r\n', 'one\\ntwo\\r\\n'],
    ['a=x\\:y\\=z\n', 'http://x?a=b#c', 'http\\://x?a\\=b#c'],
    ['a=x\\:y:z\n', 'a:b', 'a:b'],
    ['a=one\\n\\\n    two\n', '1\n2\n 3\n', '1\\n\\\n    2\\n\\\n    \\ 3\\n'],
    ['a=one\\n two\n', '1\n 2', '1\\n 2'],
    ['a=\u0007\n', 'x\u0008', 'x\\u0008'],
  ];

  for (const [file, text, expected] of writings) {
    t.is(written(file, text), expected);
  }
});

test('a value keeps the separator and its layout', (t) => {
  const lines: [string, string, string][] = [
    ['a : b', 'x', 'a : x'],
    ['a\tb', '=x', 'a\t\\=x'],
    ['a b', ':x', 'a \\:x'],
    ['a', 'x', 'a=x'],
    ['a   ', 'x', 'a   x'],
    ['a \\\n  = \\\n  b', 'x', 'a \\\n  = \\\n  x'],
    ['a=b\\', 'x', 'a=x\\'],
    ['a\\', 'x', 'a=x\\'],
    ['  a=one\\\n  two\nb=c', 'x', '  a=x\nb=c'],
  ];

  for (const [file, text, expected] of lines) {
    t.is(edited(properties, file, [edit('a', text)]), expected);
  }
});

test('non-ASCII is written as the file writes it, in ASCII files as escapes', (t) => {
  const utf8 = { params: { properties_encoding: 'utf-8' } };

  t.is(written('a=žluť\n', 'é😀'), 'é😀');
  t.is(written('a=\\u017elu\\u0165\n', 'ž😀'), '\\u017e\\ud83d\\ude00');
  t.is(written('a=\\u017DLU\\u0164\n', 'ž'), '\\u017E');
  t.is(written('a=b\n', 'ž'), '\\u017E');
  t.is(edited(properties, '# č\na=b\n', [edit('a', 'ž')]), '# č\na=\\u017E\n');
  t.is(written('a=b\n', 'ž', utf8), 'ž');
  t.is(written('a=\\u00e9\n', 'ž', utf8), '\\u017e');
  t.is(edited(properties, '\ufeffa=b\n', [edit('a', 'ž')]), '\ufeffa=ž\n');
  t.is(written('a=x\\u00a0y ž\n', 'a\u00a0b'), 'a\\u00a0b');
});

test('a file that is no UTF-8 is ISO-8859-1; what that lacks is escaped', (t) => {
  const options = czechOptions(properties);
  const file = Buffer.from('a=caf\xe9\nb=\xfc\n', 'latin1');
  const write = (text: string) =>
    Buffer.from(properties.apply(file, [edit('a', text)], options)).toString('latin1');

  t.deepEqual(textsOf(properties, file), [
    ['a', 'café'],
    ['b', 'ü'],
  ]);
  t.is(write('žlutý'), 'a=\\u017Elut\xfd\nb=\xfc\n');
  // Its bytes would be an "é" of UTF-8.
  t.is(write('Ã© \xfd'), 'a=\\u00C3\\u00A9 \\u00FD\nb=\xfc\n');
});

test('broken UTF-8 is not taken for ISO-8859-1, unless the component says so', (t) => {
  const file = Buffer.from('a=\xc5\xbe\nb=\xe9\n', 'latin1');

  t.throws(() => entriesOf(properties, file), { instanceOf: FormatError, message: /^line 2: .*UTF-8/ });
  t.deepEqual(textsOf(properties, file, { params: { properties_encoding: 'iso-8859-1' } }), [
    ['a', 'Å¾'],
    ['b', 'é'],
  ]);
});

test('UTF-16 is read with and without a byte order mark', (t) => {
  const utf16 = { params: { properties_encoding: 'utf-16' } };
  const little = Buffer.from('a=ž', 'utf16le');
  const big = Buffer.from(little).swap16();

  t.deepEqual(textsOf(properties, little, utf16), [['a', 'ž']]);
  t.deepEqual(textsOf(properties, big, utf16), [['a', 'ž']]);
  t.deepEqual(textsOf(properties, Buffer.from('\ufeffa=ž', 'utf16le')), [['a', 'ž']]);
  t.deepEqual([...properties.create(null, czechOptions(properties, utf16))], [0xfe, 0xff]);
});

test('new keys come after those they follow in the base file, with their separator', (t) => {
  const base = '# A\na = A\nb = B\nc = C\nd = D\n';
  const insertions: [string, string[], string][] = [
    ['a: 1\nd: 4\n', ['c', 'b'], 'a: 1\nb: x\nc: x\nd: 4\n'],
    ['# four\nd=4', ['b'], 'b=x\n# four\nd=4'],
    ['a=1', ['d', 'other'], 'a=1\nd=x\nother=x'],
    ['a = one \\\n  two\n\nd = 4\n', ['b'], 'a = one \\\n  two\nb = x\n\nd = 4\n'],
    ['a=1\r\n', ['b'], 'a=1\r\nb=x\r\n'],
    ['', ['b', 'a'], 'a = x\nb = x\n'],
    ['# only', ['a'], '# only\na = x\n'],
    ['a \\\n = 1\n', ['b'], 'a \\\n = 1\nb=x\n'],
    ['a=1\\', ['b'], 'a=1\nb=x\\'],
  ];

  for (const [file, keys, expected] of insertions) {
    t.is(
      edited(
        properties,
        file,
        keys.map((key) => edit(key, 'x')),
        { base },
      ),
      expected,
    );
  }
});

test('keys are escaped', (t) => {
  const keys = ['a b', 'a:b=c', '#a', '!a', 'a\\b', 'a\nb', 'ž', '', 'a#b'];

  for (const key of keys) {
    const file = edited(properties, 'other value\n', [edit(key, '= x')]);

    t.deepEqual(textsOf(properties, file).at(-1), [key, '= x'], file);
  }
});

test('a new key of the base file gets its note as comments', (t) => {
  const text = edited(properties, 'a=1\n', [{ ...edit('b', 'x'), note: 'one\n\ntw\u00f6' }]);

  t.is(text, 'a=1\n# one\n#\n# tw\\u00F6\nb=x\n');
  t.is(entriesOf(properties, text)[1]?.note, 'one\n\ntwö');
});

test('a removed key takes its comments and all of its lines along', (t) => {
  const file = '# head\n\n# about a\na = one \\\n  two\nb=2\n\n# about c\nc=3';

  t.is(edited(properties, file, [edit('a', null)]), '# head\n\nb=2\n\n# about c\nc=3');
  t.is(
    edited(properties, file, [edit('b', null)]),
    '# head\n\n# about a\na = one \\\n  two\n\n# about c\nc=3',
  );
  t.is(edited(properties, file, [edit('c', null)]), '# head\n\n# about a\na = one \\\n  two\nb=2\n\n');
  t.is(
    edited(
      properties,
      file,
      ['a', 'b', 'c'].map((key) => edit(key, null)),
    ),
    '# head\n\n\n',
  );
});

test('a new file has what stands before the first key of its base', (t) => {
  t.is(created(properties, '# licence\n\n# first\na=1\n# second\nb=2\n'), '# licence\n\n');
  t.is(created(properties, 'a=1\n'), '');
  t.is(created(properties, null), '');
  t.is(created(properties, '\ufeff# x\r\n\r\na=1'), '\ufeff# x\r\n\r\n');
});

test('several forms are refused', (t) => {
  t.throws(() => edited(properties, 'a=1\n', [edit('a', ['1', '2'])]), {
    instanceOf: FormatError,
    message: '"a" has no plural forms',
  });
});
