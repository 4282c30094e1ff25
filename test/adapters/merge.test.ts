import test from 'ava';
import type { Catalog, Entry } from '../../adapters/adapter.ts';
import { changesBetween, replayChanges } from '../../adapters/merge.ts';

const adapter = { identity: 'context', remove: true, add: true } as const;

/** A file of `key: text`; `~` before a text marks it as fuzzy. */
function file(strings: Record<string, string>): Catalog {
  const entries = Object.entries(strings).map(
    ([context, text], index): Entry => ({
      context,
      source: [],
      target: [text.replace(/^~/, '')],
      plural: false,
      state: text.startsWith('~') ? 'fuzzy' : 'translated',
      previousSource: [],
      note: '',
      location: '',
      flags: '',
      explanation: '',
      line: index + 1,
    }),
  );
  return { entries, plural: null, problems: [] };
}

/** What our way from `base` to `ours` comes to on `upstream`. */
function merge(base: Catalog | null, ours: Catalog, upstream: Catalog | null) {
  const changes = changesBetween(adapter, base, ours).map((change) => ({
    ...change,
    known: [change.before, change.after],
    later: [],
  }));
  const { edits, ...outcome } = replayChanges(adapter, upstream, changes);
  const named = Object.entries(outcome).map(([name, indexes]) => [
    name,
    indexes.map((index) => changes[index]?.context).join(' '),
  ]);
  const written = edits.map((edit) =>
    edit.type === 'set' ? `${edit.context}=${edit.target.join('|')}` : `-${edit.context}`,
  );
  return { ...Object.fromEntries(named), written } as Record<keyof typeof outcome, string> & {
    written: string[];
  };
}

test('our edit of a string upstream left alone is replayed', (t) => {
  const { written, changed, conflicts } = merge(
    file({ a: 'x', b: 'y' }),
    file({ a: 'ours', b: 'y' }),
    file({ b: 'new', a: 'x' }),
  );

  t.deepEqual(written, ['a=ours']);
  t.is(changed, 'a');
  t.is(conflicts, '');
});

test('a string both sides changed keeps the text of upstream', (t) => {
  const { written, conflicts } = merge(file({ a: 'x' }), file({ a: 'ours' }), file({ a: 'theirs' }));

  t.deepEqual(written, []);
  t.is(conflicts, 'a');
});

test('an edit that upstream already holds is settled, as after a squash merge', (t) => {
  const { written, settled, conflicts } = merge(file({ a: 'x' }), file({ a: 'ours' }), file({ a: 'ours' }));

  t.deepEqual(written, []);
  t.is(settled, 'a');
  t.is(conflicts, '');
});

test('a text we once had upstream is no conflict: our newest goes on top', (t) => {
  const [change] = changesBetween(adapter, file({ a: 'second' }), file({ a: 'third' }));
  t.truthy(change);
  const known = [
    { target: ['first'], state: 'translated' as const },
    { target: ['second'], state: 'translated' as const },
  ];

  const { edits, conflicts } = replayChanges(adapter, file({ a: 'first' }), [
    { ...change!, known, later: [] },
  ]);

  t.is(edits.length, 1);
  t.deepEqual(conflicts, []);
});

test('a text of ours that upstream has a later one for is settled', (t) => {
  const [change] = changesBetween(adapter, file({ a: '' }), file({ a: 'first' }));
  t.truthy(change);
  const later = [{ target: ['second'], state: 'translated' as const }];

  const replay = replayChanges(adapter, file({ a: 'second' }), [
    { ...change!, known: [change!.before, change!.after], later },
  ]);

  t.deepEqual([replay.settled, replay.edits, replay.conflicts], [[0], [], []]);
});

test('our edit of a string upstream removed is lost', (t) => {
  const { written, lost } = merge(file({ a: 'x', b: '' }), file({ a: 'ours', b: '' }), file({ b: '' }));

  t.deepEqual(written, []);
  t.is(lost, 'a');
});

test('a string that only we added is inserted, one that both added is a conflict unless equal', (t) => {
  const { written, added, conflicts } = merge(
    file({}),
    file({ mine: 'm', same: 's', other: 'ours', open: 'done' }),
    file({ same: 's', other: 'theirs', open: '' }),
  );

  t.deepEqual(written, ['mine=m', 'open=done']);
  t.is(added, 'mine');
  t.is(conflicts, 'other');
});

test('a string that only we removed goes, unless upstream changed it', (t) => {
  const { written } = merge(
    file({ a: 'x', b: 'y', c: 'z' }),
    file({ c: 'z' }),
    file({ a: 'x', b: 'new', c: 'z' }),
  );

  t.deepEqual(written, ['-a']);
});

test('a change of state alone is an edit', (t) => {
  t.deepEqual(merge(file({ a: '~x' }), file({ a: 'x' }), file({ a: '~x' })).written, ['a=x']);
});

test('a file that only we have is all ours, and untranslated strings of ours never win', (t) => {
  const alone = merge(null, file({ a: 'x', b: '' }), null);
  const both = merge(null, file({ a: '', b: 'y' }), file({ a: 'theirs', b: '' }));

  t.deepEqual(alone.written, ['a=x', 'b=']);
  t.deepEqual(both.written, ['b=y']);
});

test('missing plural forms count as empty ones', (t) => {
  const upstream = file({ a: '' });
  for (const entry of upstream.entries) {
    entry.target = ['', '', ''];
  }

  t.deepEqual(merge(file({ a: '' }), file({ a: 'ours' }), upstream).written, ['a=ours']);
});
