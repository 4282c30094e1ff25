import test from 'ava';
import type { Catalog, Entry } from '../../adapters/adapter.ts';
import { mergeStrings } from '../../adapters/merge.ts';

const adapter = { identity: 'context', remove: true } as const;

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

const texts = (merge: ReturnType<typeof mergeStrings>) =>
  merge.edits.map((edit) =>
    edit.type === 'set' ? `${edit.context}=${edit.target.join('|')}` : `-${edit.context}`,
  );

test('our edit of a string upstream left alone is replayed', (t) => {
  const merge = mergeStrings(
    adapter,
    file({ a: 'x', b: 'y' }),
    file({ a: 'ours', b: 'y' }),
    file({ b: 'new', a: 'x' }),
  );

  t.deepEqual(texts(merge), ['a=ours']);
  t.is(merge.changed, 1);
  t.deepEqual(merge.conflicts, []);
});

test('a string both sides changed keeps the text of upstream and hands ours over', (t) => {
  const merge = mergeStrings(adapter, file({ a: 'x' }), file({ a: 'ours' }), file({ a: 'theirs' }));

  t.deepEqual(texts(merge), []);
  t.deepEqual(merge.conflicts, [{ context: 'a', source: [], ours: ['ours'], upstream: ['theirs'] }]);
});

test('an edit that upstream already holds is settled, as after a squash merge', (t) => {
  const merge = mergeStrings(adapter, file({ a: 'x' }), file({ a: 'ours' }), file({ a: 'ours' }));

  t.deepEqual(texts(merge), []);
  t.is(merge.settled, 1);
  t.deepEqual(merge.conflicts, []);
});

test('our edit of a string upstream removed is reported as lost', (t) => {
  const merge = mergeStrings(adapter, file({ a: 'x', b: '' }), file({ a: 'ours', b: '' }), file({ b: '' }));

  t.deepEqual(texts(merge), []);
  t.deepEqual(merge.lost, [{ context: 'a', source: [], ours: ['ours'] }]);
});

test('a string that only we added is inserted, one that both added is a conflict unless equal', (t) => {
  const merge = mergeStrings(
    adapter,
    file({}),
    file({ mine: 'm', same: 's', other: 'ours', open: 'done' }),
    file({ same: 's', other: 'theirs', open: '' }),
  );

  t.deepEqual(texts(merge), ['mine=m', 'open=done']);
  t.is(merge.added, 1);
  t.deepEqual(
    merge.conflicts.map((conflict) => conflict.context),
    ['other'],
  );
});

test('a string that only we removed goes, unless upstream changed it', (t) => {
  const merge = mergeStrings(
    adapter,
    file({ a: 'x', b: 'y', c: 'z' }),
    file({ c: 'z' }),
    file({ a: 'x', b: 'new', c: 'z' }),
  );

  t.deepEqual(texts(merge), ['-a']);
});

test('a change of state alone is an edit', (t) => {
  const merge = mergeStrings(adapter, file({ a: '~x' }), file({ a: 'x' }), file({ a: '~x' }));

  t.deepEqual(texts(merge), ['a=x']);
});

test('a file that only we have is all ours, and untranslated strings of ours never win', (t) => {
  const alone = mergeStrings(adapter, null, file({ a: 'x', b: '' }), null);
  const both = mergeStrings(adapter, null, file({ a: '', b: 'y' }), file({ a: 'theirs', b: '' }));

  t.deepEqual(texts(alone), ['a=x', 'b=']);
  t.deepEqual(texts(both), ['b=y']);
});

test('missing plural forms count as empty ones', (t) => {
  const base = file({ a: '' });
  const upstream = file({ a: '' });
  const first = upstream.entries[0];
  t.truthy(first);
  if (first) {
    first.target = ['', '', ''];
  }

  const merge = mergeStrings(adapter, base, file({ a: 'ours' }), upstream);

  t.deepEqual(texts(merge), ['a=ours']);
});
