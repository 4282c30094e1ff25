import test from 'ava';
import { mergeFlags } from '../../checks/flags.ts';
import { icuMessageFormat } from '../../checks/icu/icu-message-format.ts';
import { parseMessage } from '../../checks/icu/message.ts';
import { failed } from '../helpers/checked.ts';

const noTags = { tags: 'none', tagPrefix: '' } as const;

for (const text of [
  'plain',
  '{n}',
  '{ n }',
  '{n, number}',
  '{n, date, short}',
  "{d, date, yyyy 'year' {n}}".replace('{n}', ''),
  '{n, number, ::currency/EUR}',
  '{n, plural, one {a} other {b}}',
  '{n, plural, offset:1 =0 {none} one {# of {m}} other {#}}',
  '{n, selectordinal, one {#st} other {#th}}',
  '{g, select, male {he {n, plural, one {a} other {b}}} other {they}}',
  '{n, own, one {a}}',
  "it''s",
  "l'heure",
  "'{n}",
  "'{' and '}'",
  "{n, plural, other {'#' '{'}}",
  'a < b',
  '{0}',
  '{a.b-c}',
]) {
  test(`"${text}" is a message`, (t) => {
    t.not(parseMessage(text, noTags), null);
  });
}

for (const text of [
  '{',
  '}',
  '{}',
  '{n',
  '{n}}',
  '{n m}',
  '{n,}',
  '{n, }',
  '{n, date, }',
  '{n, plural}',
  '{n, select}',
  '{n, plural, }',
  '{n, plural, one}',
  '{n, plural, one {a} other {b}',
  '{n, plural, one {a}} other {b}}',
  "{n'm}",
  '{#}',
  '{{n}}',
]) {
  test(`"${text}" is no message`, (t) => {
    t.is(parseMessage(text, noTags), null);
  });
}

for (const [source, target, flags] of [
  ['Hi {name}', 'Ahoj {jmeno}', ''],
  ['Hi {name}', 'Ahoj', ''],
  ['Hi', 'Ahoj {name}', ''],
  ['{n}', '{n, date}', ''],
  ['{n}', '{n, number}', ''],
  ['{n, number}', '{n, date}', ''],
  ['{count}', '{count, date}', ''],
  ['{n, plural, one {a} other {b}}', '{n, plural, one {a}}', ''],
  ['{n, plural, one {a} other {b}}', '{n, plural, einer {a} other {b}}', ''],
  ['{g, select, male {a} other {b}}', '{g, select, female {a} other {b}}', ''],
  ['{g, select, male {a} other {b}}', '{g, select, male {a}}', ''],
  ['{n}', '{n', ''],
  ['{n', 'x}', ''],
  ['{n, plural, other {{m}}}', '{n, plural, other {x}}', ''],
  ['<b>a</b>', 'a', 'icu-flags:xml'],
  ['a', '<b>a</b>', 'icu-flags:xml'],
  ['<b>a</b>', '<b/>', 'icu-flags:xml'],
  ['<b>a</b>', '{b}', 'icu-flags:xml'],
  ['<b>a</b>', '<b>a</i>', 'icu-flags:xml'],
  ['<b>a</b>', '<b>a', 'icu-flags:xml'],
  ['a', 'a < b', 'icu-flags:strict-xml'],
  ['<x:b>a</x:b>', 'a', 'icu-flags:xml, icu-tag-prefix:"x:"'],
] as const) {
  test(`"${source}" as "${target}" fires ${flags}`, (t) => {
    const failing = failed({ source, target, flags: `icu-message-format, ${flags}` });

    t.true(failing.includes('icu_message_format'));
  });
}

