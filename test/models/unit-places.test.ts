import test from 'ava';
import { migrate } from '../../models/database.ts';
import { findDrift } from '../../models/drift.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation } from '../helpers/rows.ts';

forEachEngine(test, (name, database, engine) => {
  test.serial(name('units of an older database learn which project and language they are of'), async (t) => {
    const { db } = database();
    const project = await addProject(db, 'older');
    const strings = [{ source: ['a'], target: ['b'] }];
    const { id, language_id } = await addTranslation(
      db,
      await addComponent(db, project, 'app'),
      'cs',
      strings,
    );
    await db.writer.schema.alterTable('units', (table) => {
      table.dropIndex([], 'units_contents_index');
      table.dropIndex([], 'units_texts_index');
    });
    await db.writer.schema.alterTable('units', (table) => {
      table.dropColumns('project_id', 'language_id');
      table.index(['content_hash'], 'units_content_hash_translation_id_index');
    });
    const text = engine === 'mysql' ? 'target_crc' : 'target';
    await db.writer.raw(`CREATE INDEX units_target_translation_id_index ON units (${text})`);
    await db.writer('knex_migrations').where('name', '015-unit-places').delete();

    const migrations = await migrate(db);

    t.deepEqual(migrations, ['015-unit-places']);
    const unit = await db.reader('units').where('translation_id', id).first('project_id', 'language_id');
    t.deepEqual(unit, { project_id: project.id, language_id });
    t.deepEqual(await findDrift(db), []);
  });
});
