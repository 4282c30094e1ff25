import test from 'ava';
import { adapterById, registerAdapter } from '../../adapters/registry.ts';
import { action } from '../../models/actions.ts';
import { Change } from '../../models/change.ts';
import type { Component } from '../../models/component.ts';
import type { Database } from '../../models/database.ts';
import { findDrift } from '../../models/drift.ts';
import { PendingChange } from '../../models/pending-change.ts';
import type { Translation } from '../../models/translation.ts';
import type { Unit } from '../../models/unit.ts';
import { type EditRefused, editUnit, type UnitEdit } from '../../models/unit-edit.ts';
import { User } from '../../models/user.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation, type SampleUnit, unitsOf } from '../helpers/rows.ts';

registerAdapter({ ...adapterById('po')!, id: 'alternatives', plurals: false, multivalue: true });

forEachEngine(test, (name, database) => {
  test(name('an edit stores the text, queues it, tells the history and counts'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'story', [{ source: ['a file'], target: [''], context: 'menu' }]);

    const { changed, unit } = await edit(db, place, { target: ['soubor'], state: 20 });

    t.true(changed);
    t.like(unit, { target: ['soubor'], state: 20, original_state: 20, pending: true, version: 2 });
    const [pending, ...more] = await PendingChange.query(db.reader).where('unit_id', unit.id);
    t.deepEqual(more, []);
    t.like(pending, {
      target: ['soubor'],
      state: 20,
      base_target: [''],
      base_state: 0,
      unit_version: 2,
      author_id: place.author.id,
      component_id: place.component.id,
    });
    const [change] = await Change.query(db.reader).where('unit_id', unit.id);
    t.like(change, {
      action: action.NEW,
      target: 'soubor',
      old: '',
      details: { state: 20, old_state: 0, source: 'a file', context: 'menu' },
      user_id: place.author.id,
      author_id: place.author.id,
      language_id: place.translation.language_id,
      project_id: place.component.project_id,
    });
    const stored = await place.translation.$query(db.reader);
    t.is(stored.translated, 1);
    t.is(stored.last_author_id, place.author.id);
    t.is(stored.last_change_at, change!.timestamp);
    t.is((await User.query(db.reader).findById(place.author.id))!.translated, 1);
  });

  test(name('the same text and state are no edit'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'same', [{ source: ['a'], target: ['b'] }]);

    const { changed, unit } = await edit(db, place, { target: ['b'], state: 20 });

    t.false(changed);
    t.like(unit, { version: 1, pending: false });
    t.is((await PendingChange.query(db.reader).where('unit_id', unit.id)).length, 0);
    t.is((await Change.query(db.reader).where('unit_id', unit.id)).length, 0);
    t.is((await User.query(db.reader).findById(place.author.id))!.translated, 0);
  });

  const states = [0, 10, 11, 12, 20, 30];
  for (const [from, to] of states.flatMap((from) => states.map((to) => [from, to] as const))) {
    test(name(`state ${from} becomes ${to}, with and without a text`), async (t) => {
      const { db } = database();
      const before = from === 0 ? [''] : ['old'];
      const place = await setUp(db, `from${from}to${to}`, [
        { source: ['a'], target: before, state: from },
        { source: ['b'], target: before, state: from },
      ]);

      const filled = await edit(db, place, { target: ['new'], state: to });
      const emptied = await edit(db, place, { target: [''], state: to }, 1);

      t.is(filled.unit.state, to === 0 ? 20 : to);
      t.is(emptied.unit.state, 0);
      const [change] = await Change.query(db.reader).where('unit_id', filled.unit.id);
      t.is(change!.action, expectedAction(from, filled.unit.state));
      t.is(emptied.changed, from !== 0);
      const { translated, fuzzy, approved } = await place.translation.$query(db.reader);
      const isFuzzy = filled.unit.state >= 10 && filled.unit.state < 20;
      t.deepEqual([translated, fuzzy, approved], [isFuzzy ? 0 : 1, isFuzzy ? 1 : 0, to === 30 ? 1 : 0]);
    });
  }

  test(
    name('a named action is what the history calls it; automatic edits are marked until the next'),
    async (t) => {
      const { db } = database();
      const place = await setUp(db, 'named', [{ source: ['a'], target: [''] }]);

      const automatic = await edit(db, place, { target: ['b'], state: 20, action: action.AUTO });
      const manual = await edit(db, place, { target: ['c'], state: 20 });

      t.true(automatic.unit.automatically_translated);
      t.false(manual.unit.automatically_translated);
      const actions = await Change.query(db.reader).where('unit_id', manual.unit.id).orderBy('id');
      t.deepEqual(
        actions.map((change) => change.action),
        [action.AUTO, action.CHANGE],
      );
      const queue = await PendingChange.query(db.reader).where('unit_id', manual.unit.id).orderBy('id');
      t.deepEqual(
        queue.map(({ automatic: mark, base_target }) => [mark, base_target]),
        [
          [true, ['']],
          [false, ['b']],
        ],
      );
    },
  );

  test(name('a plural string has as many forms as the language, any other has one'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'plurals', [
      { source: ['file', 'files'], target: ['', ''] },
      { source: ['other'], target: [''] },
    ]);

    const short = await edit(db, place, { target: ['soubor'], state: 20 });
    const long = await edit(db, place, { target: ['a', 'b', 'c'], state: 20 });
    const single = await edit(db, place, { target: ['a', 'b'], state: 20 }, 1);

    t.deepEqual(short.unit.target, ['soubor', '']);
    t.deepEqual(long.unit.target, ['a', 'b']);
    t.deepEqual(single.unit.target, ['a']);
  });

  test(name('a string with alternatives keeps all that are not empty'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'alternatives', [{ source: ['a'], target: [''] }], {
      file_format: 'alternatives',
    });
    const strings = await edit(db, place, { target: ['b', '', 'c', 'd'], state: 20 });

    t.deepEqual(strings.unit.target, ['b', 'c', 'd']);
  });

  test(name('an edit of what was removed, locked or edited since is refused'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'refused', [
      { source: ['a'], target: ['b'], state: 100 },
      { source: ['c'], target: ['d'] },
    ]);
    const [locked, open] = await unitsOf(db, place.translation);
    const attempt = (id: number, version?: number) =>
      edit(db, place, { target: ['x'], state: 20, unit: { id }, ...(version ? { version } : {}) });

    const reasons = [];
    for (const refused of [attempt(locked!.id), attempt(987_654), attempt(open!.id, 7)]) {
      const error = await t.throwsAsync<EditRefused>(refused, { name: 'EditRefused' });
      reasons.push(error?.reason);
    }

    t.deepEqual(reasons, ['readonly', 'gone', 'version']);
    t.true((await attempt(open!.id, 1)).changed);
  });

  test(name('edits of one string at the same time are all queued, each on top of the other'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'crowd', [{ source: ['a'], target: ['0'] }]);
    const texts = ['1', '2', '3', '4', '5', '6'];

    await Promise.all(texts.map((text) => edit(db, place, { target: [text], state: 20 })));

    const [unit] = await unitsOf(db, place.translation);
    const queue = await PendingChange.query(db.reader).where('unit_id', unit!.id).orderBy('id');
    t.is(unit!.version, 7);
    t.deepEqual(queue.map((row) => row.target[0]).sort(), texts);
    t.deepEqual(
      queue.map((row) => row.base_target),
      [['0'], ...queue.slice(0, -1).map((row) => row.target)],
    );
    t.deepEqual(unit!.target, queue.at(-1)!.target);
  });

  test(name('editing a string of the base file gives every language the new source'), async (t) => {
    const { db } = database();
    const states = [0, 10, 20, 30, 100];
    const place = await setUpMonolingual(db, 'source', states);

    await edit(db, place, { target: ['two words'], state: 20 });

    const [source] = await unitsOf(db, place.translation);
    t.like(source, { source: ['two words'], target: ['two words'], num_words: 2, num_chars: 9 });
    const found: unknown[] = [];
    for (const translation of place.languages) {
      const [unit] = await unitsOf(db, translation);
      t.like(unit, { source: ['two words'], num_words: 2, content_hash: source!.content_hash });
      t.is(unit!.id_hash, source!.id_hash);
      found.push([unit!.state, unit!.original_state, unit!.previous_source, unit!.pending]);
    }
    t.deepEqual(found, [
      [0, 0, [], false],
      [10, 10, [], false],
      [11, 11, ['old'], true],
      [11, 11, ['old'], true],
      [100, 11, [], false],
    ]);
    const changes = await Change.query(db.reader).where({ component_id: place.component.id, action: 30 });
    t.is(changes.length, states.length + 1);
    t.true(changes.every(({ target, old }) => target === 'two words' && old === 'old'));
    t.deepEqual(driftOf(await findDrift(db), place), []);
  });

  test(name('a source that goes back makes what was translated from it good again'), async (t) => {
    const { db } = database();
    const place = await setUpMonolingual(db, 'back', [20]);
    await edit(db, place, { target: ['new'], state: 20 });

    await edit(db, place, { target: ['old'], state: 20 });

    const [unit] = await unitsOf(db, place.languages[0]!);
    t.like(unit, { source: ['old'], state: 20, previous_source: [] });
    const queue = await PendingChange.query(db.reader).where('unit_id', unit!.id).orderBy('id');
    t.deepEqual(
      queue.map((row) => row.state),
      [11, 20],
    );
  });

  test(name('the source before two changes is the one that was translated'), async (t) => {
    const { db } = database();
    const place = await setUpMonolingual(db, 'twice', [20]);

    await edit(db, place, { target: ['new'], state: 20 });
    await edit(db, place, { target: ['newer'], state: 20 });

    const [unit] = await unitsOf(db, place.languages[0]!);
    t.like(unit, { source: ['newer'], state: 11, previous_source: ['old'] });
  });

  test(name('many edits of one person in one language at the same moment all succeed'), async (t) => {
    const { db } = database();
    const strings = Array.from({ length: 100 }, (_, number) => ({
      source: [`Text ${number}`],
      target: [''],
    }));
    const place = await setUp(db, 'rush', strings);

    const edits = await Promise.all(
      strings.map((_, index) => edit(db, place, { target: ['Edited'], state: 20 }, index)),
    );

    t.true(edits.every(({ changed }) => changed));
    const counted = await db.reader('translations').where('id', place.translation.id).first('translated');
    t.is(counted.translated, 100);
    const author = await db.reader('users').where('id', place.author.id).first('translated');
    t.is(author.translated, 100);
  });
});

