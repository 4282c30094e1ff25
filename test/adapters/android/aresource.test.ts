import test from 'ava';
import { FormatError } from '../../../adapters/adapter.ts';
import { aresource } from '../../../adapters/android/aresource.ts';
import { type Changes, created, edit, edited, entriesOf, textsOf } from '../../helpers/format.ts';
import { czechOptions } from '../../helpers/format-options.ts';

const resources = (...lines: string[]) =>
  `<resources>\n${lines.map((line) => `    ${line}\n`).join('')}</resources>\n`;

/** The inside of the first <string> after an edit of the string `a`. */
function inside(file: string, text: string, changes: Changes = {}): string {
  return /<string name="a">([\s\S]*?)<\/string>/.exec(
    edited(aresource, file, [edit('a', text)], changes),
  )![1]!;
}

test('strings, plurals and array items are read, everything else is passed over', (t) => {
  const file = resources(
    '<string name="a">A</string>',
    '<integer name="n">1</integer>',
    '<item type="string" name="i">I</item>',
    '<plurals name="p"><item quantity="one">1</item><item quantity="many">m</item><item quantity="other">n</item></plurals>',
    '<string-array name="l"><item>x</item><item/></string-array>',
    '<array name="other"><item>y</item></array>',
  );

  const entries = entriesOf(aresource, file);

  t.deepEqual(
    entries.map(({ context, target, plural, line }) => [context, target, plural, line]),
    [
      ['a', ['A'], false, 2],
      ['p', ['1', '', 'n'], true, 5],
      ['l[0]', ['x'], false, 6],
      ['l[1]', [''], false, 6],
    ],
  );
});

test('strings that are not to be translated are read-only', (t) => {
  const file = resources(
    '<string name="a" translatable="false">A</string>',
    '<string-array name="l" translatable="false"><item>x</item></string-array>',
    '<string name="b" translatable="true">B</string>',
  );

  t.deepEqual(
    entriesOf(aresource, file).map(({ state }) => state),
    ['readonly', 'readonly', 'translated'],
  );
});

test('the mark of a read-only string is set and taken away', (t) => {
  const marked = edited(aresource, resources('<string name="a">A</string>'), [
    { ...edit('a', 'A'), state: 'readonly' },
  ]);

  t.is(marked, resources('<string name="a" translatable="false">A</string>'));
  t.is(edited(aresource, marked, [edit('a', 'A')]), resources('<string name="a">A</string>'));
});

test('comments at a string are its note, a heading of a section is not', (t) => {
  const file = resources(
    '<!-- Section -->',
    '',
    '<!-- one\n         two -->',
    '<!-- three -->',
    '<string name="a">A</string> <!-- behind -->',
    '<string name="b">B</string>',
    '<!-- for the array -->',
    '<string-array name="l"><item>x</item><!-- for y --><item>y</item></string-array>',
  );

  t.deepEqual(
    entriesOf(aresource, file).map(({ note }) => note),
    ['one\ntwo\nthree\nbehind', '', 'for the array', 'for y'],
  );
});

test('text without elements is shown as it is meant, text with elements as XML', (t) => {
  const texts: [string, string][] = [
    ['a &amp; b &lt; c &#233;', 'a & b < c é'],
    ["a &amp; <b>b</b> it\\'s", "a &amp; <b>b</b> it's"],
    ['Q &#38; A <b>b</b> 1 &#60; 2', 'Q & A <b>b</b> 1 < 2'],
    ['<xliff:g id="n" example="it\\\'s">%s</xliff:g>', '<xliff:g id="n" example="it\\\'s">%s</xliff:g>'],
    ["<![CDATA[<b>a</b> & it\\'s]]>", "<b>a</b> & it's"],
    ['a <!-- comment --> b', 'a b'],
    ['a<!-- comment --><b/>', 'a<!-- comment --><b/>'],
  ];

  for (const [written, meant] of texts) {
    t.deepEqual(textsOf(aresource, resources(`<string name="a">${written}</string>`)), [['a', meant]]);
  }
});

