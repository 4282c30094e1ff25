import { hash } from 'node:crypto';
import type { Knex } from 'knex';
import { Category } from '../../models/category.ts';
import { Component } from '../../models/component.ts';
import { ComponentList } from '../../models/component-list.ts';
import { addToList } from '../../models/component-list-members.ts';
import { CounterBatch } from '../../models/counters.ts';
import type { Database } from '../../models/database.ts';
import { Language } from '../../models/language.ts';
import { Plural, pluralSource } from '../../models/plural.ts';
import { Project } from '../../models/project.ts';
import { Translation } from '../../models/translation.ts';
import { Unit } from '../../models/unit.ts';
import { insertUnits } from '../../models/unit-rows.ts';

/*
 * Rows as scans leave them behind, for tests of what is done with them afterwards. No repository belongs to them.
 */

/** Makes a language with two plural forms unless it is there; more fields only count when it is made. */
export function addLanguage(
  db: Database,
  code: string,
  fields: Partial<Language> & { forms?: number; formula?: string } = {},
): Promise<Language> {
  const { forms = 2, formula = 'n != 1', ...columns } = fields;
  // Tests of one file run side by side and share its database.
  return db.transaction(async (trx) => {
    const row = { code, name: code, direction: 'ltr', ...columns };
    // Looking first: an insert that is ignored leaves a lock, and two of those wait for each other on MariaDB.
    if (!(await Language.query(trx).findOne({ code }))) {
      await Language.query(trx).insert(row).onConflict('code').ignore();
    }
    const language = await Language.query(trx).findOne({ code }).forUpdate().throwIfNotFound();
    if (!(await Plural.query(trx).findOne({ language_id: language.id }))) {
      await Plural.query(trx).insert({
        language_id: language.id,
        source: pluralSource.default,
        number: forms,
        formula,
        type: 1,
        categories: ['one', 'two', 'few', 'many', 'other'].slice(0, forms).join(','),
      });
    }
    return language;
  });
}

export async function addProject(
  { writer }: Database,
  slug: string,
  fields: Partial<Project> = {},
): Promise<Project> {
  const { id } = await Project.query(writer).insert({
    slug,
    name: slug,
    web: 'https://example.org/',
    created_at: Date.now(),
    ...fields,
  });
  return Project.query(writer).findById(id).throwIfNotFound();
}

/** A project, with the languages English and Czech to choose from. */
export async function addBilingualProject(db: Database, slug: string): Promise<Project> {
  await addLanguage(db, 'en', { name: 'English' });
  await addLanguage(db, 'cs', { name: 'Czech' });
  return addProject(db, slug);
}

/** A category of a project, or of another category. */
export async function addCategory(
  { writer }: Database,
  project: Project,
  slug: string,
  parent: Category | null = null,
  fields: Partial<Category> = {},
): Promise<Category> {
  const { id } = await Category.query(writer).insert({
    project_id: project.id,
    category_id: parent?.id ?? null,
    slug,
    name: slug,
    path: `${parent?.path ?? project.slug}/${slug}`,
    ...fields,
  });
  return Category.query(writer).findById(id).throwIfNotFound();
}

/** A bilingual component of PO files, with English as its source. */
export async function addComponent(
  db: Database,
  project: Project,
  slug: string,
  fields: Partial<Component> = {},
): Promise<Component> {
  const source = await addLanguage(db, 'en', { name: 'English' });
  const { id } = await Component.query(db.writer).insert({
    project_id: project.id,
    slug,
    name: slug,
    path: `${project.slug}/${slug}`,
    source_language_id: source.id,
    repo: 'https://git.example.org/hello.git',
    branch: 'main',
    filemask: 'po/*.po',
    file_format: 'po',
    created_at: Date.now(),
    ...fields,
  });
  return Component.query(db.writer).findById(id).throwIfNotFound();
}

/** A list of components, which count in it. */
export function addComponentList(
  db: Database,
  slug: string,
  components: readonly Component[] = [],
): Promise<ComponentList> {
  return db.transaction(async (trx) => {
    const list = await ComponentList.query(trx).insertAndFetch({ slug, name: slug });
    await addToList(
      trx,
      list.id,
      components.map(({ id }) => id),
    );
    return list;
  });
}

