import { hash } from 'node:crypto';
import type { Knex } from 'knex';
import { type LanguageDefinition, languageDefinitions } from '../languages/definitions.ts';
import { insertRows } from './insert-rows.ts';
import { Language } from './language.ts';
import { Plural, pluralSource } from './plural.ts';
import { readSetting, writeSetting } from './setting.ts';

/**
 * Brings the built-in languages up to date when they are other ones than at the last start, so that what an operator
 * changed in between stays until an upgrade brings new definitions. Languages of his own are never touched.
 */
export async function seedLanguages(trx: Knex.Transaction): Promise<void> {
  const digest = hash('sha256', JSON.stringify(languageDefinitions));
  if ((await readSetting(trx, 'languages')) === digest) {
    return;
  }
  await seedDefinitions(trx);
  const ids = new Map<string, number>();
  for (const { id, code } of await Language.query(trx).select('id', 'code')) {
    ids.set(code, id);
  }
  await seedPlurals(trx, ids);
  await seedAliases(trx, ids);
  await writeSetting(trx, 'languages', digest);
}

async function seedDefinitions(trx: Knex.Transaction): Promise<void> {
  const stored = new Map((await Language.query(trx)).map((language) => [language.code, language]));
  const missing: LanguageDefinition[] = [];
  for (const definition of languageDefinitions) {
    const known = stored.get(definition.code);
    const { name, direction, population } = definition;
    if (!known) {
      missing.push(definition);
    } else if (known.name !== name || known.direction !== direction || known.population !== population) {
      await Language.query(trx).findById(known.id).patch({ name, direction, population });
    }
  }
  await insertRows(
    trx,
    'languages',
    missing.map(({ code, name, direction, population }) => ({ code, name, direction, population })),
  );
}

async function seedPlurals(trx: Knex.Transaction, ids: ReadonlyMap<string, number>): Promise<void> {
  const stored = new Map<number, Plural>();
  for (const plural of await Plural.query(trx).where('source', pluralSource.default)) {
    stored.set(plural.language_id, plural);
  }
  const missing = [];
  for (const { code, plural } of languageDefinitions) {
    const language_id = ids.get(code)!;
    const rule = {
      number: plural.number,
      formula: plural.formula,
      type: plural.type,
      categories: plural.categories.join(','),
    };
    const known = stored.get(language_id);
    if (!known) {
      missing.push({ language_id, source: pluralSource.default, ...rule });
    } else if (known.formula !== rule.formula || known.type !== rule.type) {
      await Plural.query(trx).findById(known.id).patch(rule);
    }
  }
  await insertRows(trx, 'plurals', missing);
}

async function seedAliases(trx: Knex.Transaction, ids: ReadonlyMap<string, number>): Promise<void> {
  const stored = new Set<string>(await trx('language_aliases').pluck('alias'));
  const missing = languageDefinitions.flatMap(({ code, aliases }) =>
    aliases.filter((alias) => !stored.has(alias)).map((alias) => ({ alias, language_id: ids.get(code)! })),
  );
  await insertRows(trx, 'language_aliases', missing);
}