interface Place {
  component: Component;
  translation: Translation;
  author: User;
}

async function setUp(
  db: Database,
  slug: string,
  strings: SampleUnit[],
  fields: Partial<Component> = {},
): Promise<Place> {
  const component = await addComponent(db, await addProject(db, slug), 'app', fields);
  const translation = await addTranslation(db, component, 'cs', strings);
  return { component, translation, author: await addAuthor(db, slug) };
}

/** A string with the source "old", in the base file and in one language per state. */
async function setUpMonolingual(
  db: Database,
  slug: string,
  states: readonly number[],
): Promise<Place & { languages: Translation[] }> {
  const fields = { template: 'en.json', file_format: 'json' };
  const component = await addComponent(db, await addProject(db, slug), 'app', fields);
  const source = { context: 'key', source: ['old'], target: ['old'] };
  const translation = await addTranslation(db, component, 'en', [source], {
    is_source: true,
    is_template: true,
  });
  const languages = [];
  for (const [index, state] of states.entries()) {
    const target = state === 0 ? [''] : ['text'];
    const original_state = state === 100 ? 20 : state;
    const unit = { ...source, target, state, original_state };
    languages.push(await addTranslation(db, component, ['cs', 'de', 'fr', 'it', 'pl'][index]!, [unit]));
  }
  return { component, translation, author: await addAuthor(db, slug), languages };
}

function addAuthor(db: Database, username: string): Promise<User> {
  return User.query(db.writer).insertAndFetch({ username, full_name: username, date_joined: 1 }).execute();
}

/** Edits the translation's unit number `index`. */
async function edit(
  db: Database,
  { component, translation, author }: Place,
  values: Partial<UnitEdit> & Pick<UnitEdit, 'target' | 'state'>,
  index = 0,
): Promise<{ changed: boolean; unit: Unit }> {
  const units = await unitsOf(db, translation);
  const unit = units[index]!;
  return db.transaction((trx) =>
    editUnit(trx, { unit, component, translation, author, user: author, ...values }),
  );
}

function expectedAction(from: number, to: number): number {
  if (to >= 10 && to < 20) {
    return action.MARKED_EDIT;
  }
  if (to === 30) {
    return action.APPROVE;
  }
  return from >= 10 ? action.CHANGE : action.NEW;
}

/** Other tests write while this one looks: only what concerns `place` counts. */
function driftOf(found: Awaited<ReturnType<typeof findDrift>>, { component }: Place) {
  return found.filter(({ scope, scope_id }) => scope === 'component' && scope_id === component.id);
}
