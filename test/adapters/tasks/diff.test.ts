import test from 'ava';
import { fingerprint } from '../../../adapters/identity.ts';
import { po } from '../../../adapters/po/po.ts';
import { diffFile } from '../../../adapters/tasks/diff.ts';
import { packKnown } from '../../../adapters/tasks/known.ts';
import { readFile, type SyncUnit } from '../../../adapters/tasks/read.ts';
import { czechOptions } from '../../helpers/format-options.ts';

function request(text: string) {
  return { format: 'po', bytes: Buffer.from(text), options: czechOptions(po), sourceLanguage: 'en' };
}

/** What a database knows that has read `text`. */
function knownOf(text: string) {
  const { units } = readFile(request(text));
  const rows = units.map((unit) => ({ ...unit, fingerprint: fingerprint(unit) }));
  return { units, known: packKnown(rows) };
}

function entry(source: string, target: string, comment = ''): string {
  return `${comment}msgid "${source}"\nmsgstr "${target}"\n\n`;
}

const before = entry('a', '1') + entry('b', '2') + entry('c', '3');

test('a known file differs in nothing', (t) => {
  const { known } = knownOf(before);

  const diff = diffFile({ ...request(before), known });

  t.deepEqual(diff, { added: [], changed: [], removed: [], moved: [], total: 3, plural: null, problems: [] });
});

test('only what is new, changed, moved or gone is given', (t) => {
  const { units, known } = knownOf(before);
  const after = entry('new', 'x') + entry('c', '3') + entry('b', 'changed');

  const diff = diffFile({ ...request(after), known });

  const sources = (list: { unit: SyncUnit }[]) => list.map(({ unit }) => unit.source[0]);
  t.deepEqual(sources(diff.added), ['new']);
  t.deepEqual(sources(diff.changed), ['b']);
  t.deepEqual(diff.removed, [units[0]!.idHash]);
  t.deepEqual(diff.moved, [{ idHash: units[2]!.idHash, position: 2 }]);
  t.is(diff.total, 3);
});

test('a changed note alone is a change, and its fingerprint makes it known', (t) => {
  const { units, known } = knownOf(before);
  const after = entry('a', '1', '#. Note.\n') + entry('b', '2') + entry('c', '3');

  const diff = diffFile({ ...request(after), known });
  const learned = units.map((unit) => {
    const changed = diff.changed.find((candidate) => candidate.unit.idHash === unit.idHash);
    return { ...unit, fingerprint: changed?.fingerprint ?? fingerprint(unit) };
  });
  const again = diffFile({ ...request(after), known: packKnown(learned) });

  t.is(diff.changed.length, 1);
  t.is(diff.changed[0]!.unit.note, 'Note.');
  t.is(again.changed.length, 0);
});

test('everything is new to an empty database', (t) => {
  t.is(diffFile({ ...request(before), known: packKnown([]) }).added.length, 3);
});
