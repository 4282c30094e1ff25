import type { Knex } from 'knex';
import type { StringsPlace } from '../adapters/tasks/surroundings.ts';
import { flagsOfFormat } from '../checks/file-flags.ts';
import { Category } from './category.ts';
import { pluralSource } from './plural.ts';

/** A translation, as far as checks and comparisons of its strings ask. */
export interface CheckPlace extends StringsPlace {
  translationId: number;
  componentId: number;
  projectId: number;
  languageId: number;
  pluralId: number;
  sourceLanguageId: number;
  /** Strings of the component are compared with equal ones elsewhere in the project. */
  isPropagating: boolean;
  /** No string is edited here: the base file is not to be changed. */
  isReadOnly: boolean;
  /** Checks that no finished string of the component may fail. */
  enforced: readonly string[];
}

interface PlaceRow {
  id: number;
  component_id: number;
  language_id: number;
  plural_id: number;
  is_source: number;
  is_template: number;
  check_flags: string;
  project_id: number;
  category_id: number | null;
  source_language_id: number;
  file_format: string;
  is_glossary: number;
  edit_template: number;
  allow_translation_propagation: number;
  enforced_checks: string;
  component_flags: string;
  component_name: string;
  project_flags: string;
  project_name: string;
  language: string;
  source_language: string;
  number: number;
  formula: string;
  source_number: number;
  source_formula: string;
}

/** Places of translations by their ids. */
export async function loadPlaces(
  knex: Knex,
  translationIds: readonly number[],
): Promise<Map<number, CheckPlace>> {
  if (translationIds.length === 0) {
    return new Map();
  }
  const rows: PlaceRow[] = await knex('translations as t')
    .join('components as c', 'c.id', 't.component_id')
    .join('projects as p', 'p.id', 'c.project_id')
    .join('languages as l', 'l.id', 't.language_id')
    .join('languages as sl', 'sl.id', 'c.source_language_id')
    .join('plurals as pl', 'pl.id', 't.plural_id')
    .join('plurals as spl', (on) =>
      on.on('spl.language_id', 'sl.id').andOnVal('spl.source', pluralSource.default),
    )
    .whereIn('t.id', translationIds)
    .select(
      't.id',
      't.component_id',
      't.language_id',
      't.plural_id',
      't.is_source',
      't.is_template',
      't.check_flags',
      'c.project_id',
      'c.category_id',
      'c.source_language_id',
      'c.file_format',
      'c.is_glossary',
      'c.edit_template',
      'c.allow_translation_propagation',
      'c.enforced_checks',
      'c.check_flags as component_flags',
      'c.name as component_name',
      'p.check_flags as project_flags',
      'p.name as project_name',
      'l.code as language',
      'sl.code as source_language',
      'pl.number as number',
      'pl.formula as formula',
      'spl.number as source_number',
      'spl.formula as source_formula',
    );
  const chains = new Map<number | null, string[]>();
  for (const { category_id } of rows) {
    if (!chains.has(category_id)) {
      const chain = await Category.chain(knex, category_id);
      chains.set(
        category_id,
        chain.reverse().map((category) => category.check_flags),
      );
    }
  }
  return new Map(rows.map((row) => [row.id, placeOf(row, chains.get(row.category_id) ?? [])]));
}

export async function loadPlace(knex: Knex, translationId: number): Promise<CheckPlace> {
  const place = (await loadPlaces(knex, [translationId])).get(translationId);
  if (!place) {
    throw new Error(`Translation ${translationId} does not exist.`);
  }
  return place;
}

function placeOf(row: PlaceRow, categoryFlags: readonly string[]): CheckPlace {
  return {
    translationId: row.id,
    componentId: row.component_id,
    projectId: row.project_id,
    languageId: row.language_id,
    pluralId: row.plural_id,
    sourceLanguageId: row.source_language_id,
    isPropagating: row.allow_translation_propagation === 1,
    isReadOnly: row.is_template === 1 && row.edit_template === 0,
    enforced: JSON.parse(row.enforced_checks),
    sourceLanguage: row.source_language,
    language: row.language,
    sourcePlural: { number: row.source_number, formula: row.source_formula },
    plural: { number: row.number, formula: row.formula },
    fileFormat: row.file_format,
    isSource: row.is_source === 1,
    isGlossary: row.is_glossary === 1,
    names: [row.project_name, row.component_name],
    outerFlags: [
      row.project_flags,
      ...categoryFlags,
      flagsOfFormat(row.file_format),
      row.component_flags,
      row.check_flags,
    ],
  };
}
