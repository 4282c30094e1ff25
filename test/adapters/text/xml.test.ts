import test from 'ava';
import { FormatError } from '../../../adapters/adapter.ts';
import { attributeOf, parseXml, type XmlElement } from '../../../adapters/text/xml.ts';
import { decodeXmlFile } from '../../../adapters/text/xml-encoding.ts';
import {
  decodeCdata,
  decodeXml,
  encodeAttribute,
  encodeCdata,
  encodeXml,
} from '../../../adapters/text/xml-text.ts';
import { awkwardStrings } from '../../helpers/awkward-strings.ts';

const text = `<?xml version="1.0"?>\r
<!DOCTYPE r [
  <!ENTITY app "x ]> y"> <!-- isn't <!ENTITY hidden "h"> -->
  <!ENTITY out SYSTEM "file:///nowhere"> <!ENTITY % param "p">
]>
<!-- before --><r xmlns:a='urn:a' k = "v > w">😀 text<a:b/>&app;<![CDATA[ <![CDATA[ </r> ]]>\r
<?php echo "<b>"; ?><!-- <c> --><d
 x="1"
 y='2' >é</d
></r>
<!-- after -->`;

test('every node has the span that it has in the file', (t) => {
  const { root, outside } = parseXml(text);

  t.deepEqual(
    outside.map(({ start, end }) => text.slice(start, end)),
    ['<!-- before -->', '<!-- after -->'],
  );
  t.deepEqual(
    root.children.map(({ type, start, end }) => [type, text.slice(start, end)]),
    [
      ['element', '<a:b/>'],
      ['cdata', '<![CDATA[ <![CDATA[ </r> ]]>'],
      ['instruction', '<?php echo "<b>"; ?>'],
      ['comment', '<!-- <c> -->'],
      ['element', '<d\n x="1"\n y=\'2\' >é</d\n>'],
    ],
  );
  t.true(text.startsWith("<r xmlns:a='urn:a'", root.start));
  t.is(text.slice(root.closeStart, root.end), '</r>');
});

test('tags and attribute values have their spans too', (t) => {
  const { root } = parseXml(text);
  const [self, d] = root.elements() as [XmlElement, XmlElement];

  t.is(text.slice(d.start, d.openEnd), '<d\n x="1"\n y=\'2\' >');
  t.is(text.slice(d.openEnd, d.closeStart), 'é');
  t.deepEqual([self.openEnd, self.closeStart], [self.end, self.end]);
  t.deepEqual(
    ['xmlns:a', 'k']
      .map((name) => root.attributeSpan(name))
      .map((span) => text.slice(span?.start, span?.end)),
    ['urn:a', 'v > w'],
  );
  t.is(root.attributeSpan('missing'), null);
});

test('entities are known by name and kept', (t) => {
  const document = parseXml(text);

  t.deepEqual([...document.entities], ['app', 'out']);
  t.is(
    decodeXml('&app; &amp;app; &amp;amp;out; &amp;other;', document.references),
    '&app; &amp;app; &amp;amp;out; &other;',
  );
});

test('attributes are decoded, white space in them is spaces', (t) => {
  const document = parseXml('<a b="1 &lt; 2 &#x41;\n\tx" c=\'"\'/>');

  t.is(attributeOf(document, document.root, 'b'), '1 < 2 A  x');
  t.is(attributeOf(document, document.root, 'c'), '"');
  t.is(attributeOf(document, document.root, 'd'), null);
});

