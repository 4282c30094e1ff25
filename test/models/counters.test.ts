import test from 'ava';
import type { Knex } from 'knex';
import { Category } from '../../models/category.ts';
import { Component } from '../../models/component.ts';
import { addToList, removeFromList, removeList } from '../../models/component-list-members.ts';
import { adjustCounters, CounterBatch } from '../../models/counters.ts';
import { noCounts } from '../../models/counts.ts';
import type { Database } from '../../models/database.ts';
import { findDrift, recount, repairDrift } from '../../models/drift.ts';
import { moveComponents } from '../../models/move.ts';
import { removeCategory, removeComponents, removeProject, removeTranslation } from '../../models/removal.ts';
import { readStatistic } from '../../models/statistics.ts';
import { findSumDrift } from '../../models/sum-drift.ts';
import { Translation } from '../../models/translation.ts';
import { Unit } from '../../models/unit.ts';
import { editUnit } from '../../models/unit-edit.ts';
import { deleteUnits, insertUnits, updateUnits } from '../../models/unit-rows.ts';
import { User } from '../../models/user.ts';
import { forEachEngine } from '../helpers/database.ts';
import { Random } from '../helpers/random.ts';
import {
  addComponent,
  addComponentList,
  addProject,
  addTranslation,
  commentMarked,
  failMarked,
} from '../helpers/rows.ts';

