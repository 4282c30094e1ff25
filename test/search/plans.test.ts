import test from 'ava';
import type { Knex } from 'knex';
import { insertRows, type Value } from '../../models/insert-rows.ts';
import { changeFields } from '../../search/changes.ts';
import { searchUnits } from '../../search/compile.ts';
import { fields, marks } from '../../search/fields.ts';
import { forEachEngine, type TestDatabase } from '../helpers/database.ts';
import { addComponent, addLanguage, addProject } from '../helpers/rows.ts';

/*
 * A search in a translation must not read strings of other translations, nor what belongs to those: each field is tried, and
 * each large table must be read by an index. MariaDB plans by what is in the tables, so they are filled.
 */

const components = 20;
const strings = 200;

/** By their names in the statements: strings, and what there may be many of for each string. */
const large = ['units', 'su', 'uc', 'ul', 'ch', 'cm', 'sg', 'sn', 'sc', 'va'];
const tables = [
  'units',
  'unit_checks',
  'unit_labels',
  'changes',
  'comments',
  'suggestions',
  'screenshots',
  'screenshot_units',
  'unit_variants',
];

/** Components in English and Czech; each tenth string has one of everything. */
async function fill({ db }: TestDatabase): Promise<void> {
  const project = await addProject(db, 'plans');
  const rows = new Map<string, Record<string, Value>[]>(tables.map((table) => [table, []]));
  const add = (table: string, row: Record<string, Value>) => rows.get(table)?.push(row);
  const label_id = await insert(db.writer, 'labels', { project_id: project.id, name: 'ui', color: 'red' });
  for (let index = 0; index < components; index += 1) {
    const component = await addComponent(db, project, `app${index}`);
    const sources = rows.get('units')?.length ?? 0;
    for (const code of ['en', 'cs']) {
      const { id: language_id } = await addLanguage(db, code);
      const plural = await db.writer('plurals').where({ language_id }).first('id');
      const translation_id = await insert(db.writer, 'translations', {
        component_id: component.id,
        language_id,
        plural_id: plural.id,
        language_code: code,
        filename: '',
        check_flags: '',
      });
      for (let string = 0; string < strings; string += 1) {
        const unit_id = (rows.get('units')?.length ?? 0) + 1;
        add('units', unitRow(unit_id, translation_id, sources + string + 1, string));
        if (string % 10 === 0) {
          attach(add, unit_id, translation_id, label_id);
        }
      }
    }
  }
  await db.transaction(async (trx) => {
    for (const [table, added] of rows) {
      await insertRows(trx, table, added);
    }
  });
  await db.writer.raw(db.engine === 'mysql' ? `ANALYZE TABLE ${tables.join(', ')}` : 'ANALYZE');
}

async function insert(knex: Knex, table: string, row: Record<string, Value>): Promise<number> {
  const [id] = await knex(table).insert(row);
  return id!;
}

function unitRow(
  id: number,
  translation_id: number,
  source_unit_id: number,
  index: number,
): Record<string, Value> {
  const hash = index.toString(16).padStart(16, '0');
  const empty = { context: '', previous_source: '', location: '', note: '', flags: '', explanation: '' };
  return {
    ...empty,
    id,
    translation_id,
    source_unit_id,
    id_hash: hash,
    content_hash: hash,
    source: `Text number ${index}.`,
    target: `Text číslo ${index}.`,
    state: 20,
    original_state: 20,
    extra_flags: '',
    position: index + 1,
    num_words: 3,
    num_chars: 15,
    priority: 100,
    has_failing_check: Number(index % 10 === 0),
    has_suggestion: Number(index % 10 === 0),
    has_comment: Number(index % 10 === 0),
    timestamp: 0,
    last_updated: 0,
  };
}

function attach(
  add: (table: string, row: Record<string, Value>) => void,
  unit_id: number,
  translation_id: number,
  label_id: number,
): void {
  const timestamp = 1_700_000_000_000 + unit_id;
  const about = { unit_id, timestamp };
  const change = { action: 2, target: '', old: '', details: '{}', translation_id };
  add('unit_checks', { unit_id, name: 'same', dismissed: 0 });
  add('unit_checks', { unit_id, name: 'end_stop', dismissed: 1 });
  add('unit_labels', { unit_id, label_id });
  add('changes', { ...about, ...change });
  add('comments', { ...about, comment: 'What is this?', resolved: unit_id % 2 });
  add('suggestions', { ...about, target: 'Another' });
  add('screenshots', { id: unit_id, translation_id, name: 'Start', image: 'a.png', timestamp });
  add('screenshot_units', { screenshot_id: unit_id, unit_id });
  add('unit_variants', { unit_id, kind: 'flag', translation_id, name: 'Text number 1.' });
}

/** Values of fields that do not take any word. */
const values: Record<string, string> = {
  id: '5',
  position: '5',
  priority: '100',
  labels_count: '1',
  state: 'translated',
  source_state: '>=translated',
  pending: 'yes',
  added: '2026',
  last_changed: 'yesterday',
  source_changed: 'yesterday',
  changed: '[2_weeks_ago to today]',
  change_time: '2026',
  change_action: 'translation-changed',
  path: 'plans/app1/cs',
};

const named = Object.keys({ ...fields, ...changeFields }).filter(
  (field) => field !== 'is' && field !== 'has',
);
const queries = [
  'word',
  ...named.map((field) => `${field}:${values[field] ?? 'x'}`),
  ...Object.entries(marks).flatMap(([field, known]) => Object.keys(known).map((mark) => `${field}:${mark}`)),
  'comment:=x',
  'suggestion:r"x"',
  'screenshot:=x',
  'source_comment_author:=x',
  'changed_by:x AND (change_action:translation-changed OR change_time:today)',
  'NOT has:source-comment AND NOT screenshot:start',
  'comment:what OR source_comment:what OR resolved_comment:what',
];

forEachEngine(
  test,
  (name, database, engine) => {
    for (const query of queries) {
      test(name(`"${query}" in a translation reads no other strings`), async (t) => {
        const { reader } = database().db;
        const units = reader('units').where('units.translation_id', 7).select('units.id');

        const found = searchUnits(units, query, { engine, now: Date.parse('2026-03-15') });

        for (const statement of [found.clone().orderBy('units.id').limit(100), found.clone().count()]) {
          t.deepEqual(await scans(reader, engine, statement), []);
        }
      });
    }
  },
  fill,
);

/** Steps of the plan that go through a large table, or find strings by something that all translations have. */
async function scans(
  knex: Knex,
  engine: 'sqlite' | 'mysql',
  statement: Knex.QueryBuilder,
): Promise<unknown[]> {
  const { sql, bindings } = statement.toSQL().toNative();
  if (engine === 'sqlite') {
    const steps: { detail: string }[] = await knex.raw(`EXPLAIN QUERY PLAN ${sql}`, [...bindings]);
    return steps
      .map(({ detail }) => detail)
      .filter((detail) => large.includes(/^(?:SCAN|SEARCH) (\w+)/.exec(detail)?.[1] ?? ''))
      .filter(
        (detail) => detail.startsWith('SCAN') || !/\b(?:translation_id|unit_id|rowid)[=<>?]/.test(detail),
      );
  }
  const [steps]: { table: string | null; type: string | null }[][] = await knex.raw(`EXPLAIN ${sql}`, [
    ...bindings,
  ]);
  return steps!.filter(
    ({ table, type }) => large.includes(table ?? '') && ['ALL', 'index', 'fulltext'].includes(type ?? ''),
  );
}