const refused: readonly [string, number, string][] = [
  ['<a>\n<b>\n</a>', 3, 'unexpected close tag'],
  ['<a>\n', 2, 'unclosed tag: a'],
  ['', 1, 'document must contain a root element'],
  ['<a/>\r\r<b/>', 3, 'documents may contain only one root'],
  ['<a>\n&nope;</a>', 2, 'undefined entity'],
  ['<a>\n&__proto__;</a>', 2, 'undefined entity'],
  ['<a>\nb & c</a>\n<!-- ; -->', 2, 'a bare & must be written &amp;'],
  ['<a\nhref="?b=1&c=2"/>', 2, 'a bare & must be written &amp;'],
  ['<a>\n\u0002</a>', 2, 'disallowed character'],
  ['<a b="1"\nb="2"/>', 2, 'duplicate attribute: b'],
  ['<a>'.repeat(501), 1, 'elements are nested more than 500 levels deep'],
];

for (const [xml, line, reason] of refused) {
  test(`${JSON.stringify(xml.slice(0, 40))} is refused: ${reason}`, (t) => {
    const error = t.throws(() => parseXml(xml), { instanceOf: FormatError });

    t.deepEqual([error?.line, error?.reason], [line, reason]);
  });
}

test('entities that grow without measure are refused', (t) => {
  const nested = (count: number) =>
    Array.from({ length: count }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`).join('');
  const file = (count: number) => `<!DOCTYPE a [<!ENTITY e0 "ten chars.">${nested(count)}]><a/>`;

  t.notThrows(() => parseXml(file(5)));
  t.throws(() => parseXml(file(20)), { instanceOf: FormatError, message: /longer than/ });
  t.throws(() => parseXml(file(5000)), { instanceOf: FormatError, message: /longer than/ });
});

test('encoded text and attributes parse to what they were', (t) => {
  for (const value of awkwardStrings.filter((candidate) => !/[\x07\x1b]/.test(candidate))) {
    const document = parseXml(`<a b="${encodeAttribute(value, '"', null)}">${encodeXml(value, null)}</a>`);
    const { root } = document;

    t.is(decodeXml(document.text.slice(root.openEnd, root.closeStart), null), value);
    t.is(attributeOf(document, root, 'b'), value);
  }
});

test('text between references is the inverse both ways, in CDATA too', (t) => {
  const { references } = parseXml('<!DOCTYPE a [<!ENTITY x "y">]><a/>');

  for (const value of ['&x;', '&amp;x;', 'a & &amp;amp;x; &y;', '&amp;', ...awkwardStrings.slice(0, 40)]) {
    t.is(decodeXml(encodeXml(value, references), references), value);
    const cdata = encodeCdata(value, references);
    t.is(cdata === null, value === '&x;' || value.includes('\r'), value);
    t.is(cdata === null || cdata.includes(']]>') ? value : decodeCdata(cdata, references), value);
  }
});

test('characters that XML cannot hold are refused', (t) => {
  t.throws(() => encodeXml('a\u0007', null), { instanceOf: FormatError, message: /U\+0007/ });
  t.throws(() => encodeCdata('\ufffe', null), { instanceOf: FormatError, message: /U\+FFFE/ });
});

test('the encoding is that of the mark, of the declaration, or UTF-8', (t) => {
  const declared = (encoding: string) => `<?xml version="1.0" encoding='${encoding}'?><a>é</a>`;
  const files: [Buffer, string][] = [
    [Buffer.from(declared('utf-8')), declared('utf-8')],
    [Buffer.from(declared('windows-1250'), 'latin1'), declared('windows-1250')],
    [Buffer.from(`\ufeff${declared('windows-1250')}`), declared('windows-1250')],
    [Buffer.from(declared('utf-16'), 'utf16le'), declared('utf-16')],
    [Buffer.from(declared('utf-16'), 'utf16le').swap16(), declared('utf-16')],
    [Buffer.from(`\ufeff${declared('utf-16')}`, 'utf16le'), declared('utf-16')],
    [Buffer.from(declared('utf-16')), declared('utf-16')],
    [Buffer.from('<a>é</a>'), '<a>é</a>'],
  ];

  for (const [bytes, expected] of files) {
    const file = decodeXmlFile(bytes);

    t.is(file.text, expected);
    t.deepEqual(Buffer.from(file.encode(file.text)), bytes);
  }
});
