import test from 'ava';
import type { GlossaryTerm } from '../../../checks/check.ts';
import { GlossaryIndex } from '../../../checks/glossary-index.ts';
import { type CheckRow, testCheck } from '../../helpers/check-table.ts';
import { type CheckedString, failed } from '../../helpers/checked.ts';

type Entry = readonly [source: string, target: string, kind?: 'forbidden' | 'read-only'];

/** A row for a string that asks for its glossary, whose entries for its source are `entries`. */
function row(
  source: string | readonly string[],
  target: string | readonly string[],
  fires: boolean,
  entries: readonly Entry[],
  more: Partial<CheckedString> = {},
): CheckRow {
  return [source, target, fires, { flags: 'check-glossary', terms: entries.map(termOf), ...more }];
}

function termOf([source, target, kind]: Entry): GlossaryTerm {
  const isReadOnly = kind === 'read-only';
  const expected = isReadOnly ? source : target;
  return { source, target: expected, isForbidden: kind === 'forbidden', isReadOnly };
}

const hello: Entry = ['hello', 'ahoj'];

testCheck('check_glossary', [
  row('Hello!', 'Nazdar!', true, [hello]),
  row('Hello!', 'Ahoj!', false, [hello]),
  row('Hello!', 'AHOJ!', false, [hello]),
  row('Hello!', 'Ahojte!', true, [hello]),
  row('Hello!', '_ahoj_', true, [hello]),
  row('Hello!', 'ahoj', false, [hello]),
  row('Hello!', 'naahoj ahoj', false, [hello]),
  row('Hello!', 'Nazdar!', false, []),
  ['Hello!', 'Nazdar!', false, { terms: [termOf(hello)] }],
  row('Hello!', 'Nazdar!', false, [hello], { flags: 'check-glossary, ignore-check-glossary' }),
  row('Hello!', 'Nazdar!', false, [hello], { state: 100 }),
  row('Hello!', '', false, [hello], { state: 0 }),
  row('Hello!', 'Nazdar!', true, [hello], { state: 10 }),
]);

// An entry without a translation asks for nothing; of several entries for a term one is enough.
testCheck('check_glossary', [
  row('Hello!', 'Nazdar!', false, [['hello', '']]),
  row('Hello!', 'Nazdar!', false, [hello, ['Hello', 'nazdar']]),
  row('Hello!', 'Čau!', true, [hello, ['Hello', 'nazdar']]),
  row('Hello!', 'Čau!', true, [hello, ['hello', '']]),
  row('Hello world', 'Ahoj lide', true, [hello, ['world', 'svět']]),
  row('Hello world', 'Ahoj světe', false, [hello, ['world', 'světe']]),
]);

testCheck('check_glossary', [
  row('Hello!', 'Nazdar!', true, [['hello', 'nazdar', 'forbidden']]),
  row('Hello!', 'Ahoj!', false, [['hello', 'nazdar', 'forbidden']]),
  row('Hello!', 'Ahoj, nazdar!', true, [hello, ['hello', 'nazdar', 'forbidden']]),
  row('Hello!', 'Ahoj!', false, [['hello', '', 'forbidden']]),
  row('Dragoman runs', 'Dragoman běží', false, [['Dragoman', '', 'read-only']]),
  row('Dragoman runs', 'Tlumočník běží', true, [['Dragoman', 'Tlumočník', 'read-only']]),
]);

// Every form has to follow the terms of any source form.
testCheck('check_glossary', [
  row(['%d hello', '%d hellos'], ['%d ahoj', '%d ahoj', '%d ahoj'], false, [hello]),
  row(['%d hello', '%d hellos'], ['%d ahoj', '%d nic', '%d ahoj'], true, [hello]),
]);

