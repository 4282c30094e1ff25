import test from 'ava';
import { dueCommits } from '../../daemon/due-commits.ts';
import type { Component } from '../../models/component.ts';
import type { Database } from '../../models/database.ts';
import { PendingChange } from '../../models/pending-change.ts';
import { User } from '../../models/user.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';

const hour = 3_600_000;
const now = 1_800_000_000_000;

forEachEngine(test, (name, database) => {
  test(name('a component is due when its oldest edit has waited as long as it allows'), async (t) => {
    const { db } = database();
    const project = await addProject(db, 'ages');
    const due = await addComponent(db, project, 'due', { commit_pending_age: 2 });
    await addEdits(db, due, [now - 2 * hour, now]);
    const young = await addComponent(db, project, 'young', { commit_pending_age: 3 });
    await addEdits(db, young, [now - 2 * hour]);
    const idle = await addComponent(db, project, 'idle', { commit_pending_age: 0 });
    await addEdits(db, idle, []);

    const found = await dueOf(db, [due, young, idle]);

    t.deepEqual(found, [{ id: due.id, linked_component_id: null }]);
  });

  test(name('a component in the repository of another goes by the setting of that one'), async (t) => {
    const { db } = database();
    const project = await addProject(db, 'linked');
    const owner = await addComponent(db, project, 'owner', { commit_pending_age: 1 });
    const link = { linked_component_id: owner.id, commit_pending_age: 100 };
    const linked = await addComponent(db, project, 'linked', link);
    await addEdits(db, linked, [now - 2 * hour]);

    const found = await dueOf(db, [owner, linked]);

    t.deepEqual(found, [{ id: linked.id, linked_component_id: owner.id }]);
  });

  test(name('an edit that its file refused does not make a component due'), async (t) => {
    const { db } = database();
    const project = await addProject(db, 'refused');
    const component = await addComponent(db, project, 'refused', { commit_pending_age: 1 });
    await addEdits(db, component, [now - 2 * hour], { failure: 'line 3: no' });

    t.deepEqual(await dueOf(db, [component]), []);
  });
});

/** Other tests of this file have components of their own in the same database. */
async function dueOf(db: Database, components: Component[]) {
  const ids = components.map(({ id }) => id);
  const due = await dueCommits(db.reader, now);
  return due
    .filter(({ id }) => ids.includes(id))
    .map(({ id, linked_component_id }) => ({ id, linked_component_id }));
}

/** A translation with one string that was edited at each of `times`. */
async function addEdits(
  db: Database,
  component: Component,
  times: readonly number[],
  fields: Partial<PendingChange> = {},
): Promise<void> {
  const translation = await addTranslation(db, component, 'cs', [{ source: ['Hello'], target: ['Ahoj'] }]);
  const [unit] = await unitsOf(db, translation);
  const author = await User.query(db.writer).insert({
    username: `author-${component.id}`,
    full_name: '',
    date_joined: now,
  });
  for (const [index, created_at] of times.entries()) {
    await PendingChange.query(db.writer).insert({
      unit_id: unit!.id,
      translation_id: translation.id,
      component_id: component.id,
      author_id: author.id,
      target: ['Ahoj'],
      state: 20,
      automatic: false,
      unit_version: index + 2,
      created_at,
      ...fields,
    });
  }
}