for (const [source, target, flags] of [
  ['{n} {m}', '{m} {n}', ''],
  ['{n}', '{n} {n}', ''],
  ['{n, number}', '{n, plural, other {x}}', ''],
  ['{n, plural, one {a} other {b}}', '{n, plural, one {a} few {b} other {c}}', ''],
  ['{n, plural, one {a} other {b}}', '{n, plural, =0 {a} other {c}}', ''],
  ['{count}', '{count, number}', ''],
  ['{d, date, short}', '{d, date, long}', ''],
  ['{d, date}', '{d}', ''],
  ['{g, select, male {a} other {b}}', '{g, select, other {b}}', ''],
  ['{n', 'x', ''],
  ['{n}', '', ''],
  ['text', "l'heure", ''],
  ['Hi {name}', 'Ahoj', 'icu-flags:-missing'],
  ['Hi', 'Ahoj {name}', 'icu-flags:-extra'],
  ['{n}', '{n, date}', 'icu-flags:-types'],
  ['{n, plural, other {b}}', '{n, plural, one {a}}', 'icu-flags:-require_other'],
  ['{n, plural, other {b}}', '{n, plural, x {a} other {b}}', 'icu-flags:-plural_selectors'],
  ['{g, select, other {b}}', '{g, select, x {a} other {b}}', 'icu-flags:-submessage_selectors'],
  ['<b>a</b>', '<b/>', 'icu-flags:xml:-tags'],
  ['<b>a</b>', 'x <b>c</b>', 'icu-flags:xml'],
  ['<b>a</b>', 'a', ''],
  ['a < 1', '1 > a <', 'icu-flags:xml'],
  ['<b>a</b>', '<i>a</b>', 'icu-flags:xml, icu-tag-prefix:"x:"'],
] as const) {
  test(`"${source}" as "${target}" passes ${flags}`, (t) => {
    const failing = failed({ source, target, flags: `icu-message-format, ${flags}` });

    t.false(failing.includes('icu_message_format'));
  });
}

for (const [source, fires] of [
  ['{n, plural, one}', true],
  ['{', true],
  ['}', true],
  ['{n}', false],
  ['', false],
  ["'{'", false],
] as const) {
  test(`the syntax of a source "${source}" ${fires ? 'fires' : 'passes'}`, (t) => {
    const text = { source, isSource: true, flags: 'icu-message-format' };

    t.is(failed(text).includes('icu_message_format_syntax'), fires);
    t.false(failed({ ...text, flags: 'icu-message-format, ignore-icu-message-format' }).length > 0);
  });
}

test('nothing is excused in forms for one count', (t) => {
  const text = { source: ['{n} file', '{n} files'], flags: 'icu-message-format' };

  t.true(
    failed({ ...text, target: ['soubor', '{n} soubory', '{n} souborů'] }).includes('icu_message_format'),
  );
  t.true(failed({ ...text, target: ['ファイル'], language: 'ja' }).includes('icu_message_format'));
  t.false(failed({ ...text, target: ['{n} a', '{n} b'], language: 'fr' }).includes('icu_message_format'));
});

test('arguments without sub-messages are placeable', (t) => {
  const text = "{n, plural, one {a {m}} other {'{x}'}} {d, date}";
  const subject = (flags: string) =>
    ({ flags: mergeFlags(flags) }) as Parameters<typeof icuMessageFormat.placeables>[1];

  const spans = icuMessageFormat.placeables(text, subject('icu-message-format'));

  t.deepEqual(
    spans.map(({ start, end }) => text.slice(start, end)),
    ['{m}', '{d, date}'],
  );
  t.deepEqual(icuMessageFormat.placeables(text, subject('icu-flags:-highlight')), []);
});

test('hostile messages are read at once, deep ones not at all', (t) => {
  const hostile = ['{n, select, a ', '{a,b,', "'{''", '<a>', '<', '{n,plural,', '{n, x, a ', '  {'];

  const read = hostile.map((piece) => parseMessage(piece.repeat(50_000), { tags: 'loose', tagPrefix: '' }));

  t.is(read.length, hostile.length);
  t.is(parseMessage(`${'{n, select, other {'.repeat(500)}${'}}'.repeat(500)}`, noTags), null);
  t.not(parseMessage(`${'{n, select, other {'.repeat(50)}${'}}'.repeat(50)}`, noTags), null);
});
