import test from 'ava';
import type { Knex } from 'knex';
import { loadExtraFlags } from '../../actors/sync-checks.ts';
import { dismissCheck } from '../../models/dismissal.ts';
import { insertRows, type Value } from '../../models/insert-rows.ts';
import { Translation } from '../../models/translation.ts';
import { Unit } from '../../models/unit.ts';
import { editUnit } from '../../models/unit-edit.ts';
import { User } from '../../models/user.ts';
import { forEachEngine, type TestDatabase } from '../helpers/database.ts';
import { addComponent, addLanguage, addProject } from '../helpers/rows.ts';

/*
 * A save must take the same time however many components, languages and changes there are: each statement on one of the
 * large tables is listened to and must find its rows by an index. MariaDB plans by what is in the tables, so they are filled.
 */

const codes = ['en', 'cs', 'de', 'fr', 'it', 'pl', 'pt', 'sk'];
const components = 20;
const strings = 100;
const large = ['units', 'unit_checks', 'changes', 'pending_changes'];

/** The same strings in each of the components, all translations equal but for the language. */
async function fill({ db }: TestDatabase): Promise<void> {
  const project = await addProject(db, 'plans');
  const languages = [];
  for (const code of codes) {
    languages.push(await addLanguage(db, code));
  }
  const rows: Record<string, Value>[] = [];
  const checks: Record<string, Value>[] = [];
  const changes: Record<string, Value>[] = [];
  for (let index = 0; index < components; index += 1) {
    const component = await addComponent(db, project, `app${index}`);
    const sources = rows.length;
    for (const { id: language_id, code } of languages) {
      const plural = await db.writer('plurals').where({ language_id }).first('id');
      const [translation_id] = await db.writer('translations').insert({
        component_id: component.id,
        language_id,
        plural_id: plural.id,
        language_code: code,
        filename: '',
        is_source: Number(code === 'en'),
        check_flags: '',
      });
      for (let string = 0; string < strings; string += 1) {
        const id = rows.length + 1;
        const unit = unitRow(id, translation_id!, sources + string + 1, string, code);
        rows.push({ ...unit, project_id: project.id, language_id });
        if (string % 3 === 0) {
          checks.push({ unit_id: id, name: 'same', dismissed: 0 });
        }
        changes.push(changeRow(id), changeRow(id));
      }
    }
  }
  await db.transaction(async (trx) => {
    await insertRows(trx, 'units', rows);
    await insertRows(trx, 'unit_checks', checks);
    await insertRows(trx, 'changes', changes);
  });
  if (db.engine === 'mysql') {
    await db.writer.raw(`ANALYZE TABLE ${large.join(', ')}`);
  }
}

function unitRow(
  id: number,
  translation_id: number,
  source_unit_id: number,
  string: number,
  code: string,
): Record<string, Value> {
  const hash = string.toString(16).padStart(16, '0');
  const text = `Text number ${string}.`;
  const empty = { context: '', previous_source: '', location: '', note: '', flags: '', explanation: '' };
  return {
    ...empty,
    id,
    translation_id,
    source_unit_id,
    id_hash: hash,
    content_hash: hash,
    source: text,
    target: `${code} ${text}`,
    state: 20,
    original_state: 20,
    extra_flags: string === 5 && id === source_unit_id ? 'ignore-same' : '',
    position: string,
    num_words: 3,
    num_chars: text.length,
    has_failing_check: Number(string % 3 === 0),
    timestamp: 1,
    last_updated: 1,
  };
}

function changeRow(unit_id: number): Record<string, Value> {
  return { unit_id, action: 2, target: 'x', old: '', details: '{}', timestamp: unit_id };
}

forEachEngine(
  test,
  (name, database) => {
    const edits = { 'a new text': ['New text', 20], 'an emptied text': ['', 0] } as const;
    for (const [what, [target, state]] of Object.entries(edits)) {
      test.serial(name(`a save finds all it asks for by indexes: ${what}`), async (t) => {
        const { db } = database();
        const { component, ...translation } = await place(db.reader, 'cs');
        const [unit] = await Unit.query(db.reader).where('translation_id', translation.id).limit(1);
        const author = await User.query(db.writer).insertAndFetch({
          username: what,
          full_name: what,
          date_joined: 1,
        });

        const asked = await statements(db.writer, (trx) =>
          editUnit(trx, {
            unit: unit!,
            translation: translation as unknown as Translation,
            component: component!,
            target: [target],
            state,
            author,
            user: author,
          }),
        );

        t.true(asked.length > 5);
        t.deepEqual(await scans(db.writer, asked), []);
      });
    }

    test.serial(name('dismissing a check and reading the flags of strings ask indexes only'), async (t) => {
      const { db } = database();
      const { id } = await place(db.reader, 'de');
      const [unit] = await Unit.query(db.reader).where('translation_id', id).limit(1);

      const asked = await statements(db.writer, async (trx) => {
        await dismissCheck(trx, unit!.id, 'same', true);
        await loadExtraFlags(trx, id);
      });

      t.true(asked.length > 5);
      t.deepEqual(await scans(db.writer, asked), []);
    });
  },
  fill,
);

function place(knex: Knex, code: string): Promise<Translation> {
  return Translation.query(knex)
    .where('language_code', code)
    .orderBy('id')
    .withGraphFetched('[component.project, language, plural]')
    .first()
    .throwIfNotFound()
    .execute();
}

interface Statement {
  sql: string;
  bindings: readonly Knex.RawBinding[];
}

/** What `work` asks of the large tables. It is rolled back. */
async function statements(
  knex: Knex,
  work: (trx: Knex.Transaction) => Promise<unknown>,
): Promise<Statement[]> {
  const asked: Statement[] = [];
  const trx = await knex.transaction();
  trx.on('query', ({ sql, bindings }: Statement) => {
    const isOfLarge = large.some((table) => sql.includes(`\`${table}\``));
    if (isOfLarge && /^\s*(?:select|update|delete)/i.test(sql)) {
      asked.push({ sql, bindings: bindings ?? [] });
    }
  });
  await work(trx);
  await trx.rollback();
  return asked;
}

/** Statements that read a whole large table or index, with their plans. */
async function scans(knex: Knex, asked: readonly Statement[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const { sql, bindings } of asked) {
    const plan = await explain(knex, sql, bindings);
    if (plan.some((step) => step.isScan)) {
      found.push({ sql, plan });
    }
  }
  return found;
}

async function explain(
  knex: Knex,
  sql: string,
  bindings: readonly Knex.RawBinding[],
): Promise<{ text: string; isScan: boolean }[]> {
  if (knex.client.driverName === 'mysql2') {
    const [rows] = await knex.raw(`EXPLAIN ${sql}`, [...bindings]);
    return rows.map(({ table, type, key }: Record<string, string>) => ({
      text: `${table} ${type} ${key}`,
      isScan: large.includes(table ?? '') && (type === 'ALL' || type === 'index'),
    }));
  }
  const rows: { detail: string }[] = await knex.raw(`EXPLAIN QUERY PLAN ${sql}`, [...bindings]);
  const scan = new RegExp(`^SCAN (?:${large.join('|')})\\b`);
  return rows.map(({ detail }) => ({ text: detail, isScan: scan.test(detail) }));
}
