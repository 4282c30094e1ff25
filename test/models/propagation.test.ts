import test from 'ava';
import { action } from '../../models/actions.ts';
import { Change } from '../../models/change.ts';
import type { Component } from '../../models/component.ts';
import { CounterBatch } from '../../models/counters.ts';
import type { Database } from '../../models/database.ts';
import { findDrift } from '../../models/drift.ts';
import { PendingChange } from '../../models/pending-change.ts';
import type { Project } from '../../models/project.ts';
import { copiesAtOnce, copyEdit, equalStrings } from '../../models/propagation.ts';
import type { Translation } from '../../models/translation.ts';
import { type EditResult, editUnit, type UnitEdit } from '../../models/unit-edit.ts';
import { User } from '../../models/user.ts';
import { createDatabase, forEachEngine } from '../helpers/database.ts';
import {
  addComponent,
  addLanguage,
  addProject,
  addTranslation,
  type SampleUnit,
  unitsOf,
} from '../helpers/rows.ts';

const hello: SampleUnit = { source: ['Hello'], target: [''], context: 'menu' };

interface Place {
  project: Project;
  component: Component;
  translation: Translation;
  author: User;
}

async function setUp(db: Database, slug: string, fields: Partial<Component> = {}): Promise<Place> {
  const project = await addProject(db, slug);
  const { component, translation } = await addCzech(db, project, 'web', [hello], fields);
  const { id } = await User.query(db.writer).insert({
    username: slug,
    full_name: slug,
    date_joined: Date.now(),
  });
  return {
    project,
    component,
    translation,
    author: await User.query(db.reader).findById(id).throwIfNotFound(),
  };
}

async function addCzech(
  db: Database,
  project: Project,
  slug: string,
  units: SampleUnit[],
  fields: Partial<Component> = {},
) {
  await addLanguage(db, 'cs', { forms: 3 });
  const component = await addComponent(db, project, slug, fields);
  return { component, translation: await addTranslation(db, component, 'cs', units) };
}

async function save(db: Database, place: Place, edit: Partial<UnitEdit> = {}): Promise<EditResult> {
  const [unit] = await unitsOf(db, place.translation);
  const { component, translation, author } = place;
  const about = { component, translation, author, user: author, mayEdit: () => true };
  return db.transaction((trx) =>
    editUnit(trx, { unit: unit!, target: ['Ahoj'], state: 20, ...about, ...edit }),
  );
}

async function textOf(db: Database, translation: Translation): Promise<string> {
  const [unit] = await unitsOf(db, translation);
  return `${unit!.target.join('|')} ${unit!.state}`;
}

