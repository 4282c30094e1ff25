import test from 'ava';
import type { Knex } from 'knex';
import { Component } from '../../models/component.ts';
import type { Database } from '../../models/database.ts';
import { insertRows, type Value } from '../../models/insert-rows.ts';
import { equalSources, originsIn, textsElsewhere } from '../../models/texts-elsewhere.ts';
import type { Translation } from '../../models/translation.ts';
import { forEachEngine } from '../helpers/database.ts';
import {
  addComponent,
  addLanguage,
  addProject,
  addTranslation,
  type SampleUnit,
  unitsOf,
} from '../helpers/rows.ts';

const asking = { source: ['Hello'], target: [''], context: 'menu' };

/** Components of one project, in this order, with their strings in Czech; gives what is found for the strings of the first. */
async function found(
  db: Database,
  slug: string,
  components: readonly SampleUnit[][],
  { forms = 3, otherForms = forms }: { forms?: number; otherForms?: number } = {},
) {
  await addLanguage(db, 'cs', { forms: 3 });
  const project = await addProject(db, slug);
  const translations: Translation[] = [];
  for (const [index, strings] of components.entries()) {
    const component = await addComponent(db, project, `c${index}`);
    const sources = strings.map(({ source, context = '' }) => ({ source, target: source, context }));
    await addTranslation(db, component, 'en', sources, { is_source: true });
    translations.push(await addTranslation(db, component, 'cs', strings));
  }
  const own = translations[0]!;
  const others = Component.query()
    .where('project_id', project.id)
    .whereNot('components.id', own.component_id)
    .select('components.id');
  const origins = await originsIn(db.reader, others, own.language_id);
  const units = await unitsOf(db, own);
  const texts = await textsElsewhere(
    db.reader,
    origins.map((origin) => ({ ...origin, forms: otherForms })),
    units,
    forms,
  );
  return units.map(({ id }) => texts.get(id)?.join('|') ?? null);
}

forEachEngine(test, (name, database) => {
  const cases: [string, SampleUnit[][], (string | null)[]][] = [
    ['a text of another context', [[asking], [{ ...asking, context: 'page', target: ['Ahoj'] }]], ['Ahoj']],
    ['nothing from strings without text', [[asking], [asking]], [null]],
    ['nothing from unfinished strings', [[asking], [{ ...asking, target: ['Ahoj'], state: 11 }]], [null]],
    ['approved texts', [[asking], [{ ...asking, target: ['Ahoj'], state: 30 }]], ['Ahoj']],
    ['texts of read-only strings', [[asking], [{ ...asking, target: ['Ahoj'], state: 100 }]], ['Ahoj']],
    [
      'the text of the lowest translation',
      [[asking], [asking], [{ ...asking, target: ['Ahoj'] }], [{ ...asking, target: ['Nazdar'] }]],
      ['Ahoj'],
    ],
    [
      'nothing for an empty source',
      [[{ source: [''], target: [''] }], [{ source: [''], target: ['Ahoj'] }]],
      [null],
    ],
    ['nothing for a source in another case', [[asking], [{ source: ['hello'], target: ['Ahoj'] }]], [null]],
    [
      'nothing for a source with a space behind',
      [[asking], [{ source: ['Hello '], target: ['Ahoj'] }]],
      [null],
    ],
    [
      'a plural text for a plural string',
      [
        [{ source: ['%d file', '%d files'], target: ['', '', ''] }],
        [{ source: ['%d file', '%d files'], target: ['%d soubor', '%d soubory', '%d souborů'] }],
      ],
      ['%d soubor|%d soubory|%d souborů'],
    ],
    [
      'each string its own text',
      [
        [asking, { source: ['Bye'], target: [''] }, { source: ['No'], target: [''] }],
        [
          { source: ['Bye'], target: ['Nashle'] },
          { source: ['Hello'], target: ['Ahoj'] },
        ],
      ],
      ['Ahoj', 'Nashle', null],
    ],
    ['no text of its own translation', [[{ ...asking, target: ['Ahoj'] }]], [null]],
  ];
  for (const [index, [title, components, expected]] of cases.entries()) {
    test(name(`equal sources give ${title}`), async (t) => {
      const { db } = database();

      t.deepEqual(await found(db, `case${index}`, components), expected);
    });
  }

  test(name('plural texts of another number of forms fit no string; others do'), async (t) => {
    const { db } = database();
    const plural = { source: ['%d file', '%d files'], target: ['a', 'b', 'c'] };
    const strings = [
      [{ ...plural, target: ['', '', ''] }, asking],
      [plural, { ...asking, target: ['Ahoj'] }],
    ];

    t.deepEqual(await found(db, 'forms', strings, { forms: 3, otherForms: 2 }), [null, 'Ahoj']);
  });

  test(name('more strings and components than one statement takes'), async (t) => {
    const { db } = database();
    const many = Array.from({ length: 60 }, (_, index) => `Text ${index}`);
    const empty = many.map((text) => ({ source: [text], target: [''] }));
    const components = [empty, ...Array.from({ length: 25 }, () => [] as SampleUnit[])];
    components[3] = [{ source: ['Text 7'], target: ['first'] }];
    components[24] = many.map((text) => ({ source: [text], target: [`last ${text}`] }));

    const texts = await found(db, 'many', components);

    t.deepEqual(
      texts,
      many.map((text, index) => (index === 7 ? 'first' : `last ${text}`)),
    );
  });
});

