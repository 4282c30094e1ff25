import test from 'ava';
import { action } from '../../models/actions.ts';
import { Change } from '../../models/change.ts';
import type { Database } from '../../models/database.ts';
import { findDrift } from '../../models/drift.ts';
import { obsoleteAmong, removeObsoleteSuggestions } from '../../models/obsolete-suggestions.ts';
import { addSuggestion, Suggestion } from '../../models/suggestion.ts';
import { Unit } from '../../models/unit.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';

const one = { target: ['Jedna'] };
const two = { target: ['Jedna', 'Dvě'] };

for (const [title, unit, suggestions, expected] of [
  ['says the same as the finished translation', { target: ['Jedna'], state: 20 }, [one, two], [one]],
  ['says the same as the approved translation', { target: ['Jedna'], state: 30 }, [one], [one]],
  ['says the same, but the translation needs work', { target: ['Jedna'], state: 10 }, [one], []],
  ['was made before', { target: [''], state: 0 }, [one, two, { ...one }, { ...one }], [one, one]],
  ['differs in one plural form', { target: ['Jedna', 'Dva'], state: 20 }, [two], []],
] as const) {
  test(`a suggestion that ${title}: ${expected.length} of ${suggestions.length} obsolete`, (t) => {
    const found = obsoleteAmong(
      { ...unit, target: [...unit.target] },
      suggestions.map(({ target }) => ({ target: [...target] })),
    );

    t.deepEqual(
      found.map(({ target }) => target),
      expected.map(({ target }) => [...target]),
    );
  });
}

async function suggest(db: Database, unit: Unit, text: string): Promise<void> {
  await db.transaction((trx) =>
    addSuggestion(trx, unit.id, { target: [text], authorId: null, userId: null }),
  );
}

forEachEngine(test, (name, database) => {
  test.serial(name('obsolete suggestions go, with history and counters; others stay'), async (t) => {
    const { db } = database();
    const component = await addComponent(db, await addProject(db, 'obsolete'), 'web');
    const cs = await addTranslation(db, component, 'cs', [
      { source: ['Same'], target: ['Stejné'] },
      { source: ['Both'], target: ['Oba'] },
      { source: ['Open'], target: [''] },
    ]);
    const [same, both, open] = await unitsOf(db, cs);
    await suggest(db, same!, 'Stejné');
    await suggest(db, both!, 'Oba');
    await suggest(db, both!, 'Obě');
    await suggest(db, open!, 'Otevřít');
    // As two requests leave it that did not see each other.
    await Suggestion.query(db.writer).insert({
      unit_id: open!.id,
      user_id: null,
      target: ['Otevřít'],
      timestamp: 1,
    });

    const removed = await removeObsoleteSuggestions(db);
    const again = await removeObsoleteSuggestions(db);

    t.is(removed, 3);
    t.is(again, 0);
    const left = await Suggestion.query(db.reader).orderBy('id');
    t.deepEqual(
      left.map(({ unit_id, target }) => [unit_id, target]),
      [
        [both!.id, ['Obě']],
        [open!.id, ['Otevřít']],
      ],
    );
    const units = await unitsOf(db, cs);
    t.deepEqual(
      units.map((unit) => unit.has_suggestion),
      [false, true, true],
    );
    const changes = await Change.query(db.reader).where('action', action.SUGGESTION_CLEANUP).orderBy('id');
    t.deepEqual(
      changes.map(({ unit_id, target, user_id }) => [unit_id, target, user_id]),
      [
        [same!.id, 'Stejné', null],
        [both!.id, 'Oba', null],
        [open!.id, 'Otevřít', null],
      ],
    );
    t.deepEqual(await findDrift(db), []);
  });

  test.serial(name('more strings than fit into one step are all looked at'), async (t) => {
    const { db } = database();
    const component = await addComponent(db, await addProject(db, 'many'), 'web');
    const strings = Array.from({ length: 210 }, (_, index) => ({ source: [`S${index}`], target: ['Text'] }));
    const translation = await addTranslation(db, component, 'cs', strings);
    const units = await unitsOf(db, translation);
    await db.transaction(async (trx) => {
      for (const { id } of units) {
        await addSuggestion(trx, id, { target: ['Text'], authorId: null, userId: null });
      }
    });

    t.is(await removeObsoleteSuggestions(db), 210);
    t.is((await Unit.query(db.reader).where({ has_suggestion: 1 })).length, 2);
    t.deepEqual(await findDrift(db), []);
  });
});