forEachEngine(test, (name, database) => {
  test(name('an edit is copied to the same string of other components, with its author'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'copy');
    const other = await addCzech(db, place.project, 'app', [hello, { source: ['Bye'], target: [''] }]);

    await save(db, place);

    const [copy, bye] = await unitsOf(db, other.translation);
    t.like(copy, { target: ['Ahoj'], state: 20, original_state: 20, pending: true, version: 2 });
    t.like(bye, { target: [''], pending: false });
    const [pending] = await PendingChange.query(db.reader).where('unit_id', copy!.id);
    t.like(pending, {
      target: ['Ahoj'],
      base_target: [''],
      base_state: 0,
      author_id: place.author.id,
      component_id: other.component.id,
      unit_version: 2,
    });
    const changes = await Change.query(db.reader).where('unit_id', copy!.id);
    t.is(changes.length, 1);
    t.like(changes[0], {
      action: action.PROPAGATED_EDIT,
      user_id: place.author.id,
      author_id: place.author.id,
      target: 'Ahoj',
      old: '',
      component_id: other.component.id,
      details: { state: 20, old_state: 0, source: 'Hello', context: 'menu' },
    });
    t.is((await User.query(db.reader).findById(place.author.id))!.translated, 2);
    t.deepEqual(await findDrift(db), []);
  });

  test(name('copies do not spread further, and equal ones are left alone'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'once');
    const { translation } = await addCzech(db, place.project, 'app', [{ ...hello, target: ['Ahoj'] }]);
    await addCzech(db, place.project, 'api', [hello]);

    await save(db, place);

    const [same] = await unitsOf(db, translation);
    t.like(same, { pending: false, version: 1 });
    t.is(await copiesIn(db, place.project), 1);
  });

  const strangers: [string, (db: Database, place: Place) => Promise<Translation>][] = [
    [
      'a component that takes no part',
      async (db, { project }) =>
        (await addCzech(db, project, 'app', [hello], { allow_translation_propagation: false })).translation,
    ],
    [
      'another project',
      async (db, { project }) =>
        (await addCzech(db, await addProject(db, `${project.slug}-2`), 'app', [hello])).translation,
    ],
    [
      'another context',
      async (db, { project }) =>
        (await addCzech(db, project, 'app', [{ ...hello, context: 'page' }])).translation,
    ],
    [
      'another source language',
      async (db, { project }) => {
        const { id } = await addLanguage(db, 'fr');
        return (await addCzech(db, project, 'app', [hello], { source_language_id: id })).translation;
      },
    ],
    [
      'another language',
      async (db, { project }) => addTranslation(db, await addComponent(db, project, 'app'), 'de', [hello]),
    ],
    ['the same component', async (db, { component }) => addTranslation(db, component, 'sk', [hello])],
    [
      'a read-only string',
      async (db, { project }) => (await addCzech(db, project, 'app', [{ ...hello, state: 100 }])).translation,
    ],
  ];
  for (const [index, [title, add]] of strangers.entries()) {
    test(name(`an edit is not copied to ${title}`), async (t) => {
      const { db } = database();
      const place = await setUp(db, `stranger-${index}`);
      const translation = await add(db, place);
      const before = await textOf(db, translation);

      await save(db, place);

      t.is(await textOf(db, translation), before);
    });
  }

  test(name('copies are made only where the editor may edit, and only when asked for'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'may');
    const open = await addCzech(db, place.project, 'open', [hello]);
    const shut = await addCzech(db, place.project, 'shut', [hello]);

    await save(db, place, { target: ['Nazdar'], mayEdit: undefined });
    const unasked = await textOf(db, open.translation);
    await save(db, place, { mayEdit: (_unit, { component }) => component.slug === 'open' });

    t.is(unasked, ' 0');
    t.is(await textOf(db, open.translation), 'Ahoj 20');
    t.is(await textOf(db, shut.translation), ' 0');
  });

  test(name('a component that takes no part still gives its edits to others'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'gives', { allow_translation_propagation: false });
    const { translation } = await addCzech(db, place.project, 'app', [hello]);

    await save(db, place);

    t.is(await textOf(db, translation), 'Ahoj 20');
  });

  test(name('states and plural forms are copied too'), async (t) => {
    const { db } = database();
    const project = await addProject(db, 'forms');
    const files: SampleUnit = { source: ['%d file', '%d files'], target: ['', '', ''] };
    const { component, translation } = await addCzech(db, project, 'web', [files]);
    const other = await addCzech(db, project, 'app', [
      { ...files, target: ['a', 'b', 'c'], previous_source: ['%d old', '%d olds'] },
    ]);
    const { author } = await setUp(db, 'forms-author');
    const place = { project, component, translation, author };

    await save(db, place, { target: ['%d soubor', '%d soubory', '%d souborů'], state: 10 });

    t.is(await textOf(db, other.translation), '%d soubor|%d soubory|%d souborů 10');
    const [unit] = await unitsOf(db, other.translation);
    t.deepEqual(unit!.previous_source, ['%d old', '%d olds']);
  });

  test(name('more copies than fit into one transaction are made in several'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'many');
    for (let index = 0; index <= copiesAtOnce; index += 1) {
      await addCzech(db, place.project, `c${index}`, [hello]);
    }

    const { rest } = await save(db, place);
    const copied = await copiesIn(db, place.project);
    const left = await db.transaction(async (trx) => {
      const counters = new CounterBatch();
      const next = await copyEdit(trx, counters, rest!);
      await counters.apply(trx);
      return next;
    });

    t.is(copied, copiesAtOnce);
    t.is(left, null);
    t.is(await copiesIn(db, place.project), copiesAtOnce + 1);
    t.deepEqual(await findDrift(db), []);
  });
});

test('equal strings are found by their contents, whatever there is besides', async (t) => {
  const database = await createDatabase('sqlite');
  t.teardown(() => database.remove());
  const knex = database.db.reader;
  const place = { id: 1, language_id: 1, plural_id: 1, project_id: 1, source_language_id: 1 };
  const unit = { content_hash: 'a', context: '', source: [''] };
  const { sql, bindings } = equalStrings(knex, { unit, translation: place, component: place, after: 0 })
    .toSQL()
    .toNative();

  const rows: { detail: string }[] = await knex.raw(`EXPLAIN QUERY PLAN ${sql}`, [...bindings]);

  const steps = rows.map(({ detail }) => detail).filter((detail) => !/SUBQUERY/.test(detail));
  t.is(steps.length, 3, steps.join('\n'));
  t.regex(
    steps[0]!,
    /^SEARCH units USING COVERING INDEX .*\(project_id=\? AND language_id=\? AND content_hash=\? AND translation_id>\?/,
  );
  t.true(steps.slice(1).every((step) => /^SEARCH [tc] USING INTEGER PRIMARY KEY/.test(step)));
});

async function copiesIn(db: Database, project: Project): Promise<number> {
  return Change.query(db.reader)
    .where({ project_id: project.id, action: action.PROPAGATED_EDIT })
    .resultSize();
}
