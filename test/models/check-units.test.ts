import { setImmediate as turn } from 'node:timers/promises';
import test from 'ava';
import { action } from '../../models/actions.ts';
import { Change } from '../../models/change.ts';
import type { Component } from '../../models/component.ts';
import { CounterBatch } from '../../models/counters.ts';
import type { Database } from '../../models/database.ts';
import { dismissCheck } from '../../models/dismissal.ts';
import { findDrift } from '../../models/drift.ts';
import { PendingChange } from '../../models/pending-change.ts';
import type { Project } from '../../models/project.ts';
import { applyExtraFlags } from '../../models/source-flags.ts';
import type { Translation } from '../../models/translation.ts';
import type { Unit } from '../../models/unit.ts';
import { UnitCheck } from '../../models/unit-check.ts';
import { editUnit } from '../../models/unit-edit.ts';
import { User } from '../../models/user.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation, type SampleUnit, unitsOf } from '../helpers/rows.ts';

forEachEngine(test, (name, database, engine) => {
  test(name('a save stores what the text fails and counts it; a better one takes it back'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'save', [{ source: ['Open it.'], target: [''] }]);

    const worse = await edit(db, place, 'Otevřít  vše');
    const better = await edit(db, place, 'Otevřít.');

    t.deepEqual(worse.checks, ['double_space', 'end_stop']);
    t.true(worse.unit.has_failing_check);
    t.is(worse.failing, 1);
    t.deepEqual(better.checks, []);
    t.false(better.unit.has_failing_check);
    t.is(better.failing, 0);
  });

  test(
    name('a dismissed check stays dismissed while it fails, and is active when it fails again'),
    async (t) => {
      const { db } = database();
      const place = await setUp(db, 'dismissed', [{ source: ['Open it.'], target: [''] }]);
      const { unit } = await edit(db, place, 'Otevřít');

      const count = await db.transaction((trx) => dismissCheck(trx, unit.id, 'end_stop', true));
      const dismissed = await state(db, place);
      const still = await edit(db, place, 'Otevři');
      await edit(db, place, 'Otevři.');
      const again = await edit(db, place, 'Otevři');

      t.is(count, 1);
      t.deepEqual([dismissed.checks, dismissed.failing, dismissed.unit.has_failing_check], [[], 0, false]);
      t.deepEqual([still.checks, still.failing], [[], 0]);
      t.deepEqual([again.checks, again.failing], [['end_stop'], 1]);
    },
  );

  test(
    name('flags of every level count, and those of the source string in all languages at once'),
    async (t) => {
      const { db } = database();
      const place = await setUp(db, 'flags', [{ source: ['Open it.'], target: [''] }], {
        check_flags: 'ignore-double-space',
      });
      const { unit, checks } = await edit(db, place, 'Otevřít  vše');

      await db.transaction(async (trx) => {
        const counters = new CounterBatch();
        await trx('units').where('id', unit.source_unit_id).update({ extra_flags: 'ignore-end-stop' });
        await applyExtraFlags(trx, counters, unit.source_unit_id!);
        await counters.apply(trx);
      });

      t.deepEqual(checks, ['end_stop']);
      const after = await state(db, place);
      t.deepEqual([after.checks, after.failing], [[], 0]);
    },
  );

  test(name('an enforced check makes a saved string need rewriting, in its file too'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'enforced', [{ source: ['Open it.'], target: [''] }], {
      enforced_checks: ['end_stop'],
    });

    const { unit, failing } = await edit(db, place, 'Otevřít');

    t.like(unit, { state: 11, original_state: 11, version: 2, pending: true });
    t.is(failing, 1);
    const pending = await PendingChange.query(db.reader).where('unit_id', unit.id);
    t.deepEqual(
      pending.map((row) => [row.target, row.state]),
      [[['Otevřít'], 11]],
    );
    const changes = await Change.query(db.reader).where('unit_id', unit.id).orderBy('id');
    t.deepEqual(
      changes.map((change) => change.action),
      [action.NEW, action.ENFORCED_CHECK],
    );
    t.like(changes[1]!.details, { state: 11, old_state: 20 });
    const { translated, fuzzy } = await place.translation.$query(db.reader);
    t.deepEqual([translated, fuzzy], [0, 1]);

    const mended = await edit(db, place, 'Otevřít.');

    t.is(mended.unit.state, 20);
  });

  test(name('nobody may dismiss an enforced check'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'refused', [{ source: ['Open it.'], target: [''] }], {
      enforced_checks: ['end_stop'],
    });
    const { unit } = await edit(db, place, 'Otevřít');

    await t.throwsAsync(
      db.transaction((trx) => dismissCheck(trx, unit.id, 'end_stop', true)),
      { name: 'DismissalRefused' },
    );
  });

  test(
    name('equal strings of a project that are translated differently are inconsistent, all of them'),
    async (t) => {
      const { db } = database();
      const project = await addProject(db, 'group');
      const open: SampleUnit[] = [{ source: ['Open file'], target: [''] }];
      const first = await setUpIn(db, project, 'first', open);
      const second = await setUpIn(db, project, 'second', open);
      const apart = await setUpIn(db, project, 'apart', open, { allow_translation_propagation: false });
      const elsewhere = await setUp(db, 'other-project', open);

      await edit(db, first, 'Otevřít soubor');
      const lacking = await state(db, second);
      await edit(db, apart, 'Otevři soubor');
      await edit(db, elsewhere, 'Otevři soubor');
      await edit(db, second, 'Otevři soubor');
      const different = await states(db, [first, second, apart, elsewhere]);
      await edit(db, second, 'Otevřít soubor');
      const equal = await states(db, [first, second]);

      // Translated in one place and not in the other.
      t.deepEqual(lacking.checks, ['inconsistent']);
      t.deepEqual(different, [
        [['inconsistent'], 1],
        [['inconsistent'], 1],
        [[], 0],
        [[], 0],
      ]);
      t.deepEqual(equal, [
        [[], 0],
        [[], 0],
      ]);
    },
  );

  test(name('dismissing a check holds for the same string in all components that share it'), async (t) => {
    const { db } = database();
    const project = await addProject(db, 'together');
    const open: SampleUnit[] = [{ source: ['Open file'], target: [''] }];
    const first = await setUpIn(db, project, 'first', open);
    const second = await setUpIn(db, project, 'second', open, { enforced_checks: ['inconsistent'] });
    await edit(db, first, 'Otevřít soubor');
    await edit(db, second, 'Otevři soubor');
    const { unit } = await state(db, first);

    const enforced = await db.transaction((trx) => dismissCheck(trx, unit.id, 'inconsistent', true));
    const kept = await states(db, [first, second]);
    await second.component.$query(db.writer).patch({ enforced_checks: [] });
    const back = await db.transaction((trx) => dismissCheck(trx, unit.id, 'inconsistent', false));
    const both = await db.transaction((trx) => dismissCheck(trx, unit.id, 'inconsistent', true));
    const gone = await states(db, [first, second]);

    t.deepEqual([enforced, back, both], [1, 1, 2]);
    t.deepEqual(kept, [
      [[], 0],
      [['inconsistent'], 1],
    ]);
    t.deepEqual(gone, [
      [[], 0],
      [[], 0],
    ]);
  });

  test(name('one text for different strings is reused, until one of them gets another'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'reused', [
      { source: ['One thing'], target: [''] },
      { source: ['Single thing'], target: [''] },
    ]);

    await edit(db, place, 'Jedna věc');
    const alone = await state(db, place);
    await edit(db, place, 'Jedna věc', 1);
    const both = [await state(db, place, 0), await state(db, place, 1)];
    await edit(db, place, 'Jediná věc', 1);
    const apart = [await state(db, place, 0), await state(db, place, 1)];

    t.deepEqual(alone.checks, []);
    t.deepEqual(
      both.map(({ checks }) => checks),
      [['reused'], ['reused']],
    );
    t.is(both[0]!.failing, 2);
    t.deepEqual(
      apart.map(({ checks }) => checks),
      [[], []],
    );
  });

  // Two hundred components take their time on a server, and the question is the same there.
  if (engine === 'sqlite') {
    test(
      name('in a project of hundreds of components a save tells the differences of some of them'),
      async (t) => {
        const { db } = database();
        const project = await addProject(db, 'hundreds');
        const open: SampleUnit[] = [{ source: ['Open file'], target: ['Otevřít soubor'] }];
        const first = await setUpIn(db, project, 'first', open);
        for (let index = 0; index < 205; index += 1) {
          const component = await addComponent(db, project, `app${index}`);
          await addTranslation(db, component, 'cs', open);
          // Tests of the other engine wait for their server meanwhile.
          await turn();
        }

        const different = await edit(db, first, 'Otevři soubor');
        const [marked] = await db
          .reader('unit_checks')
          .where('name', 'inconsistent')
          .whereIn('unit_id', cs(db, project))
          .count({ n: '*' });

        t.deepEqual(different.checks, ['inconsistent']);
        t.true(Number(marked!.n) >= 100 && Number(marked!.n) <= 206);
      },
    );
  }

  test(name('texts that differ only in spaces at the end are different'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'spaces', [
      { source: ['One thing'], target: [''], flags: 'ignore-end-space' },
      { source: ['Single thing'], target: [''], flags: 'ignore-end-space' },
    ]);

    await edit(db, place, 'Jedna věc');
    const { checks } = await edit(db, place, 'Jedna věc ', 1);

    t.deepEqual(checks, []);
  });

  test(name('a text that was there before is remembered when the string is emptied'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'emptied', [{ source: ['Open file'], target: [''] }]);
    await edit(db, place, 'Otevřít soubor');

    const emptied = await edit(db, place, '', 0, action.STRING_REPO_UPDATE);
    const filled = await edit(db, place, 'Otevřít soubor');

    t.deepEqual(emptied.checks, ['translated']);
    t.deepEqual(filled.checks, []);
  });

  test(name('a string that fails in two languages makes its source fail, once and no longer'), async (t) => {
    const { db } = database();
    const cs = await setUp(db, 'many', [{ source: ['Open it.'], target: [''] }]);
    const translation = await addTranslation(db, cs.component, 'de', [
      { source: ['Open it.'], target: [''] },
    ]);
    const de = { ...cs, translation };

    const one = await edit(db, cs, 'Otevřít');
    const afterOne = await checksOf(db, one.unit.source_unit_id!);
    await edit(db, de, 'Öffnen');
    const afterTwo = await checksOf(db, one.unit.source_unit_id!);
    const counted = await cs.source.$query(db.reader);
    await edit(db, de, 'Öffnen.');
    const afterAll = await checksOf(db, one.unit.source_unit_id!);

    t.deepEqual([afterOne, afterTwo, afterAll], [[], ['multiple_failures'], []]);
    t.is(counted.failing, 1);
  });

  test(name('translations of a base file are checked against its new text'), async (t) => {
    const { db } = database();
    const project = await addProject(db, 'base');
    const component = await addComponent(db, project, 'app', { template: 'en.json', file_format: 'json' });
    const fields = { is_source: true, is_template: true };
    const string = { context: 'key', source: ['Open'], target: ['Open'] };
    const translation = await addTranslation(db, component, 'en', [string], fields);
    const cs = await addTranslation(db, component, 'cs', [{ ...string, target: ['Otevřít'] }]);
    const base: Place = { component, translation, source: translation, author: await addAuthor(db, 'base') };

    const source = await edit(db, base, 'Open...');

    t.deepEqual(source.checks, ['ellipsis']);
    t.deepEqual((await state(db, { ...base, translation: cs })).checks, ['end_stop']);
  });

  test.after(name('no counter is wrong after all that'), async (t) => {
    t.deepEqual(await findDrift(database().db), []);
  });
});

