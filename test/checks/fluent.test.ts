import test from 'ava';
import { fluentTargetInnerHtml } from '../../checks/fluent/fluent-inner-html.ts';
import { fluentParts } from '../../checks/fluent/fluent-parts.ts';
import { fluentReferences } from '../../checks/fluent/fluent-references.ts';
import { failed } from '../helpers/checked.ts';

const ids = 'fluent-source-syntax, fluent-target-syntax, fluent-parts, fluent-references';
const flags = `${ids}, fluent-source-inner-html, fluent-target-inner-html`;

function fluentFailures(source: string, target: string, more = '', context = 'key'): string[] {
  const failing = failed({ source, target, context, flags: more ? `${flags}, ${more}` : flags });
  return failing.filter((id) => id.startsWith('fluent'));
}

for (const [text, more, context] of [
  ['open { ref', '', 'key'],
  ['close }', '', 'key'],
  ['a\n.title = b\n.title = c', '', 'key'],
  ['.title = b', '', '-term'],
  ['.title = b', 'fluent-type:Term', 'key'],
  ['{ $n ->\n [one] a\n [other] b\n}', '', 'key'],
  ['{ message ->\n *[other] b\n}', '', 'key'],
  ['{ -term.attribute }', '', 'key'],
  ['{ lower() }', '', 'key'],
  ['a\n.title =', '', 'key'],
  ['a\n[b] c', '', 'key'],
  [`${'{'.repeat(50_000)}`, '', 'key'],
  [`{ ${'A('.repeat(50_000)}`, '', 'key'],
] as const) {
  test(`"${text.slice(0, 40)}" of ${context} is no valid entry ${more}`, (t) => {
    const source = failed({
      source: text,
      flags: more ? `${flags}, ${more}` : flags,
      context,
      isSource: true,
    });

    t.deepEqual(source, ['fluent-source-syntax']);
    t.deepEqual(fluentFailures('x', text, more, context), ['fluent-target-syntax']);
  });
}

for (const [text, context] of [
  ['a { -term } b', 'key'],
  ['a\n.title = b', 'key'],
  ['.title = b', 'key'],
  ['{ $n ->\n [one] a\n*[other] b\n}', 'key'],
  ['{ -term.attribute ->\n *[other] b\n}', 'key'],
  ['a', '-term'],
  ['one\n\ntwo\n  three', 'key'],
  ['[a]', 'key'],
  ['… and (((', 'key'],
  ['', 'key'],
  [`a${' '.repeat(100_000)}b`, 'key'],
] as const) {
  test(`"${text.slice(0, 40)}" of ${context} is a valid entry`, (t) => {
    const failing = failed({ source: text, flags, context, isSource: true });

    t.deepEqual(failing, []);
  });
}

for (const [source, target, context, fires] of [
  ['a\n.title = b', 'c', 'key', true],
  ['a', 'c\n.title = d', 'key', true],
  ['a\n.title = b', '.title = b', 'key', true],
  ['a\n.title = b', 'a\n.label = b', 'key', true],
  ['a\n.title = b', 'c\n.title = d', 'key', false],
  ['a\n.title = b\n.label = c', 'a\n.label = b\n.title = c', 'key', false],
  ['a\n.title = b', 'c', '-term', false],
  ['a\n.title = b', '', 'key', false],
] as const) {
  test(`parts: "${source}" as "${target}" of ${context} ${fires ? 'fires' : 'passes'}`, (t) => {
    t.is(fluentFailures(source, target, '', context).includes('fluent-parts'), fires);
  });
}

const select = (branches: string, selector = '$n') =>
  `{ ${selector} ->\n${branches.replaceAll('|', '\n')}\n}`;

for (const [source, target, fires] of [
  ['{ $a } x', 'x', true],
  ['x', '{ $a } x', true],
  ['{ $a }', '{ $a } { $a }', true],
  ['{ -a }', '{ a }', true],
  ['{ a.b }', '{ a.c }', true],
  ['{ NUMBER($a) }', '{ NUMBER($b) }', true],
  ['a\n.t = { $a }', 'a\n.t = b', true],
  [select('[one] { $a }|*[other] { $b }'), select('[one] { $a }|*[other] { $a }'), true],
  ['{ $n } { $a }', select('[one] one|*[other] { $n } { $a }'), true],
  ['{ $n }', select(`[one] ${select('[m] { $n }|*[f] x', '$g')}|*[other] { $n }`), true],
  ['{ $n } items', select('[one] one|*[other] { $n } items'), false],
  [select('[one] one|*[other] { $n } items'), '{ $n }', false],
  [select('[one] one|*[other] { $n }'), select('[one] one|[few] { $n }|*[other] { $n }'), false],
  [select('[one] one|*[other] { $n }', 'NUMBER($n)'), '{ $n }', false],
  ['{ $a } { $b }', '{ $b } { $a }', false],
  ['{ -a(case: "x") }', '{ -a }', false],
  ['{ NUMBER($a) }', '{ $a }', false],
  ['{ "a" }', '{ 5 }', false],
  ['a\n.t = { $a }', 'a\n.t = x { $a }', false],
  ['{ $a', 'x', false],
] as const) {
  test(`references: "${source}" as "${target}" ${fires ? 'fires' : 'passes'}`, (t) => {
    t.is(fluentFailures(source, target).includes('fluent-references'), fires);
  });
}

