import test from 'ava';
import { FormatError } from '../../../adapters/adapter.ts';
import { decodeText, lineAt } from '../../../adapters/text/encoding.ts';

const text = 'Žluťoučký kůň 😀\r\nsecond\n';

function utf16(value: string, swapped: boolean): Buffer {
  const bytes = Buffer.from(value, 'utf16le');
  return swapped ? bytes.swap16() : bytes;
}

for (const [what, bytes] of [
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16LE with a mark', utf16(`\ufeff${text}`, false)],
  ['UTF-16BE with a mark', utf16(`\ufeff${text}`, true)],
] as const) {
  test(`${what} is read and written, its mark kept`, (t) => {
    const file = decodeText(bytes);

    t.is(file.text, text);
    t.is(file.eol, '\r\n');
    t.deepEqual(new Uint8Array(file.encode(text)), new Uint8Array(bytes));
  });
}

test('a mark wins over the named encoding', (t) => {
  t.is(decodeText(Buffer.from('\ufeffé'), 'iso-8859-1').text, 'é');
});

test('old encodings are read by their names, and ISO-8859-1 is not windows-1252', (t) => {
  t.is(decodeText(Buffer.from('e9', 'hex'), 'ISO-8859-1').text, 'é');
  t.is(decodeText(Buffer.from('93', 'hex'), 'ISO-8859-1').text, '\u0093');
  t.is(decodeText(Buffer.from('93', 'hex'), 'windows-1252').text, '“');
  t.is(decodeText(Buffer.from('83658358', 'hex'), 'shift_jis').text, 'テス');
});

test('bytes that are no UTF-8 are refused with their line', (t) => {
  const bytes = Buffer.concat([Buffer.from('one\ntwo\n'), Buffer.from([0xc3, 0x28])]);

  const error = t.throws(() => decodeText(bytes), { instanceOf: FormatError });

  t.is((error as FormatError).line, 3);
});

for (const [what, bytes, encoding] of [
  ['half of a UTF-16 pair', Buffer.from('fffe3dd8', 'hex'), undefined],
  ['a byte that windows-1250 lacks', Buffer.from('81', 'hex'), 'windows-1250'],
  ['an unknown encoding', Buffer.from('a'), 'klingon-1'],
] as const) {
  test(`${what} is refused`, (t) => {
    t.throws(() => decodeText(bytes, encoding), { instanceOf: FormatError });
  });
}

test('what cannot be written is refused, naming the character', (t) => {
  const latin = decodeText(Buffer.from('a'), 'iso-8859-2');
  const unicode = decodeText(Buffer.from('a'));

  t.throws(() => latin.encode('šΩ'), { instanceOf: FormatError, message: /"Ω".*iso-8859-2/ });
  t.throws(() => unicode.encode('\ud83d'), { instanceOf: FormatError, message: /surrogate/ });
});

test('a file without line ends gets LF', (t) => {
  t.is(decodeText(Buffer.from('a')).eol, '\n');
});

test('lines are counted by LF, CRLF and CR', (t) => {
  t.deepEqual(
    [0, 1, 2, 5, 7].map((offset) => lineAt('a\nb\r\nc\rd', offset)),
    [1, 1, 2, 3, 4],
  );
});