const [strings, components] = [1500, 8];

forEachEngine(
  test,
  (name, database, engine) => {
    test(name('equal sources are found by indexes, in the asked translations alone'), async (t) => {
      const knex = database().db.reader;
      const texts = Array.from({ length: 50 }, (_, index) => `Text number ${index}.`);
      const project = await knex('projects').where('slug', 'plan-a').first('id');
      const language = await knex('languages').where('code', 'cs').first('id');
      const ofProject = Component.query().where('project_id', project.id).select('components.id');
      const origins = await originsIn(knex, ofProject, language.id);
      const query = equalSources(knex, origins, texts);

      const plan = await explain(knex, query);

      t.is((await query).length, 50 * components);
      t.deepEqual(plan.sort(), plans[engine]);
    });
  },
  async ({ db }) => {
    for (const slug of ['plan-a', 'plan-b']) {
      await fill(db, slug);
    }
    if (db.engine === 'mysql') {
      await db.writer.raw('ANALYZE TABLE units, translations');
    }
  },
);

const plans = {
  sqlite: [
    'SEARCH sources USING INTEGER PRIMARY KEY (rowid=?)',
    'SEARCH texts USING INDEX units_translation_id_id_hash_unique (translation_id=? AND id_hash=?)',
    'SEARCH translations USING COVERING INDEX translations_component_id_language_id_unique (component_id=?)',
    'SEARCH units USING INDEX units_texts_index (project_id=? AND language_id=? AND <expr>=? AND translation_id=?)',
  ],
  mysql: [
    'sources eq_ref PRIMARY 8',
    'texts eq_ref units_translation_id_id_hash_unique 74',
    'translations ref translations_component_id_language_id_unique 8',
    // All columns: 8 bytes each, but 5 of the sum of the text.
    'units range units_texts_index 29',
  ],
};

async function explain(knex: Knex, query: Knex.QueryBuilder): Promise<string[]> {
  const { sql, bindings } = query.toSQL().toNative();
  if (knex.client.driverName === 'mysql2') {
    const [rows] = await knex.raw(`EXPLAIN ${sql}`, [...bindings]);
    return rows.map((row: Record<string, string>) => `${row.table} ${row.type} ${row.key} ${row.key_len}`);
  }
  const rows: { detail: string }[] = await knex.raw(`EXPLAIN QUERY PLAN ${sql}`, [...bindings]);
  return rows.map(({ detail }) => detail);
}

/** A project whose components all have the same strings, in English and Czech: MariaDB plans by what is in the tables. */
async function fill(db: Database, slug: string): Promise<void> {
  const project = await addProject(db, slug);
  for (let index = 0; index < components; index += 1) {
    const component = await addComponent(db, project, `app${index}`);
    for (const code of ['en', 'cs']) {
      const { id, language_id } = await addTranslation(db, component, code, [], { is_source: code === 'en' });
      const place = { project_id: project.id, language_id };
      const rows = Array.from({ length: strings }, (_, string) => ({
        ...unitRow(id, string, code),
        ...place,
      }));
      await db.transaction((trx) => insertRows(trx, 'units', rows));
    }
  }
}

function unitRow(translation_id: number, string: number, code: string): Record<string, Value> {
  const text = `Text number ${string}.`;
  const hash = string.toString(16).padStart(16, '0');
  const empty = { context: '', previous_source: '', location: '', note: '', flags: '', explanation: '' };
  return {
    ...empty,
    translation_id,
    id_hash: hash,
    content_hash: hash,
    source: text,
    target: code === 'en' ? text : `${code} ${text}`,
    state: 20,
    original_state: 20,
    extra_flags: '',
    position: string,
    num_words: 3,
    num_chars: text.length,
    timestamp: 1,
    last_updated: 1,
  };
}
