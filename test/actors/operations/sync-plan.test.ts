import test from 'ava';
import {
  type Circumstances,
  type KnownUnit,
  planNewUnit,
  planUnit,
  type SyncRules,
  type UnitPlan,
} from '../../../actors/sync-plan.ts';
import type { SyncUnit } from '../../../adapters/tasks/read.ts';

const po: SyncRules = {
  monolingual: false,
  isTemplate: false,
  storesFuzzy: true,
  storesApproved: false,
  reviews: false,
};
const json: SyncRules = { ...po, monolingual: true, storesFuzzy: false };
const ts: SyncRules = { ...po, monolingual: true };

const nothingSpecial: Circumstances = {
  priority: 100,
  readOnly: false,
  waiting: false,
  fileChanged: true,
  sourceWaiting: false,
};

interface Case {
  name: string;
  rules: SyncRules;
  known: Partial<KnownUnit>;
  entry: Partial<SyncUnit>;
  around?: { waiting?: boolean; fileChanged?: boolean; readOnly?: boolean; sourceWaiting?: boolean };
  values: Partial<KnownUnit>;
  events?: UnitPlan['events'];
  dropsEdits?: boolean;
  queues?: boolean;
}

const cases: Case[] = [
  { name: 'an equal string changes nothing', rules: po, known: {}, entry: {}, values: {} },
  {
    name: 'another text replaces the one in the database',
    rules: po,
    known: { automatically_translated: true },
    entry: { target: ['Nazdar'] },
    values: { target: ['Nazdar'], automatically_translated: false },
    events: ['text'],
  },
  {
    name: 'a removed text leaves the string untranslated',
    rules: po,
    known: {},
    entry: { target: [''], state: 0 },
    values: { target: [''], state: 0, original_state: 0 },
    events: ['text'],
  },
  {
    name: 'a fuzzy mark sets the state and brings the previous source',
    rules: po,
    known: {},
    entry: { state: 10, previousSource: ['Hi'] },
    values: { state: 10, original_state: 10, previous_source: ['Hi'] },
    events: ['text'],
  },
  {
    name: 'a fuzzy mark that goes away clears the previous source',
    rules: po,
    known: { state: 10, original_state: 10, previous_source: ['Hi'] },
    entry: {},
    values: { state: 20, original_state: 20, previous_source: [] },
    events: ['text'],
  },
  {
    name: 'a fuzzy mark keeps the finer state of the database',
    rules: po,
    known: { state: 12, original_state: 12 },
    entry: { state: 10 },
    values: {},
  },
  {
    name: 'a format without a fuzzy mark keeps the state while the text is the same',
    rules: json,
    known: { state: 10, original_state: 10 },
    entry: {},
    values: {},
  },
  {
    name: 'a format without a fuzzy mark gives up the state when the text changes',
    rules: json,
    known: { state: 10, original_state: 10 },
    entry: { target: ['Nazdar'] },
    values: { target: ['Nazdar'], state: 20, original_state: 20 },
    events: ['text'],
  },
  {
    name: 'an approved string stays approved while reviews are on',
    rules: { ...po, reviews: true },
    known: { state: 30, original_state: 30 },
    entry: {},
    values: {},
  },
  {
    name: 'approval ends with the reviews',
    rules: po,
    known: { state: 30, original_state: 30 },
    entry: {},
    values: { state: 20, original_state: 20 },
    events: ['text'],
  },
  {
    name: 'a read-only mark of the file wins over everything',
    rules: po,
    known: {},
    entry: { state: 100 },
    values: { state: 100, original_state: 100 },
    events: ['text'],
  },
  {
    name: 'a read-only flag hides the state and remembers it',
    rules: po,
    known: {},
    entry: { flags: 'read-only' },
    around: { readOnly: true },
    values: { state: 100, flags: 'read-only' },
  },
  {
    name: 'a read-only flag that goes away brings the state back',
    rules: po,
    known: { state: 100, original_state: 10, flags: 'read-only' },
    entry: { state: 10 },
    values: { state: 10, flags: '' },
  },
  {
    name: 'notes, places and positions are stored without a word',
    rules: po,
    known: {},
    entry: { note: 'Greeting', location: 'a.c:2', position: 4 },
    values: { note: 'Greeting', location: 'a.c:2', position: 4 },
  },
  {
    name: 'an explanation given here survives a file that has none',
    rules: po,
    known: { explanation: 'A greeting' },
    entry: {},
    values: {},
  },
  {
    name: 'a waiting edit stays while the file says what it said before',
    rules: po,
    known: { target: ['Nazdar'] },
    entry: { target: ['Ahoj'], note: 'new' },
    around: { waiting: true, fileChanged: false },
    values: { note: 'new' },
  },
  {
    name: 'a waiting edit gives way to a file that says something new',
    rules: po,
    known: { target: ['Nazdar'] },
    entry: { target: ['Čau'] },
    around: { waiting: true, fileChanged: true },
    values: { target: ['Čau'] },
    events: ['text'],
    dropsEdits: true,
  },
  {
    name: 'a waiting edit that upstream made as well is done',
    rules: po,
    known: { target: ['Nazdar'] },
    entry: { target: ['Nazdar'] },
    around: { waiting: true, fileChanged: true },
    values: {},
    dropsEdits: true,
  },
  {
    name: 'another source text makes a translation need a look',
    rules: ts,
    known: {},
    entry: { source: ['Hello!'] },
    values: { source: ['Hello!'], state: 11, original_state: 11, previous_source: ['Hello'] },
    events: ['source'],
    queues: true,
  },
  {
    name: 'a format that cannot say so needs nothing written for it',
    rules: { ...json, reviews: true },
    known: { state: 30, original_state: 30 },
    entry: { source: ['Hello!'] },
    values: { source: ['Hello!'], state: 11, original_state: 11, previous_source: ['Hello'] },
    events: ['source'],
  },
  {
    name: 'the oldest of several previous source texts is kept',
    rules: json,
    known: { state: 10, original_state: 10, previous_source: ['Hi'] },
    entry: { source: ['Hello!'] },
    values: { source: ['Hello!'] },
    events: ['source'],
  },
  {
    name: 'a source text that changes back makes the translation good again',
    rules: json,
    known: { source: ['Hello!'], state: 10, original_state: 10, previous_source: ['Hello'] },
    entry: { source: ['Hello'] },
    values: { source: ['Hello'], state: 20, original_state: 20, previous_source: [] },
    events: ['source'],
  },
  {
    name: 'an untranslated string stays so when its source changes',
    rules: json,
    known: { target: [''], state: 0, original_state: 0 },
    entry: { target: [''], state: 0, source: ['Hello!'] },
    values: { source: ['Hello!'] },
    events: ['source'],
  },
  {
    name: 'a translation that comes along with its new source is as the file says',
    rules: json,
    known: {},
    entry: { source: ['Hello!'], target: ['Ahoj!'] },
    values: { source: ['Hello!'], target: ['Ahoj!'] },
    events: ['text', 'source'],
  },
  {
    name: 'a read-only translation remembers that its source changed',
    rules: json,
    known: { state: 100, original_state: 20 },
    entry: { source: ['Hello!'] },
    around: { readOnly: true },
    values: { source: ['Hello!'], original_state: 11, previous_source: ['Hello'] },
    events: ['source'],
  },
  {
    name: 'the base file brings a new source text',
    rules: { ...json, isTemplate: true },
    known: { target: ['Hello'] },
    entry: { source: ['Hello!'], target: ['Hello!'] },
    values: { source: ['Hello!'], target: ['Hello!'] },
    events: ['source'],
  },
  {
    name: 'a waiting edit of an older source text needs a look as well',
    rules: ts,
    known: { target: ['Nazdar'] },
    entry: { source: ['Hello!'], target: ['Ahoj'] },
    around: { waiting: true, fileChanged: false },
    values: { source: ['Hello!'], state: 11, original_state: 11, previous_source: ['Hello'] },
    events: ['source'],
    queues: true,
  },
  {
    name: 'an edited base string keeps its text as source while the base file says what it said before',
    rules: { ...json, isTemplate: true },
    known: { source: ['Hello!'], target: ['Hello!'] },
    entry: { source: ['Hello'], target: ['Hello'] },
    around: { waiting: true, fileChanged: false },
    values: {},
  },
  {
    name: 'translations of an edited base string keep its text as source until the base file has it',
    rules: json,
    known: { source: ['Hello!'] },
    entry: { source: ['Hello'], note: 'new' },
    around: { sourceWaiting: true },
    values: { note: 'new' },
  },
  {
    name: 'a base file that says something new wins over a waiting edit, as text and as source',
    rules: { ...json, isTemplate: true },
    known: { source: ['Hello!'], target: ['Hello!'] },
    entry: { source: ['Hello?'], target: ['Hello?'] },
    around: { waiting: true, fileChanged: true },
    values: { source: ['Hello?'], target: ['Hello?'] },
    events: ['source'],
    dropsEdits: true,
  },
];

