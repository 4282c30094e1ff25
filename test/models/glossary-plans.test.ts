import test from 'ava';
import type { PlacedString } from '../../adapters/tasks/surroundings.ts';
import { glossariesOf } from '../../models/glossary.ts';
import { withTerms } from '../../models/glossary-terms.ts';
import type { Project } from '../../models/project.ts';
import { loadPlace } from '../../models/surroundings.ts';
import type { Translation } from '../../models/translation.ts';
import { forEachEngine, type TestDatabase } from '../helpers/database.ts';
import { addGlossary } from '../helpers/glossary.ts';
import { addComponent, addProject, addTranslation } from '../helpers/rows.ts';

/*
 * What a save reads of glossaries must take the same time however many other projects, components and terms there are.
 * MariaDB plans by what is in the tables, so they are filled.
 */

const projects = 20;
let project: Project;
let translation: Translation;

async function fill({ db, engine }: TestDatabase): Promise<void> {
  for (let number = 0; number < projects; number += 1) {
    project = await addProject(db, `plans${number}`);
    for (let index = 0; index < 10; index += 1) {
      const component = await addComponent(db, project, `app${index}`, { check_flags: 'check-glossary' });
      if (index === 0) {
        await addTranslation(db, component, 'en', [], { is_source: true });
        translation = await addTranslation(db, component, 'cs');
      }
    }
    const terms = Array.from({ length: 60 }, (_, term) => [`term ${term}`, `pojem ${term}`] as const);
    await addGlossary(db, project, 'cs', terms);
  }
  if (engine === 'mysql') {
    await db.writer.raw('ANALYZE TABLE components, translations, units, component_links');
  }
}

forEachEngine(
  test,
  (name, database, engine) => {
    test(name('what a save reads of glossaries is found by indexes'), async (t) => {
      const { db } = database();
      const place = await loadPlace(db.reader, translation.id);
      const text = { context: '', source: ['A term 1'], target: ['x'], note: '' };
      const string: PlacedString = { ...text, state: 20, flags: [] };
      await withTerms(db.reader, place, [string]);
      const statements: { sql: string; bindings: string[] }[] = [];
      const note = (statement: (typeof statements)[number]) => statements.push(statement);

      db.reader.on('query', note);
      const [found] = await withTerms(db.reader, place, [string]);
      db.reader.off('query', note);

      t.is(found?.terms?.length, 1);
      t.is(statements.length, 3);
      t.is((await glossariesOf(db.reader, project.id, place.sourceLanguageId)).length, 1);
      for (const { sql, bindings } of statements) {
        const rows = await db.reader.raw(
          `EXPLAIN ${engine === 'sqlite' ? 'QUERY PLAN ' : ''}${sql}`,
          bindings,
        );
        const steps: string[] =
          engine === 'sqlite'
            ? rows.map(({ detail }: { detail: string }) => detail)
            : rows[0].map(
                ({ table, type }: Record<string, string>) => `${type === 'ALL' ? 'SCAN' : type} ${table}`,
              );
        t.deepEqual(
          steps.filter((step) => step.startsWith('SCAN')),
          [],
          sql,
        );
        t.false(
          steps.some((step) => step.endsWith('(is_glossary=?)')),
          sql,
        );
      }
    });
  },
  fill,
);