// The tests of one engine share its database and look at all of it: they run one after the other.
forEachEngine(test, (name, database) => {
  test.serial(name('each state counts where it should, in strings, words and characters'), async (t) => {
    const { db } = database();
    const project = await addProject(db, 'states');
    const component = await addComponent(db, project, 'app');
    const translation = await addTranslation(
      db,
      component,
      'cs',
      [0, 10, 11, 12, 20, 30, 100].map((state, index) => ({
        source: [`source ${index}`],
        target: ['x'],
        state,
        num_words: 2,
        num_chars: 10,
        has_failing_check: state === 20,
        has_suggestion: state === 0,
        has_comment: state >= 30,
      })),
    );

    const { total, total_words, total_chars, ...parts } = translation;

    t.deepEqual([total, total_words, total_chars], [7, 14, 70]);
    t.deepEqual([parts.translated, parts.translated_words, parts.translated_chars], [3, 6, 30]);
    t.deepEqual([parts.fuzzy, parts.fuzzy_words, parts.fuzzy_chars], [3, 6, 30]);
    t.deepEqual([parts.approved, parts.approved_words, parts.approved_chars], [1, 2, 10]);
    t.deepEqual([parts.readonly, parts.readonly_words, parts.readonly_chars], [1, 2, 10]);
    t.deepEqual([parts.failing, parts.failing_words, parts.failing_chars], [1, 2, 10]);
    t.deepEqual([parts.suggestions, parts.comments], [1, 2]);
  });

  test.serial(name('an older change does not become the newest'), async (t) => {
    const { db } = database();
    const project = await addProject(db, 'newest');
    const { id } = await addTranslation(db, await addComponent(db, project, 'app'), 'cs');
    const author = await addAuthor(db, 'newest');

    await db.transaction((trx) => adjustCounters(trx, id, noCounts(), { at: 2000, authorId: author.id }));
    await db.transaction((trx) => adjustCounters(trx, id, noCounts(), { at: 1000, authorId: null }));

    const key = { scope: 'project', scope_id: project.id, language_id: 0 } as const;
    const { last_change_at, last_author_id } = await readStatistic(db.reader, key);
    t.deepEqual([last_change_at, last_author_id], [2000, author.id]);
  });

  test.serial(name('the sums of the server and of a language count all projects'), async (t) => {
    const { db } = database();
    const before = await readStatistic(db.reader, { scope: 'instance', scope_id: 0, language_id: 0 });
    const strings = [{ source: ['a'], target: ['b'] }];
    for (const slug of ['sum-one', 'sum-two']) {
      await addTranslation(db, await addComponent(db, await addProject(db, slug), 'app'), 'tlh', strings);
    }
    const { language_id } = await Translation.at(db.reader, 'sum-one/app', 'tlh').then((found) => found!);

    const after = await readStatistic(db.reader, { scope: 'instance', scope_id: 0, language_id: 0 });
    const language = await readStatistic(db.reader, {
      scope: 'language',
      scope_id: language_id,
      language_id: 0,
    });

    t.is(after.total, before.total + 2);
    t.is(language.translated, 2);
  });

  test.serial(name('drift is found, and repaired'), async (t) => {
    const { db } = database();
    const component = await addComponent(db, await addProject(db, 'drift'), 'app');
    const strings = [{ source: ['a'], target: ['b'] }];
    const translation = await addTranslation(db, component, 'cs', strings);
    const list = await addComponentList(db, 'drifting', [component]);
    const before = await findDrift(db);
    const sumsBefore = await findSumDrift(db);
    await db.writer('translations').where('id', translation.id).update({ translated: 5 });
    await db.writer('statistics').where({ scope: 'component_list', scope_id: list.id }).update({ total: 9 });
    await db.writer('statistics').where({ scope: 'component', scope_id: component.id }).delete();
    await db.writer('units').where('translation_id', translation.id).update({ pending: 1, project_id: 0 });

    const found = await findDrift(db);
    const foundSums = await findSumDrift(db);
    const repaired = await repairDrift(db);

    t.deepEqual([before, sumsBefore], [[], []]);
    t.deepEqual(repaired, found);
    const summary = found.map(({ scope, column, stored, actual }) => [scope, column, stored, actual]);
    t.true(summary.some((drift) => drift.join() === 'translation,translated,5,1'));
    t.true(summary.some((drift) => drift.join() === 'component,total,0,1'));
    t.true(summary.some((drift) => drift.join() === 'component_list,total,9,1'));
    t.true(foundSums.some(({ scope, stored }) => scope === 'component_list' && stored === 9));
    t.true(summary.some((drift) => drift.join() === 'unit,pending,1,0'));
    t.true(summary.some((drift) => drift.join() === `unit,project_id,0,${component.project_id}`));
    t.deepEqual([await findDrift(db), await findSumDrift(db)], [[], []]);
  });

  test.serial(name('recounting one translation mends its sums as well'), async (t) => {
    const { db } = database();
    const component = await addComponent(db, await addProject(db, 'recount'), 'app');
    const { id } = await addTranslation(db, component, 'cs', [{ source: ['a b'], target: ['c'] }]);
    await db.writer('units').where('translation_id', id).update({ state: 10, num_words: 9 });

    await db.transaction((trx) => recount(trx, id));

    t.deepEqual(await findDrift(db), []);
  });

  for (const seed of [1, 2, 3]) {
    test.serial(name(`no sequence of writes makes the counters drift (seed ${seed})`), async (t) => {
      const { db } = database();
      const random = new Random(seed);
      const world = await buildWorld(db, `walk${seed}`);

      for (let step = 0; step < 60; step += 1) {
        await randomStep(db, random, world);
      }

      t.deepEqual(await findDrift(db), []);
    });
  }

  test.serial(name('what is removed leaves every sum'), async (t) => {
    const { db } = database();
    const instance = { scope: 'instance', scope_id: 0, language_id: 0 } as const;
    const before = await readStatistic(db.reader, instance);
    const world = await buildWorld(db, 'removal');
    const [first, second, third] = await Component.query(db.reader)
      .where('path', 'like', 'removal/%')
      .orderBy('id');

    await db.transaction(async (trx) => {
      const [translation] = await Translation.ofComponent(trx, first!.id);
      await removeTranslation(trx, translation!.id);
    });
    const withoutTranslation = await findDrift(db);
    await db.transaction((trx) => removeComponents(trx, [second!.id]));
    const withoutComponent = await findDrift(db);
    await db.transaction((trx) => removeCategory(trx, third!.category_id!));
    const withoutCategory = await findDrift(db);
    await db.transaction((trx) => removeProject(trx, world.projectId));

    t.deepEqual([withoutTranslation, withoutComponent, withoutCategory], [[], [], []]);
    t.deepEqual(await findDrift(db), []);
    t.is((await readStatistic(db.reader, instance)).total, before.total);
    t.deepEqual(await db.reader('statistics').where({ scope: 'project', scope_id: world.projectId }), []);
    t.deepEqual(await db.reader('changes').where({ project_id: world.projectId }), []);
  });

  test.serial(
    name('saves go on while components join and leave a list, and it ends with them'),
    async (t) => {
      const { db } = database();
      const world = await buildWorld(db, 'busy');
      const listId = world.listIds[0]!;
      const saves = Array.from({ length: 12 }, (_, seed) => editSome(db, new Random(seed), world));
      const moves = Array.from({ length: 6 }, (_, seed) => joinSome(db, new Random(seed), world));

      await Promise.all([...saves, ...moves]);
      const afterMoves = await findDrift(db);
      await Promise.all([
        ...Array.from({ length: 6 }, (_, seed) => editSome(db, new Random(100 + seed), world)),
        db.transaction((trx) => removeList(trx, listId)),
      ]);

      t.deepEqual(afterMoves, []);
      t.deepEqual(await findDrift(db), []);
      t.deepEqual(await db.reader('statistics').where({ scope: 'component_list', scope_id: listId }), []);
    },
  );

  test.serial(name('a component takes those along that work in its repository'), async (t) => {
    const { db } = database();
    const owner = await addComponent(db, await addProject(db, 'owner'), 'app');
    const guest = await addComponent(db, await addProject(db, 'guest'), 'app', {
      linked_component_id: owner.id,
    });
    await addTranslation(db, guest, 'cs', [{ source: ['a'], target: ['b'] }]);

    const removed = await db.transaction((trx) => removeComponents(trx, [owner.id]));

    t.deepEqual(removed, [owner.id, guest.id]);
    t.deepEqual(await findDrift(db), []);
  });

  test.serial(name('a moved component takes its counts and its history along'), async (t) => {
    const { db } = database();
    const world = await buildWorld(db, 'moving');
    const target = await addProject(db, 'arrival');
    const component = (await Component.at(db.reader, 'moving/inner/deep/app2'))!;
    const { total } = await readStatistic(db.reader, {
      scope: 'component',
      scope_id: component.id,
      language_id: 0,
    });
    await editSome(db, new Random(9), world);

    await db.transaction((trx) =>
      moveComponents(trx, [component.id], async () => {
        await Component.query(trx)
          .findById(component.id)
          .patch({ project_id: target.id, category_id: null, path: 'arrival/app2' });
      }),
    );

    const key = { scope: 'project', scope_id: target.id, language_id: 0 } as const;
    t.is((await readStatistic(db.reader, key)).total, total);
    t.deepEqual(await findDrift(db), []);
    const projects = await db.reader('changes').where('component_id', component.id).distinct('project_id');
    t.true(projects.every(({ project_id }) => project_id === target.id));
  });
});

