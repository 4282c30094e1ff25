import test from 'ava';
import { action, actionNames, contentActions } from '../../models/actions.ts';
import { Change, insertChanges, recordChange } from '../../models/change.ts';
import { countInWindows, recentMs } from '../../models/recent-changes.ts';
import { countRecentChanges } from '../../models/statistics.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addCategory, addComponent, addProject, addTranslation } from '../helpers/rows.ts';

test('every action has an id and a name of its own', (t) => {
  t.is(actionNames.size, 97);
  t.is(new Set(actionNames.values()).size, 97);
  t.is(Object.keys(action).length, 97);
  t.is(actionNames.get(action.CHANGE), 'Translation changed');
  t.is(action.ALERT_REOPENED, 104);
});

forEachEngine(test, (name, database) => {
  test(name('a change of a translation knows what is above it, and is its newest'), async (t) => {
    const { db } = database();
    const project = await addProject(db, 'place');
    const component = await addComponent(db, project, 'app');
    const translation = await addTranslation(db, component, 'cs');

    const { id } = await db.transaction((trx) =>
      recordChange(trx, {
        action: action.COMMIT,
        translation_id: translation.id,
        details: { files: ['po/cs.po'] },
        timestamp: 1_700_000_000_123,
      }),
    );

    const change = await Change.query(db.reader).findById(id);
    t.like(change, {
      action: 17,
      project_id: project.id,
      component_id: component.id,
      language_id: translation.language_id,
      user_id: null,
      target: '',
      details: { files: ['po/cs.po'] },
    });
    t.is((await translation.$query(db.reader)).last_change_at, 1_700_000_000_123);
  });

  test(name('a change of a component knows its project, and touches no translation'), async (t) => {
    const { db } = database();
    const project = await addProject(db, 'above');
    const component = await addComponent(db, project, 'app');
    const translation = await addTranslation(db, component, 'cs');

    const change = await db.transaction((trx) =>
      recordChange(trx, { action: action.PUSH, component_id: component.id }),
    );

    t.is(change.project_id, project.id);
    t.is((await translation.$query(db.reader)).last_change_at, null);
  });

  test(name('recent changes are those of contents in the six hours before the last'), async (t) => {
    const { db } = database();
    const project = await addProject(db, 'recent');
    const category = await addCategory(db, project, 'tools');
    const component = await addComponent(db, project, 'app', { category_id: category.id });
    const { id: translation_id, language_id } = await addTranslation(db, component, 'sux');
    const hour = 3_600_000;
    const last = 1_700_000_000_000;
    const place = { project_id: project.id, component_id: component.id, translation_id, language_id };
    await db.transaction((trx) =>
      insertChanges(trx, [
        { action: action.CHANGE, timestamp: last, ...place },
        { action: action.NEW, timestamp: last - 6 * hour + 1, ...place },
        { action: action.NEW, timestamp: last - 6 * hour, ...place },
        { action: action.COMMIT, timestamp: last - hour, ...place },
      ]),
    );

    await db.writer('translations').where('id', translation_id).update({ last_change_at: last });

    const counts = [];
    for (const key of [
      { scope: 'category', scope_id: category.id },
      { scope: 'project', scope_id: project.id },
      { scope: 'language', scope_id: language_id },
    ] as const) {
      counts.push(await countRecentChanges(db.reader, key, last));
    }
    const windows = [{ translationId: translation_id, since: last - recentMs }];
    counts.push((await countInWindows(db.reader, windows)).get(translation_id));

    t.deepEqual(counts, [2, 2, 2, 2]);
    t.is(await countRecentChanges(db.reader, { scope: 'project', scope_id: project.id }, null), 0);
    t.true(contentActions.includes(action.CHANGE) && !contentActions.includes(action.COMMIT as never));
  });
});
