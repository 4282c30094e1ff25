import type { Knex } from 'knex';
import { z } from 'zod';
import { Language } from '../../models/language.ts';
import type { Urls } from '../http/urls.ts';

export const languageShape = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    plural: z.object({
      id: z.int(),
      source: z.int(),
      number: z.int(),
      formula: z.string(),
      type: z.int(),
    }),
    aliases: z.array(z.string()),
    direction: z.string(),
    population: z.int(),
    web_url: z.string(),
    url: z.string(),
    statistics_url: z.string(),
  })
  .meta({ id: 'Language' });

export type LanguageJson = z.infer<typeof languageShape>;

/** Languages by id, with what `presentLanguage` needs. */
export async function languagesById(knex: Knex, ids: readonly number[]): Promise<Map<number, Language>> {
  const languages = await Language.query(knex)
    .findByIds([...new Set(ids)])
    .withGraphFetched('[plural, aliases]');
  return new Map(languages.map((language) => [language.id, language]));
}

/** `language` with its default plural and its aliases fetched. */
export function presentLanguage(language: Language, urls: Urls): LanguageJson {
  const { id, code, name, direction, population, plural, aliases = [] } = language;
  if (!plural) {
    throw new Error(`The language ${code} has no default plural rule.`);
  }
  return {
    id,
    code,
    name,
    plural: {
      id: plural.id,
      source: plural.source,
      number: plural.number,
      formula: plural.formula,
      type: plural.type,
    },
    aliases: aliases.map(({ alias }) => alias),
    direction,
    population,
    web_url: urls.languagePage(code),
    url: urls.language(code),
    statistics_url: urls.api('languages', code, 'statistics'),
  };
}