interface World {
  slug: string;
  projectId: number;
  authorId: number;
  /** Component lists; the first two components are in the first, the second one in both. */
  listIds: number[];
  nextKey: number;
}

/** A project of three components: one in it, one in a category, one in a category of the category. */
async function buildWorld(db: Database, slug: string): Promise<World> {
  const project = await addProject(db, slug);
  const outer = await addCategory(db, project.id, null, `${slug}/inner`);
  const inner = await addCategory(db, project.id, outer.id, `${slug}/inner/deep`);
  const places = [
    { path: `${slug}/app0`, category_id: null },
    { path: `${slug}/inner/app1`, category_id: outer.id },
    { path: `${slug}/inner/deep/app2`, category_id: inner.id },
  ];
  const lists = [await addComponentList(db, `${slug}-a`), await addComponentList(db, `${slug}-b`)];
  for (const [index, place] of places.entries()) {
    const component = await addComponent(db, project, `app${index}`, { ...place, template: 'en.json' });
    const strings = Array.from({ length: 6 }, (_, number) => ({
      context: `key${number}`,
      source: ['some words here'],
      target: [''],
    }));
    const sources = strings.map((string) => ({ ...string, target: string.source }));
    await addTranslation(db, component, 'en', sources, { is_source: true, is_template: true });
    await addTranslation(db, component, 'cs', strings);
    await addTranslation(db, component, 'de', strings);
    for (const list of index === 2 ? [] : lists.slice(0, index + 1)) {
      await db.transaction((trx) => addToList(trx, list.id, [component.id]));
    }
  }
  const author = await addAuthor(db, slug);
  const listIds = lists.map(({ id }) => id);
  return { slug, projectId: project.id, authorId: author.id, listIds, nextKey: 100 };
}

function addCategory(db: Database, project_id: number, category_id: number | null, path: string) {
  const slug = path.slice(path.lastIndexOf('/') + 1);
  return Category.query(db.writer).insert({ project_id, category_id, name: slug, slug, path });
}

function addAuthor(db: Database, username: string): Promise<User> {
  return User.query(db.writer).insert({ username, full_name: username, date_joined: Date.now() }).execute();
}