for (const { name, rules, known, entry, around, values, events, dropsEdits, queues } of cases) {
  test(name, (t) => {
    const circumstances = { ...nothingSpecial, ...around };

    const plan = planUnit({ ...knownUnit, ...known }, { ...fileUnit, ...entry }, rules, circumstances);

    t.deepEqual(plan, {
      values,
      events: events ?? [],
      dropsEdits: dropsEdits ?? false,
      queues: queues ?? false,
    });
  });
}

test('a new string takes text and state from the file', (t) => {
  const entry = { ...fileUnit, state: 10, previousSource: ['Hi'], note: 'Greeting' };

  const row = planNewUnit(entry, po, { ...nothingSpecial, priority: 120 });

  t.deepEqual(row, {
    ...knownUnit,
    state: 10,
    original_state: 10,
    previous_source: ['Hi'],
    note: 'Greeting',
    priority: 120,
  });
});

test('a new string that a flag protects is read-only and remembers what the file says', (t) => {
  const row = planNewUnit(fileUnit, po, { ...nothingSpecial, readOnly: true });

  t.deepEqual([row.state, row.original_state], [100, 20]);
});

const knownUnit: KnownUnit = {
  source: ['Hello'],
  target: ['Ahoj'],
  previous_source: [],
  state: 20,
  original_state: 20,
  content_hash: '0000000000000001',
  location: '',
  note: '',
  flags: '',
  explanation: '',
  position: 1,
  priority: 100,
  num_words: 1,
  num_chars: 5,
  automatically_translated: false,
};

/** What a file says that agrees with `knownUnit`. */
const fileUnit: SyncUnit = {
  idHash: '0000000000000001',
  contentHash: '0000000000000001',
  context: 'hello',
  source: ['Hello'],
  target: ['Ahoj'],
  state: 20,
  originalState: 20,
  previousSource: [],
  note: '',
  location: '',
  flags: '',
  explanation: '',
  position: 1,
  numWords: 1,
  numChars: 5,
  line: 1,
};
