import type { Knex } from 'knex';
import { directionOf } from '../languages/definitions.ts';
import { describePlural, type PluralRule, samePlural } from '../languages/plurals.ts';
import { Component } from '../models/component.ts';
import { Language } from '../models/language.ts';
import { Plural, pluralSource } from '../models/plural.ts';
import { removeTranslation } from '../models/removal.ts';
import { Translation } from '../models/translation.ts';
import type { Call } from './http/endpoint.ts';
import { denied, invalid } from './http/errors.ts';
import { type LanguageInput, type NewLanguageInput, pluralRule } from './language-input.ts';
import { hasPending, writePending } from './pending-files.ts';

/** @throws {ApiError} 400 on the key that is wrong */
export async function createLanguage(trx: Knex.Transaction, input: NewLanguageInput): Promise<Language> {
  const { code, name, direction, population = 0, plural } = input;
  if (name === undefined) {
    throw invalid('name', 'This field is required.');
  }
  const rule = pluralRule(plural);
  await checkCode(trx, code);
  const language = await Language.query(trx).insertAndFetch({
    code,
    name,
    direction: direction || directionOf(code),
    population,
  });
  await insertDefault(trx, language, rule);
  return language;
}

/** Changes what `input` names. @throws {ApiError} 400 on the key that is wrong */
export async function updateLanguage(
  trx: Knex.Transaction,
  language: Language,
  { plural, direction, ...columns }: LanguageInput,
): Promise<void> {
  if (columns.code !== undefined && columns.code !== language.code) {
    await checkCode(trx, columns.code);
  }
  if (plural !== undefined) {
    await changePlural(trx, language, plural);
  }
  const changed: Partial<Language> = {
    ...columns,
    ...(direction === undefined
      ? {}
      : { direction: direction || directionOf(columns.code ?? language.code) }),
  };
  if (Object.keys(changed).length > 0) {
    await Language.query(trx).findById(language.id).patch(changed);
  }
}

/**
 * Removes a language with all its translations. Their files stay in the repositories, and the edits that wait are written
 * into them first.
 * @throws {ApiError} 403 for a language that strings are translated from, 423 when a repository is busy
 */
export async function deleteLanguage(call: Call, language: Language): Promise<void> {
  const { db } = call.services;
  await refuseSource(db.reader, language);
  const translations = await Translation.query(db.reader)
    .where('language_id', language.id)
    .withGraphFetched('component')
    .orderBy('id');
  for (const { id, component } of translations) {
    if (await hasPending(call, { translation_id: id })) {
      await writePending(call, component!, id);
    }
    // One transaction each, so that saves of other languages get their turn in between.
    await db.transaction((trx) => removeTranslation(trx, id));
  }
  await db.transaction(async (trx) => {
    await refuseSource(trx, language);
    const left: number[] = await trx('translations').where('language_id', language.id).pluck('id');
    for (const id of left) {
      await removeTranslation(trx, id);
    }
    const sums = { scope_id: language.id, scope: 'language' };
    await trx('statistics').where(sums).delete();
    await trx('statistics').where({ scope: 'project_language', language_id: language.id }).delete();
    await trx('languages').where('id', language.id).delete();
  });
}

async function refuseSource(knex: Knex, { id }: Language): Promise<void> {
  const component = await Component.query(knex).findOne({ source_language_id: id });
  if (component) {
    throw denied('Components are translated from this language; remove or rebuild them first.');
  }
}

async function checkCode(trx: Knex, code: string): Promise<void> {
  if (await Language.coded(trx, code)) {
    throw invalid('code', 'A language with this code already exists.');
  }
}

/**
 * Makes another rule the language's own. Translations keep the rule they have: their strings have its number of forms
 * until their files are read with another one.
 */
async function changePlural(
  trx: Knex.Transaction,
  language: Language,
  plural: Partial<PluralRule>,
): Promise<void> {
  const rules = await Plural.query(trx).where('language_id', language.id).orderBy('id');
  const current = rules.find(({ source }) => source === pluralSource.default);
  const rule = pluralRule(plural, current);
  if (current?.number === rule.number && current.formula === rule.formula) {
    return;
  }
  const known = rules.find((candidate) => candidate !== current && samePlural(candidate, rule));
  const isUsed = current && (await Translation.query(trx).findOne({ plural_id: current.id }));
  if (current && !isUsed && !known) {
    await Plural.query(trx).findById(current.id).patch(columnsOf(rule, language));
    return;
  }
  if (current) {
    await Plural.query(trx).findById(current.id).patch({ source: pluralSource.api });
  }
  if (known) {
    const source = pluralSource.default;
    await Plural.query(trx).findById(known.id).patch({ formula: rule.formula, source });
  } else {
    await insertDefault(trx, language, rule);
  }
}

async function insertDefault(trx: Knex.Transaction, language: Language, rule: PluralRule): Promise<void> {
  await Plural.query(trx).insert({
    language_id: language.id,
    source: pluralSource.default,
    ...columnsOf(rule, language),
  });
}

function columnsOf(rule: PluralRule, { code }: Language) {
  const { number, formula, type, categories } = describePlural(rule, code);
  return { number, formula, type, categories: categories.join(',') };
}
