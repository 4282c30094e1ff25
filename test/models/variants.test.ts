import test from 'ava';
import { CounterBatch } from '../../models/counters.ts';
import type { Database } from '../../models/database.ts';
import { findDrift } from '../../models/drift.ts';
import { up } from '../../models/migrations/014-variants.ts';
import { deleteUnits, updateUnits } from '../../models/unit-rows.ts';
import { componentsWithWaiting } from '../../models/waiting-variants.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';

/** What strings of `component` name, by context: by flag, by key (`?`: still to be found out). */
async function namesIn({ reader }: Database, translationId: number): Promise<Record<string, string>> {
  const rows: { context: string; kind: string; name: string | null }[] = await reader('unit_variants as v')
    .join('units as u', 'u.id', 'v.unit_id')
    .where('v.translation_id', translationId)
    .orderBy(['u.id', 'v.kind'])
    .select('u.context', 'v.kind', 'v.name');
  return Object.fromEntries(rows.map(({ context, kind, name }) => [`${context} ${kind}`, name ?? '?']));
}

forEachEngine(test, (name, database) => {
  async function scene(slug: string, variant_regex = '') {
    const { db } = database();
    const component = await addComponent(db, await addProject(db, slug), 'web', { variant_regex });
    const strings = [
      { source: ['Save'], target: ['Save'], context: 'save' },
      { source: ['S'], target: ['S'], context: 'save_short', flags: 'variant:Save' },
      { source: ['Other'], target: ['Other'], context: '', extra_flags: 'variant:"a, b", ignore-same' },
    ];
    const english = await addTranslation(db, component, 'en', strings, { is_source: true, filename: '' });
    const czech = await addTranslation(db, component, 'cs', strings);
    return { db, component, english, czech };
  }

  test.serial(name('only source strings name groups; flags tell at once, keys wait for a job'), async (t) => {
    const { db, component, english, czech } = await scene('names', '_short');

    t.deepEqual(await namesIn(db, english.id), {
      'save key': '?',
      'save_short flag': 'Save',
      'save_short key': '?',
      ' flag': 'a, b',
    });
    t.deepEqual(await namesIn(db, czech.id), {});
    t.deepEqual((await componentsWithWaiting(db.reader)).filter(({ id }) => id === component.id).length, 1);
    t.deepEqual(await findDrift(db), []);
  });

  test.serial(name('strings that are written follow; those that go leave nothing'), async (t) => {
    const { db, english } = await scene('follow');
    const [save, short, other] = await unitsOf(db, english);

    await db.transaction(async (trx) => {
      const counters = new CounterBatch();
      await updateUnits(trx, counters, [
        { unit: save!, values: { flags: 'variant:Keep' } },
        { unit: short!, values: { extra_flags: 'discard:variant' } },
      ]);
      await deleteUnits(trx, counters, [other!]);
      await counters.apply(trx);
    });

    t.deepEqual(await namesIn(db, english.id), { 'save flag': 'Keep' });
    t.deepEqual(await db.reader('unit_variants').where('unit_id', other!.id), []);
    t.deepEqual(await findDrift(db), []);
  });

  test.serial(name('strings of an older database wait until a job has found out their groups'), async (t) => {
    const { db, english, czech } = await scene('older', '_short');
    await db.writer.schema.dropTable('unit_variants');

    await up(db.writer);

    t.deepEqual(await namesIn(db, english.id), {
      'save key': '?',
      'save_short flag': '?',
      'save_short key': '?',
      ' flag': '?',
    });
    t.deepEqual(await namesIn(db, czech.id), {});
  });

  test.serial(name('what waits is found by an index'), async (t) => {
    const { db } = database();
    const sql = 'SELECT DISTINCT translation_id FROM unit_variants WHERE name IS NULL';

    if (db.engine === 'sqlite') {
      const steps: { detail: string }[] = await db.reader.raw(`EXPLAIN QUERY PLAN ${sql}`);
      t.regex(steps[0]!.detail, /SEARCH unit_variants USING COVERING INDEX .* \(name=\?\)/);
    } else {
      const [steps]: { type: string; key: string }[][] = await db.reader.raw(`EXPLAIN ${sql}`);
      t.not(steps![0]!.type, 'ALL');
      t.regex(steps![0]!.key, /name/);
    }
  });
});
