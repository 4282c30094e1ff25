import test from 'ava';
import { FormatError } from '../../../adapters/adapter.ts';
import { contentHash, idHash } from '../../../adapters/identity.ts';
import { po, poMono } from '../../../adapters/po/po.ts';
import { type ReadRequest, readFile } from '../../../adapters/tasks/read.ts';
import { czechOptions } from '../../helpers/format-options.ts';
import { czechHeader } from '../../helpers/po.ts';

function readPo(text: string, changes: Partial<ReadRequest> = {}) {
  const request = { format: 'po', bytes: Buffer.from(text), options: czechOptions(po), sourceLanguage: 'en' };
  return readFile({ ...request, ...changes });
}

const template = `msgid ""
msgstr "Plural-Forms: nplurals=2; plural=n != 1;\\n"

#. For the shop.
#: shop.c:1
#, max-length:40
msgid "shop.title"
msgstr "The kite shop"

msgid "shop.kites"
msgid_plural "many"
msgstr[0] "%d kite"
msgstr[1] "%d kites"

msgid "shop.empty"
msgstr ""

msgid "menu.open"
msgstr "Open"
`;

function readKeys(text: string, changes: Partial<ReadRequest> = {}) {
  const options = czechOptions(poMono, { template: Buffer.from(template) });
  return readPo(text, { format: 'po-mono', options, ...changes });
}

test('a bilingual file gives all there is to store of a string', (t) => {
  const { units, plural, problems } = readPo(`${czechHeader}
msgid "other"
msgstr ""

# Note.
#: a.c:1
#, fuzzy, c-format
#| msgid "old"
msgctxt "menu"
msgid "Two words"
msgstr "Dvě slova"
`);

  const hash = contentHash(['Two words'], 'menu');
  t.deepEqual(units[1], {
    idHash: hash,
    contentHash: hash,
    context: 'menu',
    source: ['Two words'],
    target: ['Dvě slova'],
    state: 10,
    originalState: 10,
    previousSource: ['old'],
    note: 'Note.',
    location: 'a.c:1',
    flags: 'c-format',
    explanation: '',
    position: 2,
    numWords: 2,
    numChars: 9,
    line: 14,
  });
  t.is(units[0]!.state, 0);
  t.is(plural!.number, 3);
  t.deepEqual(problems, []);
});

test('plural strings have the forms of the file, others one', (t) => {
  const strings = 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "1"\n\nmsgid "c"\nmsgstr "2"\n';

  const { units } = readPo(`${czechHeader}\n${strings}`);
  const { units: ofLanguage } = readPo(strings);

  t.deepEqual(
    units.map(({ target }) => target),
    [['1', '', ''], ['2']],
  );
  t.deepEqual(ofLanguage[0]!.target, ['1', '', '']);
});

test('as source, a bilingual file has its sources for targets, translated', (t) => {
  const { units } = readPo('#, fuzzy\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "x"\n', { asSource: true });

  t.deepEqual(units[0]!.target, ['a', 'b']);
  t.is(units[0]!.state, 20);
});

test('a monolingual file has the strings of its base file, in its order, with its source', (t) => {
  const { units } = readKeys('msgid "menu.open"\nmsgstr "Otevřít"\n\nmsgid "own"\nmsgstr "x"\n');

  t.deepEqual(
    units.map(({ context, source, target, state, position, line }) => [
      context,
      source,
      target,
      state,
      position,
      line,
    ]),
    [
      ['shop.title', ['The kite shop'], [''], 0, 1, 0],
      ['shop.kites', ['%d kite', '%d kites'], ['', '', ''], 0, 2, 0],
      ['menu.open', ['Open'], ['Otevřít'], 20, 3, 1],
    ],
  );
  t.deepEqual(
    [units[0]!.note, units[0]!.location, units[0]!.flags],
    ['For the shop.', 'shop.c:1', 'max-length:40'],
  );
  t.is(units[2]!.idHash, idHash(poMono, { context: 'menu.open', source: [] }));
});

test('the base file itself is its own source, with the same hashes', (t) => {
  const english = czechOptions(poMono).sourcePlural;
  const options = czechOptions(poMono, { language: 'en', plural: english });

  const { units } = readPo(template, { format: 'po-mono', options });
  const { units: translated } = readKeys('');

  t.deepEqual(units[1]!.target, ['%d kite', '%d kites']);
  t.deepEqual(units[1]!.source, units[1]!.target);
  t.deepEqual(
    units.map((unit) => [unit.idHash, unit.contentHash, unit.numWords]),
    translated.map((unit) => [unit.idHash, unit.contentHash, unit.numWords]),
  );
});

test('a key filter is matched from the start of the key', (t) => {
  const { units } = readKeys('', { keyFilter: 'shop\\.' });
  const { units: inside } = readKeys('', { keyFilter: 'kites' });

  t.deepEqual(
    units.map(({ context, position }) => [context, position]),
    [
      ['shop.title', 1],
      ['shop.kites', 2],
    ],
  );
  t.is(inside.length, 0);
});

test('a key filter that does not compile is refused', (t) => {
  t.throws(() => readKeys('', { keyFilter: '(' }), { instanceOf: FormatError, message: /key filter/ });
});

test('what the database cannot keep apart is refused with its line', (t) => {
  const error = t.throws(() => readPo('\nmsgid "a"\nmsgstr "b\u001ec"\n'), { instanceOf: FormatError });

  t.is((error as FormatError).line, 2);
});

test('flags that cannot be read are refused with their line', (t) => {
  const text = `${czechHeader}\nmsgid "a"\nmsgstr "b"\n\n#, placeholders:"x\nmsgid "c"\nmsgstr "d"\n`;

  const error = t.throws(() => readPo(text), { instanceOf: FormatError, message: /placeholders:"x/ });

  t.is((error as FormatError).line, text.split('\n').indexOf('msgid "c"') + 1);
});

test('a wrong value of a flag is told, and what other programs mean by theirs is not', (t) => {
  const entry = (flags: string, id: string) => `\n#, ${flags}\nmsgid "${id}"\nmsgstr "x"\n`;
  const text = entry('max-length:abc, no-c-format, range: 0..10', 'a') + entry('max-length:9', 'b');

  const { units, problems } = readPo(czechHeader + text);

  t.is(units.length, 2);
  t.deepEqual(
    problems.map(({ kind, message }) => [kind, message]),
    [['skipped', 'flag "max-length": needs a whole number; it does nothing']],
  );
});

test('too many strings are refused', (t) => {
  const text = Array.from({ length: 200_001 }, (_, n) => `msgid "${n}"\nmsgstr ""\n`).join('');

  t.throws(() => readPo(text), { instanceOf: FormatError, message: /200001 strings/ });
});

test('an unknown format is refused', (t) => {
  t.throws(() => readPo('', { format: 'nonsense' }), { instanceOf: FormatError });
});