// Marks and punctuation at the ends of terms; languages that write no spaces; letters whose case changes their length.
testCheck('check_glossary', [
  row('C++ is here', 'C++, tady', false, [['C++', 'C++']]),
  row('C++ is here', 'xC++', true, [['C++', 'C++']]),
  row('the house', 'ten dům-stavba', false, [['house', 'dům']]),
  row('the book', 'किताबें', true, [['book', 'किताब']], { language: 'hi' }),
  row('the house', '这个房子很大', false, [['house', '房子']], { language: 'zh_Hans' }),
  row('the house', '这个屋子很大', true, [['house', '房子']], { language: 'zh_Hans' }),
  row('the house', 'บ้านหลังนี้', false, [['house', 'บ้าน']], { language: 'th' }),
  row('in Istanbul', 'İSTANBUL x', false, [['Istanbul', 'İstanbul']], { language: 'tr' }),
]);

// Only the terms that stay as they are are cut, in any case; nothing else is taken for one.
testCheck('same', [
  row('Dragoman Server', 'Dragoman Server', true, [], {}),
  ['Dragoman Workspace', 'Dragoman Workspace', true, { terms: [termOf(['Dragoman', '', 'read-only'])] }],
  row('Dragoman Server', 'Dragoman Server', false, [['dragoman', '', 'read-only']]),
  row('Dragoman Workspace', 'Dragoman Workspace', true, [['Dragoman', '', 'read-only']]),
  row('Dragoman Workspace', 'Dragoman Workspace', true, [
    ['Dragoman', 'Dragoman'],
    ['Workspace', 'Workspace'],
  ]),
  row('%(Workspace)s', '%(Workspace)s', true, [['Dragoman', '', 'read-only']], {
    flags: 'check-glossary, python-format',
  }),
  row('Dragoman %(Workspace)s', 'Dragoman %(Workspace)s', true, [['Dragoman', '', 'read-only']], {
    flags: 'check-glossary, python-format, strict-same',
  }),
]);

const entries = [
  'hello',
  'Hello world',
  'world',
  'C++',
  '.NET',
  'İstanbul',
  '家',
  '家族',
  'e',
  '  spaced  ',
  '',
];

const searches: readonly (readonly [language: string, text: string, found: string[]])[] = [
  ['en', 'Say HELLO WORLD', ['hello', 'Hello world', 'world']],
  ['en', 'helloworld hello_world hello2', []],
  ['en', "hello's (world)", ['hello', 'world']],
  ['en', 'C++ and .NET, c++', ['C++', '.NET']],
  ['en', 'ASP.NET', []],
  ['en', 'é e\u0301 e', ['e']],
  ['en', 'e\u0301', []],
  ['en', '𝒜e e𝒜', []],
  ['tr', 'İSTANBUL', ['İstanbul']],
  ['en', '家族', ['家族']],
  ['ja', '大家族', ['家', '家族']],
  ['en', 'the spaced one', ['  spaced  ']],
  ['en', '', []],
];

for (const [language, text, found] of searches) {
  test(`terms in ${JSON.stringify(text)} (${language}): ${found.join(', ') || 'none'}`, (t) => {
    const index = new GlossaryIndex(
      language,
      entries.map((entry) => [entry, entry] as const),
    );

    const hits = index.find(text);

    t.deepEqual([...hits].sort(), [...found].sort());
  });
}

test('all entries of a term are found; an index of blanks is empty', (t) => {
  const index = new GlossaryIndex('en', [
    ['Term', 1],
    ['term', 2],
    ['TERMS', 3],
  ]);

  t.deepEqual([...index.find('one term')], [1, 2]);
  t.false(index.isEmpty);
  t.true(new GlossaryIndex('en', [[' ', 1]]).isEmpty);
});

test('a search among very many terms looks at few of them', (t) => {
  const words = Array.from({ length: 200_000 }, (_, number) => [`term ${number}`, number] as const);
  const index = new GlossaryIndex('en', words);
  const text = 'term 199999 and a term 5, '.repeat(1000);

  const found = index.find(text);

  // One after the other, 200,000 terms in 26,000 characters would not end within the time of a test.
  t.deepEqual([...found], [199_999, 5]);
});

test('without glossary nothing fails that asks for one', (t) => {
  t.deepEqual(failed({ source: 'Hello', target: 'Nazdar', flags: 'check-glossary' }), []);
});