/** Ids of all Czech strings of a project. */
function cs({ reader }: Database, { id }: Project) {
  return reader('units')
    .join('translations', 'translations.id', 'units.translation_id')
    .join('components', 'components.id', 'translations.component_id')
    .where({ 'components.project_id': id, 'translations.language_code': 'cs' })
    .select('units.id');
}

interface Place {
  component: Component;
  translation: Translation;
  source: Translation;
  author: User;
}

async function setUp(
  db: Database,
  slug: string,
  strings: SampleUnit[],
  fields: Partial<Component> = {},
): Promise<Place> {
  return setUpIn(db, await addProject(db, slug), 'app', strings, fields);
}

async function setUpIn(
  db: Database,
  project: Project,
  slug: string,
  strings: SampleUnit[],
  fields: Partial<Component> = {},
): Promise<Place> {
  const component = await addComponent(db, project, slug, fields);
  const sources = strings.map((string) => ({ ...string, target: string.source, state: 100 }));
  const source = await addTranslation(db, component, 'en', sources, { is_source: true, filename: '' });
  const translation = await addTranslation(db, component, 'cs', strings);
  return { component, translation, source, author: await addAuthor(db, `${project.slug}-${slug}`) };
}

function addAuthor(db: Database, username: string): Promise<User> {
  return User.query(db.writer).insertAndFetch({ username, full_name: username, date_joined: 1 }).execute();
}