async function randomStep(db: Database, random: Random, world: World): Promise<void> {
  const steps = [editSome, editSome, editSome, insertSome, updateSome, deleteSome, failSome, joinSome];
  await random.pick(steps)(db, random, world);
}

async function editSome(db: Database, random: Random, world: World): Promise<void> {
  await inTranslation(db, random, world, async (trx, translation) => {
    const units = await unitsOf(trx, translation);
    if (units.length > 0) {
      await editUnit(trx, {
        unit: random.pick(units),
        translation,
        component: translation.component!,
        target: [random.pick(['', 'one', 'two words', 'three words now'])],
        state: random.pick([0, 10, 11, 12, 20, 30]),
        author: { id: world.authorId },
        user: { id: world.authorId },
      });
    }
  });
}

async function insertSome(db: Database, random: Random, world: World): Promise<void> {
  await inTranslation(db, random, world, async (trx, translation, counters) => {
    const units = Array.from({ length: random.below(5) }, () => newUnit(random, world, translation.id));
    await insertUnits(trx, counters, units);
  });
}

async function updateSome(db: Database, random: Random, world: World): Promise<void> {
  await inTranslation(db, random, world, async (trx, translation, counters) => {
    const units = await unitsOf(trx, translation);
    const changes = units
      .filter(() => random.below(2) === 0)
      .map((unit) => ({
        unit,
        values: random.pick([
          { position: random.below(100) },
          { num_words: random.below(10), num_chars: random.below(50) },
          { state: random.pick([0, 10, 20, 30, 100]), target: ['from the file'] },
          { has_suggestion: random.below(2) === 0, has_comment: random.below(2) === 0 },
        ]),
      }));
    await updateUnits(trx, counters, changes);
  });
}

async function deleteSome(db: Database, random: Random, world: World): Promise<void> {
  await inTranslation(db, random, world, async (trx, translation, counters) => {
    const units = await unitsOf(trx, translation);
    await deleteUnits(
      trx,
      counters,
      units.filter(() => random.below(4) === 0),
    );
  });
}

/** One of the components joins or leaves one of the lists, or tries although it is there or gone already. */
async function joinSome(db: Database, random: Random, { projectId, listIds }: World): Promise<void> {
  const ids: number[] = await db
    .reader('components')
    .where('project_id', projectId)
    .orderBy('id')
    .pluck('id');
  const write = random.pick([addToList, removeFromList]);
  await db.transaction((trx) => write(trx, random.pick(listIds), [random.pick(ids)]));
}

/** Writes, then fails: nothing of it may stay. */
async function failSome(db: Database, random: Random, world: World): Promise<void> {
  const failure = new Error('on purpose');
  try {
    await inTranslation(db, random, world, async (trx, translation, counters) => {
      await insertUnits(trx, counters, [newUnit(random, world, translation.id)]);
      await counters.apply(trx);
      throw failure;
    });
  } catch (error) {
    if (error !== failure) {
      throw error;
    }
  }
}

async function inTranslation(
  db: Database,
  random: Random,
  { slug }: World,
  work: (trx: Knex.Transaction, translation: Translation, counters: CounterBatch) => Promise<void>,
): Promise<void> {
  const path = random.pick([`${slug}/app0`, `${slug}/inner/app1`, `${slug}/inner/deep/app2`]);
  const translation = await Translation.at(db.reader, path, random.pick(['en', 'cs', 'de']));
  await db.transaction(async (trx) => {
    const counters = new CounterBatch();
    await work(trx, translation!, counters);
    await failMarked(trx, translation!.id);
    await commentMarked(trx, translation!.id);
    await counters.apply(trx);
  });
}

function newUnit(random: Random, world: World, translationId: number) {
  world.nextKey += 1;
  const hash = world.nextKey.toString(16).padStart(16, '0');
  return {
    translation_id: translationId,
    id_hash: hash,
    content_hash: hash,
    context: `key${world.nextKey}`,
    source: ['a source'],
    target: ['a target'],
    state: random.pick([0, 10, 20, 30, 100]),
    position: 1,
    num_words: random.below(10),
    num_chars: random.below(100),
    has_failing_check: random.below(2) === 0,
  };
}

/** Those that may be edited. */
function unitsOf(trx: Knex.Transaction, translation: Translation): Promise<Unit[]> {
  return Unit.query(trx)
    .where('translation_id', translation.id)
    .whereNot('state', 100)
    .orderBy('id')
    .execute();
}
