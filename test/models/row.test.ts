import test from 'ava';
import { raw } from 'objection';
import { Component } from '../../models/component.ts';
import { Job } from '../../models/job.ts';
import { Project } from '../../models/project.ts';
import { readSetting, writeSetting } from '../../models/setting.ts';
import { Unit } from '../../models/unit.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation } from '../helpers/rows.ts';

forEachEngine(test, (name, database) => {
  test(name('booleans, JSON and texts without a default come back as values'), async (t) => {
    const { db } = database();
    const project = await addProject(db, 'values');

    const { id } = await addComponent(db, project, 'app', {
      restricted: true,
      enforced_checks: ['same'],
      file_format_params: { indent: 2 },
    });

    t.like(await Component.query(db.reader).findById(id), {
      restricted: true,
      push_on_commit: true,
      locked: false,
      enforced_checks: ['same'],
      file_format_params: { indent: 2 },
      own_settings: [],
      commit_message: '',
      repo_secret: null,
    });
  });

  test(name('a patch changes what it names, in the same forms'), async (t) => {
    const { db } = database();
    const { id } = await addProject(db, 'patch', { instructions: 'Be kind.' });

    await Project.query(db.writer)
      .findById(id)
      .patch({ translation_review: true, own_settings: ['license'], created_at: raw('created_at + 1') });

    t.like(await Project.query(db.reader).findById(id), {
      translation_review: true,
      own_settings: ['license'],
      instructions: 'Be kind.',
    });
    t.is(await Project.query(db.reader).where({ slug: 'patch', translation_review: true }).resultSize(), 1);
  });

  test(name('forms of a string are arrays; an old source that is none has no forms'), async (t) => {
    const { db } = database();
    const component = await addComponent(db, await addProject(db, 'forms'), 'app');
    const { id } = await addTranslation(db, component, 'cs', [
      { source: ['file', 'files'], target: [''] },
      { source: ['a'], target: ['b', ''], previous_source: ['c', 'd'] },
    ]);

    const units = await Unit.query(db.reader).where('translation_id', id).orderBy('id');

    t.deepEqual(
      units.map(({ source, target, previous_source }) => [source, target, previous_source]),
      [
        [['file', 'files'], [''], []],
        [['a'], ['b', ''], ['c', 'd']],
      ],
    );
    t.deepEqual(
      units.map(({ isPlural }) => isPlural),
      [true, true],
    );
  });

  test(name('a result that is not there yet is null, any other is kept as it is'), async (t) => {
    const { db } = database();
    const row = {
      key: 'test',
      kind: 'test',
      state: 'done',
      run_after: 1,
      created_at: 1,
      updated_at: 1,
    } as const;

    const empty = await Job.query(db.writer).insertAndFetch({ ...row, uuid: 'a' });
    const text = await Job.query(db.writer).insertAndFetch({
      ...row,
      uuid: 'b',
      result: 'text',
      payload: [1],
    });

    t.is(empty.result, null);
    t.deepEqual(empty.payload, {});
    t.deepEqual([text.result, text.payload], ['text', [1]]);
  });

  test(name('settings are read as written'), async (t) => {
    const { db } = database();

    await writeSetting(db.writer, 'greeting', 'ahoj');
    await writeSetting(db.writer, 'greeting', { text: 'ahoj' });

    t.deepEqual(await readSetting(db.reader, 'greeting'), { text: 'ahoj' });
    t.is(await readSetting(db.reader, 'nothing'), undefined);
  });
});