/** A string for `addTranslation`; what is left out is plain. */
export type SampleUnit = { source: string[]; target: string[] } & Partial<
  Omit<Unit, 'id' | 'translation_id' | 'source' | 'target'>
>;

/** A language of a component with strings in it; those of the source language are found by their source and context. */
export async function addTranslation(
  db: Database,
  component: Component,
  code: string,
  units: readonly SampleUnit[] = [],
  fields: Partial<Translation> = {},
): Promise<Translation> {
  const language = await addLanguage(db, code);
  const plural = await Plural.query(db.writer).findOne({ language_id: language.id }).throwIfNotFound();
  const { id } = await Translation.query(db.writer).insert({
    component_id: component.id,
    language_id: language.id,
    plural_id: plural.id,
    language_code: code,
    filename: `po/${code}.po`,
    ...fields,
  });
  await db.transaction(async (trx) => {
    const counters = new CounterBatch();
    await insertUnits(
      trx,
      counters,
      units.map((unit, index) => newUnit(id, unit, index + 1)),
    );
    await connectSources(trx, component.id, id);
    await failMarked(trx, id);
    await commentMarked(trx, id);
    await counters.apply(trx);
  });
  return Translation.query(db.writer).findById(id).withGraphFetched('[language, plural]').throwIfNotFound();
}

/** Gives strings that are marked as failing a check that they fail. */
export async function failMarked(trx: Knex.Transaction, translationId: number): Promise<void> {
  const ids: number[] = await trx('units')
    .where({ translation_id: translationId, has_failing_check: 1 })
    .whereNotExists(trx('unit_checks').whereRaw('unit_checks.unit_id = units.id'))
    .pluck('id');
  for (const unit_id of ids) {
    await trx('unit_checks').insert({ unit_id, name: 'same', dismissed: 0 });
  }
}

/** Gives strings that are marked as having comments one, and takes those of the others. */
export async function commentMarked(trx: Knex.Transaction, translationId: number): Promise<void> {
  const strings = trx('units').where({ translation_id: translationId });
  const silent = strings.clone().where('has_comment', 0).select('id');
  await trx('comments').where('resolved', 0).whereIn('unit_id', silent).delete();
  const ids: number[] = await strings
    .where('has_comment', 1)
    .whereNotExists(trx('comments').whereRaw('comments.unit_id = units.id AND comments.resolved = 0'))
    .pluck('id');
  for (const unit_id of ids) {
    await trx('comments').insert({ unit_id, comment: 'What is this?', timestamp: Date.now(), resolved: 0 });
  }
}

export function unitsOf({ reader }: Database, translation: Translation): Promise<Unit[]> {
  return Unit.query(reader).where('translation_id', translation.id).orderBy('id').execute();
}

function newUnit(translationId: number, unit: SampleUnit, position: number) {
  const { source, target, context = '' } = unit;
  const identity = hash('sha256', `${context}\u0004${source[0]}`).slice(0, 16);
  return {
    translation_id: translationId,
    id_hash: identity,
    content_hash: identity,
    context,
    state: target.some((form) => form !== '') ? 20 : 0,
    position,
    num_words: source.join(' ').split(/\s+/).length,
    num_chars: source.join('').length,
    ...unit,
  };
}

/** Strings of the source language are their own source; the others point at them. */
async function connectSources(
  trx: Knex.Transaction,
  componentId: number,
  translationId: number,
): Promise<void> {
  const source = await trx('translations').where({ component_id: componentId, is_source: 1 }).first('id');
  const units = await trx('units').where('translation_id', translationId).select('id', 'id_hash');
  for (const { id, id_hash } of units) {
    const own = await trx('units')
      .where({ translation_id: source?.id ?? translationId, id_hash })
      .first('id');
    await trx('units')
      .where('id', id)
      .update({ source_unit_id: own?.id ?? id });
  }
}
