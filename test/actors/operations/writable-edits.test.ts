import test from 'ava';
import { attemptOf, chooseWritable, failureText, missingString } from '../../../actors/writable-edits.ts';

const day = 24 * 60 * 60 * 1000;
const attempt = attemptOf('aaa', '1.0.0');

interface Case {
  name: string;
  policy: number;
  /** Edits in order, `unit state`, or with a failure: `unit state missing|error`. */
  edits: string[];
  writable: string[];
  failed?: string[];
  held?: string[];
}

const cases: Case[] = [
  {
    name: 'policy 0 writes everything',
    policy: 0,
    edits: ['a 20', 'a 10', 'b 0'],
    writable: ['a 20', 'a 10', 'b 0'],
  },
  {
    name: 'policy 20 keeps back what needs editing',
    policy: 20,
    edits: ['a 20', 'b 10', 'c 12', 'd 0', 'e 30'],
    writable: ['a 20', 'd 0', 'e 30'],
    held: ['b 10', 'c 12'],
  },
  {
    name: 'policy 20 writes what came before an admitted edit, and keeps back what came after',
    policy: 20,
    edits: ['a 10', 'a 20', 'a 11'],
    writable: ['a 10', 'a 20'],
    held: ['a 11'],
  },
  {
    name: 'policy 30 writes approved strings only',
    policy: 30,
    edits: ['a 20', 'b 20', 'b 30', 'b 20'],
    writable: ['b 20', 'b 30'],
    held: ['a 20', 'b 20'],
  },
  {
    name: 'a missing string holds back later edits of that string and nothing else',
    policy: 0,
    edits: ['a 20 missing', 'b 20', 'a 30'],
    writable: ['b 20'],
    failed: ['a 20 missing', 'a 30'],
  },
  {
    name: 'an edit the format could not take holds back nothing but itself',
    policy: 0,
    edits: ['a 20 error', 'a 30'],
    writable: ['a 30'],
    failed: ['a 20 error'],
  },
];

for (const { name, policy, edits, writable, failed = [], held = [] } of cases) {
  test(name, (t) => {
    const rows = edits.map((text) => rowOf(text));

    const choice = chooseWritable(rows, { policy, attempt, now: 10 * day });

    t.deepEqual(choice.writable.map(textOf), writable);
    t.deepEqual(choice.failed.map(textOf).sort(), [...failed].sort());
    t.deepEqual(choice.held.map(textOf).sort(), [...held].sort());
  });
}

test('a failed edit is tried again once the file has changed', (t) => {
  const row = rowOf('a 20 missing');

  const choice = chooseWritable([row], { policy: 0, attempt: attemptOf('bbb', '1.0.0'), now: 10 * day });

  t.deepEqual(choice.writable, [row]);
});

test('a failed edit is tried again by another version of the server', (t) => {
  const row = rowOf('a 20 error');

  const choice = chooseWritable([row], { policy: 0, attempt: attemptOf('aaa', '1.0.1'), now: 10 * day });

  t.deepEqual(choice.writable, [row]);
});

test('a failed edit is tried again after a week', (t) => {
  const row = rowOf('a 20 missing');

  const choice = chooseWritable([row], { policy: 0, attempt, now: 17 * day });

  t.deepEqual(choice.writable, [row]);
});

/** A row as the table has it; one with a failure failed on the tenth day. */
function rowOf(text: string) {
  const [unit = '', state = '', failure] = text.split(' ');
  const reason = failure === 'missing' ? missingString : failureText('no');
  return {
    text,
    unit_id: unit.charCodeAt(0),
    state: Number(state),
    failure: failure ? reason : null,
    failed_revision: failure ? attempt : null,
    failed_at: failure ? 10 * day : null,
  };
}

function textOf(row: { text: string }): string {
  return row.text;
}
