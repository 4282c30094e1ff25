import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { Component } from '../../models/component.ts';
import { linkComponent } from '../../models/component-link.ts';
import { CounterBatch } from '../../models/counters.ts';
import type { Database } from '../../models/database.ts';
import { findDrift } from '../../models/drift.ts';
import type { Project } from '../../models/project.ts';
import { applyExtraFlags } from '../../models/source-flags.ts';
import type { Translation } from '../../models/translation.ts';
import type { Unit } from '../../models/unit.ts';
import { editUnit } from '../../models/unit-edit.ts';
import { deleteUnits } from '../../models/unit-rows.ts';
import { User } from '../../models/user.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addGlossary, type Term } from '../helpers/glossary.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';

forEachEngine(test, (name, database) => {
  test.serial(name('a save asks for the terms of the glossary that occur in its source'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'save', [
      ['hello', 'ahoj'],
      ['world', 'svět'],
      ['empty', ''],
    ]);

    const wrong = await save(db, place, 'Hello, WORLD, empty', 'Nazdar, svět');
    const right = await save(db, place, 'Hello, WORLD, empty', 'Ahoj, svět');
    const other = await save(db, place, 'Worldwide', 'Celosvětově');

    t.deepEqual([wrong, right, other], [['check_glossary'], [], []]);
    t.deepEqual(await findDrift(db), []);
  });

  test.serial(name('without the flag nothing is asked, not even which glossaries there are'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'silent', [['hello', 'ahoj']], { check_flags: '' });

    const { failing, statements } = await counted(db, () => save(db, place, 'Hello', 'Nazdar'));

    t.deepEqual(failing, []);
    t.false(statements.some((sql) => sql.includes('is_glossary') && sql.includes('strings_version')));
  });

  test.serial(name('the terms of a glossary are read once, until one of them changes'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'kept', [
      ['hello', 'ahoj'],
      ['bye', 'sbohem'],
    ]);
    const reads = ({ statements }: { statements: string[] }) =>
      statements.filter((sql) => /select .id_hash., .source. from/.test(sql)).length;

    const first = await counted(db, () => save(db, place, 'Hello', 'Nazdar'));
    const second = await counted(db, () => save(db, place, 'Bye', 'Sbohem'));
    const gone = place.terms.source.find(({ source }) => source[0] === 'hello')!;
    await write(db, (trx, counters) => deleteUnits(trx, counters, [gone]));
    const third = await counted(db, () => save(db, place, 'Hello', 'Nazdárek'));

    t.deepEqual([first, second, third].map(reads), [1, 0, 1]);
    t.deepEqual([first.failing, second.failing, third.failing], [['check_glossary'], [], []]);
  });

  test.serial(name('a term that says how not to translate it, and one that stays as it is'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'kinds', [
      ['folder', 'adresář', 'forbidden'],
      ['Dragoman', '', 'read-only'],
    ]);

    const used = await save(db, place, 'The folder', 'Ten adresář');
    const avoided = await save(db, place, 'The folder', 'Ta složka');
    const translated = await save(db, place, 'Start Dragoman', 'Spustit tlumočníka');
    const kept = await save(db, place, 'Start Dragoman', 'Spustit dragoman');
    const alone = await save(db, place, 'Dragoman', 'Dragoman');

    t.deepEqual([used, avoided], [['check_glossary'], []]);
    t.deepEqual([translated, kept], [['check_glossary'], []]);
    t.deepEqual(alone, []);
  });

  test.serial(name('terms count from the state translated of their sources on'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'states', [['hello', 'ahoj', '', 10]]);

    t.deepEqual(await save(db, place, 'Hello', 'Nazdar'), []);
  });

  test.serial(
    name('a glossary of another project counts once it is shared, one of another source language never'),
    async (t) => {
      const { db } = database();
      const place = await setUp(db, 'shared', []);
      const elsewhere = await addProject(db, 'shared-elsewhere');
      const { component } = await addGlossary(db, elsewhere, 'cs', [['hello', 'ahoj']]);
      const german = await addProject(db, 'shared-german');
      const foreign = await addGlossary(db, german, 'cs', [['hello', 'servus']], { sourceLanguage: 'de' });

      const before = await save(db, place, 'Hello', 'Nazdar');
      for (const { id } of [component, foreign.component]) {
        await db.transaction((trx) =>
          linkComponent(trx, { component_id: id, project_id: place.project.id, category_id: null }),
        );
      }
      const after = await save(db, place, 'Hello', 'Nazdárek');
      const right = await save(db, place, 'Hello', 'Ahoj');

      t.deepEqual([before, after, right], [[], ['check_glossary'], []]);
    },
  );

  test.serial(
    name('a glossary that lacks the language asks for nothing, and one is not checked against itself'),
    async (t) => {
      const { db } = database();
      const place = await setUp(db, 'lacking', [
        ['hello', 'ahoj'],
        ['Say hello', 'řekni nazdar'],
      ]);
      const german = await addTranslation(db, place.component, 'de', [{ source: ['Hello'], target: [''] }]);

      const failing = await save(db, { ...place, translation: german }, 'Hello', 'Servus');
      const own = await save(
        db,
        { ...place, component: place.terms.component, translation: place.terms.translation },
        'Say hello',
        'Řekni něco',
      );

      t.deepEqual([failing, own], [[], []]);
    },
  );

  test.serial(name('a flag given to one string asks for its terms at once'), async (t) => {
    const { db } = database();
    const place = await setUp(db, 'flagged', [['hello', 'ahoj']], { check_flags: '' });
    await save(db, place, 'Hello', 'Nazdar');
    const [source] = await sourcesOf(db, place.component, 'Hello');

    await db.writer('units').where('id', source!.id).update({ extra_flags: 'check-glossary' });
    await write(db, (trx, counters) => applyExtraFlags(trx, counters, source!.id));

    const unit = (await unitsOf(db, place.translation)).find((one) => one.source[0] === 'Hello')!;
    t.deepEqual(await failingOf(db, unit.id), ['check_glossary']);
  });
});

