import test from 'ava';
import { type Adapter, type Edit, FormatError } from '../../adapters/adapter.ts';
import { applyVerified } from '../../adapters/edit.ts';
import { poMono } from '../../adapters/po/po.ts';
import { czechOptions } from '../helpers/format-options.ts';

const bytes = Buffer.from('msgid "a"\nmsgstr "1"\n\nmsgid "b"\nmsgstr "2"\n');
const options = czechOptions(poMono);

function set(context: string, target: string): Edit {
  return { type: 'set', context, source: [], target: [target], state: 'translated' };
}

/** poMono with a fault: its output is replaced by what `spoil` makes of it. */
function faulty(spoil: (text: string) => string): Adapter {
  return {
    ...poMono,
    apply: (...args) => Buffer.from(spoil(Buffer.from(poMono.apply(...args)).toString())),
  };
}

test('edits to the values that are there give the very same bytes', (t) => {
  t.is(applyVerified(poMono, bytes, [set('a', '1'), set('b', '2')], options), bytes);
});

test('of several edits of one string the last one counts', (t) => {
  const written = applyVerified(poMono, bytes, [set('a', 'x'), set('a', 'y')], options);
  const unchanged = applyVerified(poMono, bytes, [set('a', 'x'), set('a', '1')], options);

  t.is(Buffer.from(written).toString(), bytes.toString().replace('1', 'y'));
  t.is(unchanged, bytes);
});

for (const [what, spoil] of [
  ['does not read back', (text: string) => text.replace('new', 'old')],
  ['changes another string', (text: string) => text.replace('"2"', '"3"')],
  ['loses another string', (text: string) => text.replace(/\nmsgid "b"[\s\S]*/, '')],
  ['adds a string', (text: string) => `${text}\nmsgid "c"\nmsgstr "x"\n`],
  ['swaps strings', (text: string) => text.replace(/(msgid "b"\n.*\n)\n([\s\S]*)/, '$2\n$1')],
] as const) {
  test(`a write that ${what} is refused`, (t) => {
    const three = Buffer.from(`${bytes}\nmsgid "z"\nmsgstr "9"\n`);

    const refusal = () => applyVerified(faulty(spoil), three, [set('a', 'new')], options);

    t.throws(refusal, { instanceOf: FormatError });
  });
}

test('formats that cannot add or remove strings say so', (t) => {
  const fixed: Adapter = { ...poMono, add: false, remove: false };

  t.throws(() => applyVerified(fixed, bytes, [set('c', 'x')], options), {
    instanceOf: FormatError,
    message: /"c" is not in the file/,
  });
  t.throws(() => applyVerified(fixed, bytes, [{ type: 'remove', context: 'a', source: [] }], options), {
    instanceOf: FormatError,
    message: /cannot be removed/,
  });
});

test('a state that the format cannot store is no change', (t) => {
  const edit: Edit = { type: 'set', context: 'a', source: [], target: ['1'], state: 'approved' };

  t.is(applyVerified(poMono, bytes, [edit], options), bytes);
});