const unsafe = [
  'three<four',
  'kind&ethical',
  '<img class=a/>',
  '<b>a',
  'a</b>',
  '<b><i>a</b></i>',
  '<b/>',
  '<br></br>',
  '<b>a</B>',
  '<!-- a -->',
  '<?a?>',
  '<{ $a }>',
  '<a href="x" href="y">z</a>',
  '<input disabled>',
  '&unknown;',
  '&am{ $a }',
  '&{ $a }',
  '&ampx;',
  '<a title="&copy">b</a>',
  '{ "<b>" }',
  select('[one] <b>a</b>|*[other] <b>a'),
];

const safe = [
  'three < four',
  'a <br> b',
  'a <br/> b',
  '<b>a</b>',
  '<a href="{ $url }" title=\'x\'>b</a>',
  'a & b',
  'a &amp; b',
  '&#8230;',
  'AT&T',
  'a &unknown b',
  '{ "<b>" }a</b>',
  '<my-tag>a</my-tag\n>',
  select('[one] <b>a</b>|*[other] b'),
  'a > b',
];

for (const text of unsafe) {
  test(`"${text}" is not safe as inner HTML`, (t) => {
    t.deepEqual(failed({ source: text, flags, isSource: true }), ['fluent-source-inner-html']);
    t.true(fluentFailures(text, text).includes('fluent-target-inner-html'));
  });
}

for (const text of safe) {
  test(`"${text}" is safe as inner HTML`, (t) => {
    t.deepEqual(failed({ source: text, flags, isSource: true }), []);
    t.deepEqual(fluentFailures(text, text), []);
  });
}

for (const [source, target, fires] of [
  ['<em>a</em>', 'a', true],
  ['a', '<em>a</em>', true],
  ['<a href="x">b</a>', '<a href="y">b</a>', true],
  ['<b><i>a</i></b>', '<i><b>a</b></i>', true],
  ['<b>a</b>', select('[one] <b>a</b>|*[other] b'), true],
  ['<em>a</em> b', 'c <em>d</em>', false],
  ['<b>a</b><i>b</i>', '<i>b</i><b>a</b>', false],
  ['<a x="1" y="2">b</a>', '<a y="2" x="1">b</a>', false],
  ['<b>a</b>', select('[one] <b>a</b>|*[other] x <b>b</b>'), false],
  ['<b>a', 'a', false],
] as const) {
  test(`elements: "${source}" as "${target}" ${fires ? 'fires' : 'passes'}`, (t) => {
    t.is(fluentFailures(source, target).includes('fluent-target-inner-html'), fires);
  });
}

test('references, heads of attributes and tags are placeable', (t) => {
  const text = 'a { $n } <b class="x">{ -t(case: "y") }</b>\n .title = { NUMBER($n) }';

  const spans = [fluentReferences, fluentParts, fluentTargetInnerHtml].map(({ placeables }) =>
    placeables(text).map(({ start, end }) => text.slice(start, end)),
  );

  t.deepEqual(spans, [
    ['{ $n }', '{ -t(case: "y") }', '{ NUMBER($n) }'],
    [' .title ='],
    ['<b class="x">', '</b>'],
  ]);
});

test('more variants than anyone could translate are not compared', (t) => {
  const text = Array.from({ length: 40 }, (_, index) => select(`[a] { $v${index} } <b>x</b>|*[b] y`)).join(
    ' ',
  );

  t.deepEqual(fluentFailures(text, `${text} z`), []);
});

test('hostile entries are read at once', (t) => {
  const hostile = [
    '{ $a',
    '<a ',
    '<a>',
    '&a',
    '{ "',
    '\n .a = b',
    '\n',
    '{ $a }',
    '.',
    '{a(',
    ' \n ',
    '<a b="',
  ];

  const read = hostile.map((piece) => fluentFailures('x', piece.repeat(20_000)));

  t.is(read.length, hostile.length);
});

test('texts with very many references and selects are compared at once, or not at all', (t) => {
  const many = Array.from({ length: 20_000 }, (_, index) => `{ $v${index} }`).join(' ');
  const single = Array.from({ length: 5000 }, (_, index) => select(`*[a] { $v${index} }`)).join(' ');
  const wide = Array.from({ length: 100 }, (_, index) => select(`[a] { $v${index} }|*[b] ${many}`)).slice(
    0,
    5,
  );
  const nested = `<a title="${'x'.repeat(50_000)}">${'<b></b>'.repeat(10_000)}</a>`;

  t.true(fluentFailures(many, `${many} { $v0 }`).includes('fluent-references'));
  t.deepEqual(fluentFailures(single, `${single} x`), []);
  t.deepEqual(fluentFailures(wide.join(' '), `${wide.join(' ')} x`), []);
  t.true(fluentFailures(nested, `${nested}<b></b>`).includes('fluent-target-inner-html'));
});