interface Place {
  project: Project;
  component: Component;
  translation: Translation;
  terms: Awaited<ReturnType<typeof addGlossary>>;
}

const strings = [
  'Hello, WORLD, empty',
  'Worldwide',
  'Hello',
  'Bye',
  'The folder',
  'Start Dragoman',
  'Dragoman',
];

/** A project with a component that asks for its glossary, and a glossary, both in Czech. */
async function setUp(
  db: Database,
  slug: string,
  terms: readonly Term[],
  fields: Partial<Component> = { check_flags: 'check-glossary' },
): Promise<Place> {
  const project = await addProject(db, slug);
  const component = await addComponent(db, project, 'web', fields);
  const sources = strings.map((text) => ({ source: [text], target: [text], state: 100 }));
  await addTranslation(db, component, 'en', sources, { is_source: true, filename: '' });
  const units = strings.map((text) => ({ source: [text], target: [''] }));
  const translation = await addTranslation(db, component, 'cs', units);
  return { project, component, translation, terms: await addGlossary(db, project, 'cs', terms) };
}

/** Translates a string; gives the ids of the checks it then fails. */
async function save(
  db: Database,
  { component, translation }: Pick<Place, 'component' | 'translation'>,
  source: string,
  target: string,
): Promise<string[]> {
  const unit = (await unitsOf(db, translation)).find((one) => one.source[0] === source)!;
  const username = randomUUID();
  const author = await User.query(db.writer).insertAndFetch({ username, full_name: 'Anna', date_joined: 1 });
  const edit = { unit, translation, component, target: [target], state: 20, author, user: author };
  const { changed } = await db.transaction((trx) => editUnit(trx, edit));
  if (!changed) {
    throw new Error(`${source} has this translation already.`);
  }
  return failingOf(db, unit.id);
}

function failingOf(db: Database, unitId: number): Promise<string[]> {
  return db.writer('unit_checks').where('unit_id', unitId).orderBy('name').pluck('name');
}

async function sourcesOf(db: Database, { id }: Component, text: string): Promise<Unit[]> {
  const rows = await db
    .writer('units')
    .join('translations', 'translations.id', 'units.translation_id')
    .where({ component_id: id, is_source: 1, source: text })
    .select('units.*');
  return rows;
}

async function write(
  db: Database,
  work: (trx: Parameters<Parameters<Database['transaction']>[0]>[0], counters: CounterBatch) => Promise<void>,
): Promise<void> {
  await db.transaction(async (trx) => {
    const counters = new CounterBatch();
    await work(trx, counters);
    await counters.apply(trx);
  });
}

/** What `work` gives, and the statements that it made. Tests of one file share the connection, so they run in turn. */
async function counted(db: Database, work: () => Promise<string[]>) {
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }) => statements.push(sql);
  db.writer.on('query', note);
  try {
    return { failing: await work(), statements };
  } finally {
    db.writer.off('query', note);
  }
}
