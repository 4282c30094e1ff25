import test from 'ava';
import { type CheckedFile, checkRest } from '../../../actors/sync-checks.ts';
import { po } from '../../../adapters/po/po.ts';
import { openPool } from '../../../adapters/pool.ts';
import type { FileChecks } from '../../../adapters/tasks/check.ts';
import { diffFile } from '../../../adapters/tasks/diff.ts';
import type { SyncUnit } from '../../../adapters/tasks/read.ts';
import { sourcePlace } from '../../../adapters/tasks/surroundings.ts';
import { czechOptions } from '../../helpers/format-options.ts';

const rule = { number: 2, formula: 'n != 1' };
const place = {
  sourceLanguage: 'en',
  language: 'cs',
  sourcePlural: rule,
  plural: rule,
  fileFormat: 'po',
  isSource: false,
  isGlossary: false,
  names: [],
  outerFlags: ['"a flag that nobody can read'],
};
const checks: FileChecks = { place, sourcePlace: sourcePlace(place), extraFlags: {} };
const file = `msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Wait for it..."
msgstr "Čekej"

msgid "Open it."
msgstr "Otevřít."
`;

function unitsOf(wanted?: FileChecks): SyncUnit[] {
  const request = {
    format: 'po',
    bytes: Buffer.from(file),
    options: czechOptions(po),
    sourceLanguage: 'en',
    known: new Uint8Array(),
  };
  const { added } = diffFile(wanted ? { ...request, checks: wanted } : request);
  return added.map(({ unit }) => unit);
}

const found = (units: readonly SyncUnit[]) =>
  units.map(({ checks: own, sourceChecks }) => [own, sourceChecks]);

test('a file comes back with what its strings and their sources fail; flags that cannot be read say nothing', (t) => {
  const units = unitsOf(checks);

  t.deepEqual(found(units), [
    [['end_stop'], ['ellipsis']],
    [[], []],
  ]);
});

test('a plural rule that nobody can read or apply does not keep strings from being checked', async (t) => {
  const pool = openPool({ threads: 1 });
  const rules = ['n in 1..3', '1 / n'];

  const results = await Promise.all(
    rules.map((formula) => {
      const unit = { context: '', source: ['Open it.'], target: ['Otevřít'], state: 20, note: '', flags: [] };
      return pool.check({ place: { ...place, plural: { number: 2, formula } }, units: [unit] });
    }),
  );
  await pool.close();

  t.deepEqual(results, [{ failing: [['end_stop']] }, { failing: [['end_stop']] }]);
});

test('nobody asks, nothing is checked', (t) => {
  t.deepEqual(found(unitsOf()), [
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

test('flags given to a string here count', (t) => {
  const [first] = unitsOf();

  const units = unitsOf({ ...checks, extraFlags: { [first!.idHash]: 'ignore-end-stop' } });

  t.deepEqual(units[0]!.checks, []);
});

test('a string that needs the terms of glossaries is left for those who can find them', (t) => {
  const [first] = unitsOf();

  const units = unitsOf({ ...checks, extraFlags: { [first!.idHash]: 'check-glossary' } });
  const ofSource = unitsOf({
    ...checks,
    place: { ...sourcePlace(place), outerFlags: ['check-glossary'] },
    sourcePlace: null,
  });

  t.deepEqual(found(units), [
    [undefined, undefined],
    [[], []],
  ]);
  t.deepEqual(
    ofSource.map(({ checks: own }) => own),
    [['ellipsis'], []],
  );
});

test('what a worker left out for want of time is checked afterwards, and nothing else', async (t) => {
  const pool = openPool({ threads: 1 });
  const units = unitsOf();
  units[1]!.checks = ['same'];
  const workplace = { services: { pool, db: {} }, ctx: { signal: new AbortController().signal } };
  const subject = { place: workplace, component: {}, translation: {}, checks };

  await checkRest(subject as unknown as CheckedFile, units);
  await pool.close();

  t.deepEqual(found(units), [
    [['end_stop'], ['ellipsis']],
    [['same'], undefined],
  ]);
});