test('new text is written the way of the old one', (t) => {
  const writings: [string, string, string][] = [
    ['old', "it's <new> & @", "it\\'s &lt;new&gt; &amp; @"],
    ['"old"', "it's  new", '"it\'s  new"'],
    ['old', "it's  new", "it\\'s \\u0020new"],
    ['<b>old</b>', "<i>new</i> it's", "<i>new</i> it\\'s"],
    ['<b>old</b>', 'new & plain', 'new &amp; plain'],
    ['<b>old</b>', 'Q & A <i>new</i> 1 < 2', 'Q &#38; A <i>new</i> 1 &#60; 2'],
    ['old', '<b>new</b>', '<b>new</b>'],
    ['old', '<b>new', '&lt;b&gt;new'],
    ['&lt;b>old', '<b>new</b>', '&lt;b&gt;new&lt;/b&gt;'],
    ['<![CDATA[old]]>', "<b>new</b> it's", "<![CDATA[<b>new</b> it\\'s]]>"],
    ['\n<![CDATA[old]]> ', 'a ]]> b', '\n<![CDATA[a ]]]]><![CDATA[> b]]> '],
    ['@string/old', '@string/new', '@string/new'],
    ['caf\\u00e9', 'ž', '\\u017e'],
    ['old\\u00A0', 'a\u00a0b', 'a\\u00A0b'],
  ];

  for (const [old, text, expected] of writings) {
    t.is(inside(resources(`<string name="a">${old}</string>`), text), expected);
  }
});

test('the base file tells what a translation without angles does not', (t) => {
  const file = resources('<string name="a">plain</string>');

  t.is(inside(file, '<b>b</b>', { base: resources('<string name="a"><b>x</b></string>') }), '<b>b</b>');
  t.is(
    inside(file, '<b>b</b>', { base: resources('<string name="a">&lt;b>x&lt;/b></string>') }),
    '&lt;b&gt;b&lt;/b&gt;',
  );
});

test('broken markup is refused where the string has markup', (t) => {
  const file = resources('<string name="a"><b>old</b></string>');

  t.throws(() => edited(aresource, file, [edit('a', '<b>new')]), {
    instanceOf: FormatError,
    message: /^the markup cannot be written: /,
  });
  t.throws(() => edited(aresource, file, [edit('a', '</string><string name="x">')]), {
    message: /unexpected close tag|unmatched/,
  });
  t.throws(() => edited(aresource, file, [edit('a', '<b>&nbsp;</b>')]), { message: /undefined entity/ });
});

test('markup that would be read back as another text is plain text, or refused where there is markup', (t) => {
  t.is(
    inside(resources('<string name="a">old</string>'), '<b>a &#38; b</b>'),
    '&lt;b&gt;a &amp;#38; b&lt;/b&gt;',
  );
  t.throws(
    () =>
      edited(aresource, resources('<string name="a"><b>old</b></string>'), [edit('a', '<b>a &#38; b</b>')]),
    {
      instanceOf: FormatError,
      message: /it would be read otherwise/,
    },
  );
});

test('an element without content is opened for its text', (t) => {
  for (const empty of ['<string name="a"/>', '<string name="a" />', '<string name="a"></string>']) {
    t.is(edited(aresource, resources(empty), [edit('a', 'A')]), resources('<string name="a">A</string>'));
  }
});

test('a namespace that new markup needs is declared as in the base file', (t) => {
  const base = '<resources xmlns:x="urn:x"><string name="a"><x:g>A</x:g></string></resources>';

  t.is(
    edited(aresource, '<resources>\n</resources>', [edit('a', '<x:g>B</x:g>')], { base }),
    '<resources xmlns:x="urn:x">\n    <string name="a"><x:g>B</x:g></string>\n</resources>',
  );
  t.regex(
    edited(aresource, '<resources/>', [edit('a', '<xliff:g id="n">B</xliff:g>')]),
    /^<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">\n/,
  );
  t.throws(() => edited(aresource, '<resources/>', [edit('a', '<y:g>B</y:g>')]), {
    instanceOf: FormatError,
    message: 'the prefix "y" in the markup is not declared',
  });
});

test('missing quantities are put in their order, those of no form are left alone', (t) => {
  const file = resources(
    '<plurals name="p">\n        <item quantity="few">f</item>\n        <item quantity="many">m</item>\n    </plurals>',
  );

  const text = edited(aresource, file, [edit('p', ['1', '2', '5'])]);

  t.is(
    text,
    resources(
      `<plurals name="p">
        <item quantity="one">1</item>
        <item quantity="few">2</item>
        <item quantity="many">m</item>
        <item quantity="other">5</item>
    </plurals>`,
    ),
  );
});

test('a plural may have no quantities yet, or stand on one line', (t) => {
  const edits = [edit('p', ['1', '', '5'])];
  const filled = resources(
    '<plurals name="p">\n        <item quantity="one">1</item>\n        <item quantity="other">5</item>\n    </plurals>',
  );

  t.is(edited(aresource, resources('<plurals name="p"/>'), edits), filled);
  t.is(edited(aresource, resources('<plurals name="p">\n    </plurals>'), edits), filled);
  t.is(
    edited(aresource, resources('<plurals name="p"><item quantity="few">2</item></plurals>'), [
      edit('p', ['1', '2', '5']),
    ]),
    resources(
      '<plurals name="p"><item quantity="one">1</item><item quantity="few">2</item><item quantity="other">5</item></plurals>',
    ),
  );
});

