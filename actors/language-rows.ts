import type { Knex } from 'knex';
import type { Direction } from '../languages/definitions.ts';
import { indexLanguages, type KnownLanguage, type LanguageIndex } from '../languages/match.ts';
import { defaultPlural, describePlural, samePlural } from '../languages/plurals.ts';
import { Plural, pluralSource } from '../models/plural.ts';

/** A language of the database, for matching codes of file names. */
export interface StoredLanguage extends KnownLanguage {
  id: number;
}

/** A language that has to be created for a file. */
export interface MissingLanguage {
  code: string;
  name: string;
  direction: Direction;
  /** Code of the language whose plural rule it takes; null: the rule that is known for its own code. */
  base: string | null;
}

export async function loadLanguages(knex: Knex): Promise<LanguageIndex<StoredLanguage>> {
  const languages: { id: number; code: string; name: string; direction: Direction }[] = await knex(
    'languages',
  ).select('id', 'code', 'name', 'direction');
  const aliases: { alias: string; language_id: number }[] = await knex('language_aliases').select();
  const spellings = Map.groupBy(aliases, (row) => row.language_id);
  return indexLanguages(
    languages.map((language) => ({
      ...language,
      aliases: (spellings.get(language.id) ?? []).map(({ alias }) => alias),
    })),
  );
}

/** Id of the language with this code, which is created with a plural rule if it is not there yet. */
export async function ensureLanguage(
  trx: Knex.Transaction,
  { code, name, direction, base }: MissingLanguage,
): Promise<number> {
  await trx('languages').insert({ code, name, direction, population: 0 }).onConflict('code').ignore();
  const { id } = await trx('languages').where({ code }).first('id');
  const existing = await trx('plurals').where({ language_id: id, source: pluralSource.default }).first('id');
  if (!existing) {
    const { number, formula, type, categories } = defaultPlural(base ?? code);
    await trx('plurals').insert({
      language_id: id,
      source: pluralSource.default,
      number,
      formula,
      type,
      categories: categories.join(','),
    });
  }
  return id;
}

/** The language's own plural rule. */
export function defaultPluralOf(knex: Knex, languageId: number): Promise<Plural> {
  return Plural.query(knex)
    .findOne({ language_id: languageId, source: pluralSource.default })
    .throwIfNotFound()
    .execute();
}

/**
 * The rule that a file's header names: one that the language has and that gives every count the same form, else a new one.
 * @throws {FormulaError} when the formula cannot be read
 */
export async function ensurePlural(
  trx: Knex.Transaction,
  language: { id: number; code: string },
  rule: { number: number; formula: string },
): Promise<Plural> {
  const known = await Plural.query(trx).where({ language_id: language.id }).orderBy('id');
  const equal = known.find((plural) => samePlural(plural, rule));
  if (equal) {
    return equal;
  }
  const { number, formula, type, categories } = describePlural(rule, language.code);
  return Plural.query(trx).insertAndFetch({
    language_id: language.id,
    source: pluralSource.gettext,
    number,
    formula,
    type,
    categories: categories.join(','),
  });
}