interface State {
  unit: Unit;
  /** Active ones. */
  checks: string[];
  /** Of the whole translation, as counted. */
  failing: number;
}

async function edit(
  db: Database,
  place: Place,
  text: string,
  index = 0,
  kind?: Parameters<typeof editUnit>[1]['action'],
): Promise<State> {
  const { component, translation, author } = place;
  const unit = (await unitsOf(db, translation))[index]!;
  const values = { target: [text], state: text === '' ? 0 : 20, ...(kind ? { action: kind } : {}) };
  await db.transaction((trx) =>
    editUnit(trx, { unit, component, translation, author, user: author, ...values }),
  );
  return state(db, place, index);
}

async function state(db: Database, { translation }: Place, index = 0): Promise<State> {
  const unit = (await unitsOf(db, translation))[index]!;
  const { failing } = await translation.$query(db.reader);
  return { unit, checks: await checksOf(db, unit.id), failing };
}

async function states(db: Database, places: readonly Place[]): Promise<[string[], number][]> {
  const found: [string[], number][] = [];
  for (const place of places) {
    const { checks, failing } = await state(db, place);
    found.push([checks, failing]);
  }
  return found;
}

function checksOf(db: Database, unitId: number): Promise<string[]> {
  return UnitCheck.activeOf(db.reader, unitId);
}