test('more forms than the language has are refused', (t) => {
  t.throws(() => edited(aresource, resources('<plurals name="p"/>'), [edit('p', ['1', '2', '3', '4'])]), {
    instanceOf: FormatError,
    message: /has 4 forms/,
  });
});

test('a language with one form fills one quantity', (t) => {
  const plural = { number: 1, formula: '0', categories: ['other'] } as const;
  const base = resources(
    '<plurals name="p"><item quantity="one">1</item><item quantity="other">n</item></plurals>',
    '<string name="a">A</string>',
  );

  const text = edited(aresource, '<resources>\n</resources>\n', [edit('p', 'すべて')], { base, plural });

  t.is(text, resources('<plurals name="p">\n        <item quantity="other">すべて</item>\n    </plurals>'));
});

test('new strings come after those they follow in the base file, with its kind and attributes', (t) => {
  const base = resources(
    '<string name="a">A</string>',
    '<string name="b" formatted="false" tools:ignore="X">%d %d</string>',
    '<plurals name="p"><item quantity="other">n</item></plurals>',
    '<string-array name="l"><item>x</item><item>y</item></string-array>',
    '<string name="z">Z</string>',
  ).replace('<resources>', '<resources xmlns:tools="urn:t">');
  const file =
    '<resources>\n  <string name="a">A</string> <!-- about a -->\n\n  <string name="z">Z</string>\n</resources>';
  const edits = [
    edit('l[1]', 'y'),
    edit('new', 'N'),
    edit('p', ['1', '2', '5']),
    edit('b', '%d %d'),
    edit('l[0]', 'x'),
  ];

  const text = edited(aresource, file, edits, { base });

  t.is(
    text,
    `<resources>
  <string name="a">A</string> <!-- about a -->
  <string name="b" formatted="false">%d %d</string>
  <plurals name="p">
    <item quantity="one">1</item>
    <item quantity="few">2</item>
    <item quantity="other">5</item>
  </plurals>
  <string-array name="l">
    <item>x</item>
    <item>y</item>
  </string-array>

  <string name="z">Z</string>
  <string name="new">N</string>
</resources>`,
  );
});

test('a new first string comes before the comment of the one it precedes', (t) => {
  const base = resources('<string name="a">A</string>', '<string name="b">B</string>');
  const file = resources('<!-- about b -->', '<string name="b">B</string>');

  t.is(
    edited(aresource, file, [edit('a', 'A')], { base }),
    resources('<string name="a">A</string>', '<!-- about b -->', '<string name="b">B</string>'),
  );
});

test('the first string of a file comes after its comments', (t) => {
  const line = '<string name="a">A</string>';

  t.is(edited(aresource, '<resources/>', [edit('a', 'A')]), resources(line).trimEnd());
  t.is(edited(aresource, '<resources></resources>\n', [edit('a', 'A')]), resources(line));
  t.is(edited(aresource, resources('<!-- x -->'), [edit('a', 'A')]), resources('<!-- x -->', line));
});

test('a new string of the base file gets its note as a comment', (t) => {
  const edits = [{ ...edit('a', 'A'), note: 'one -- two\nthree-' }];

  const text = edited(aresource, resources(), edits);

  t.is(text, resources('<!-- one - - two\n         three-  -->', '<string name="a">A</string>'));
  t.is(entriesOf(aresource, text)[0]?.note, 'one - - two\nthree-');
});

test('items are added to the end of an array, places before them are filled', (t) => {
  const file = resources('<string-array name="l">\n        <item>x</item>\n    </string-array>');

  t.is(
    edited(aresource, file, [edit('l[2]', 'z')]),
    resources(
      '<string-array name="l">\n        <item>x</item>\n        <item></item>\n        <item>z</item>\n    </string-array>',
    ),
  );
  t.throws(() => edited(aresource, file, [edit('l[5000000]', 'z')]), {
    instanceOf: FormatError,
    message: /item 5000000/,
  });
});

