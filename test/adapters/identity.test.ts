import test from 'ava';
import {
  contentHash,
  type FileValues,
  fingerprint,
  idHash,
  stateInFile,
  stateNumber,
} from '../../adapters/identity.ts';

const bilingual = { identity: 'context+source', stores: ['fuzzy', 'translated'] } as const;
const monolingual = { identity: 'context', stores: ['translated', 'readonly'] } as const;

test('hashes are 16 hex digits and the same for ever: they are stored', (t) => {
  t.is(contentHash(['Hello'], 'menu'), '6ae34e13b8597198');
  t.is(idHash(monolingual, { context: 'menu.hello', source: ['Hello'] }), '9d53c0a6a0d6a4bb');
});

test('a bilingual string is found by source and context, a monolingual one by its key', (t) => {
  const string = { context: 'menu', source: ['Hello'] };
  const other = { context: 'menu', source: ['Hello!'] };

  t.is(idHash(bilingual, string), contentHash(['Hello'], 'menu'));
  t.not(idHash(bilingual, string), idHash(bilingual, other));
  t.is(idHash(monolingual, string), idHash(monolingual, other));
});

test('context and source do not run into each other', (t) => {
  t.not(contentHash(['b'], 'a'), contentHash(['ab'], ''));
  t.not(contentHash(['a', 'b'], ''), contentHash(['ab'], ''));
});

const values: FileValues = {
  source: ['a'],
  target: ['b'],
  state: 20,
  previousSource: [],
  note: 'n',
  location: 'l',
  flags: 'f',
  explanation: 'e',
};

for (const change of [
  { source: ['x'] },
  { target: ['x'] },
  { target: ['b', ''] },
  { state: 10 },
  { previousSource: ['x'] },
  { note: 'x' },
  { location: 'x' },
  { flags: 'x' },
  { explanation: 'x' },
]) {
  test(`the fingerprint tells ${JSON.stringify(change)}`, (t) => {
    t.not(fingerprint({ ...values, ...change }), fingerprint(values));
  });
}

test('no form and one empty form have one fingerprint: the database does not tell them apart', (t) => {
  t.is(fingerprint({ ...values, previousSource: [''] }), fingerprint(values));
});

for (const [state, target, number] of [
  ['fuzzy', ['a'], 10],
  ['fuzzy', [''], 0],
  ['translated', ['a', ''], 20],
  ['translated', ['', ''], 0],
  ['approved', ['a'], 30],
  ['readonly', [''], 100],
] as const) {
  test(`${state} ${JSON.stringify(target)} is state ${number}`, (t) => {
    t.is(stateNumber({ state, target }), number);
  });
}

for (const [adapter, state, target, inFile] of [
  [bilingual, 12, 'a', 10],
  [bilingual, 30, 'a', 20],
  [bilingual, 10, '', 0],
  [bilingual, 100, 'a', 20],
  [monolingual, 11, 'a', 20],
  [monolingual, 100, '', 100],
] as const) {
  test(`state ${state} of "${target}" is ${inFile} in a file that stores ${adapter.stores.join()}`, (t) => {
    t.is(stateInFile(adapter, state, [target]), inFile);
  });
}