test('a removed string takes its comments and its line along', (t) => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => `<string name="${name}">${name}</string>`) as [
    string,
    string,
    string,
  ];
  const file = resources('<!-- Section -->', '', a, '<!-- about b -->', `${b} <!-- more -->`, c);

  t.is(edited(aresource, file, [edit('b', null)]), resources('<!-- Section -->', '', a, c));
  t.is(
    edited(aresource, file, [edit('a', null), edit('b', null), edit('c', null)]),
    resources('<!-- Section -->', ''),
  );
  t.is(
    edited(aresource, `<resources>${a}${b}${c}</resources>`, [edit('b', null)]),
    `<resources>${a}${c}</resources>`,
  );
});

test('all elements of a removed name go, of an array only the last items or all', (t) => {
  const twice = resources(
    '<string name="a">1</string>',
    '<string name="b">B</string>',
    '<string name="a">2</string>',
  );
  const array = resources('<string-array name="l"><item>x</item><item>y</item></string-array>');

  t.is(edited(aresource, twice, [edit('a', null)]), resources('<string name="b">B</string>'));
  t.is(
    edited(aresource, array, [edit('l[1]', null)]),
    resources('<string-array name="l"><item>x</item></string-array>'),
  );
  t.is(edited(aresource, array, [edit('l[1]', null), edit('l[0]', null)]), resources());
  t.throws(() => edited(aresource, array, [edit('l[0]', null)]), {
    instanceOf: FormatError,
    message: /last items/,
  });
});

test('a string can be removed and another put into its place at once', (t) => {
  const base = resources(
    '<string name="a">A</string>',
    '<string name="b">B</string>',
    '<string name="c">C</string>',
  );
  const file = resources('<string name="a">A</string>', '<string name="c">C</string>');

  const text = edited(aresource, file, [edit('a', null), edit('b', 'B')], { base });

  t.is(text, resources('<string name="b">B</string>', '<string name="c">C</string>'));
});

test('the only string can be replaced by another', (t) => {
  const file = resources('<!-- about a -->', '<string name="a">A</string>');

  t.is(edited(aresource, file, [edit('a', null), edit('b', 'B')]), resources('<string name="b">B</string>'));
});

test('an array cannot lose its items and get later ones at once', (t) => {
  const file = resources('<string-array name="l"><item>x</item></string-array>');

  t.throws(() => edited(aresource, file, [edit('l[0]', null), edit('l[1]', 'y')]), {
    instanceOf: FormatError,
    message: /"l\[0\]" did not read back/,
  });
});

test('references to declared entities stay references', (t) => {
  const file = `<!DOCTYPE resources [<!ENTITY app "Beds">]>\n${resources(
    '<string name="a">Welcome to &app;</string>',
    '<string name="b">Type &amp;app;</string>',
  )}`;

  t.deepEqual(textsOf(aresource, file), [
    ['a', 'Welcome to &app;'],
    ['b', 'Type &amp;app;'],
  ]);
  t.is(inside(file, '&app; & <b>&app;</b> &other;'), '&app; &amp; &lt;b&gt;&app;&lt;/b&gt; &amp;other;');
  t.is(inside(file, '<b>&app;</b>'), '<b>&app;</b>');
  t.is(inside(file, 'Type &amp;app;'), 'Type &amp;app;');
  t.is(inside(file, 'Type &amp;amp;app;'), 'Type &amp;amp;app;');
});

test('a new file has the head of its base and no resources', (t) => {
  const base =
    '<?xml version="1.0" encoding="utf-8"?>\r\n<!-- licence -->\r\n<resources xmlns:x="urn:x">\r\n  <!-- note -->\r\n  <string name="a">A</string>\r\n</resources>\r\n<!-- end -->\r\n';

  t.is(
    created(aresource, base),
    '<?xml version="1.0" encoding="utf-8"?>\r\n<!-- licence -->\r\n<resources xmlns:x="urn:x">\r\n</resources>\r\n<!-- end -->\r\n',
  );
  t.is(created(aresource, null), '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n</resources>\n');
  t.is(created(aresource, '<resources/>'), '<resources>\n</resources>');
});

test('a file in an old encoding keeps it; what it lacks is written as a reference', (t) => {
  const file = Buffer.from(
    '<?xml version="1.0" encoding="iso-8859-1"?><resources><string name="a">\xe9</string></resources>',
    'latin1',
  );
  const bytes = aresource.apply(file, [edit('a', 'é ž')], czechOptions(aresource));

  t.is(
    Buffer.from(bytes).toString('latin1'),
    '<?xml version="1.0" encoding="iso-8859-1"?><resources><string name="a">\xe9 &#382;</string></resources>',
  );
  t.deepEqual(textsOf(aresource, bytes), [['a', 'é ž']]);
});
