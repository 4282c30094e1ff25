import type { Knex } from 'knex';
import { adapterById } from '../adapters/registry.ts';
import { flagsOfString } from '../adapters/tasks/surroundings.ts';
import type { Component } from './component.ts';
import { CounterBatch } from './counters.ts';
import { joinForms } from './forms.ts';
import { identityIn, type NewString, rowOf } from './string-rows.ts';
import { type Addition, insertStrings, lockLanguages, settleStrings } from './string-store.ts';
import { loadPlaces } from './surroundings.ts';
import { addToAllLanguages, isTerminology } from './terminology.ts';
import type { Translation } from './translation.ts';
import { Unit } from './unit.ts';

export interface StringAddition extends Addition {
  /** Where the string is added: the source language stands for all languages. */
  translation: Translation;
  string: NewString;
}

/** The language has the string already. */
export class StringExists extends Error {
  override name = 'StringExists';
}

/**
 * Adds a string to all languages or, in one of a bilingual component, to that one and the source. The next commit puts it into
 * the files. Gives its id in `translation`.
 * @throws {StringExists}
 */
export async function addString(trx: Knex.Transaction, addition: StringAddition): Promise<number> {
  const { component, translation, string } = addition;
  const languages = await lockLanguages(trx, component.id);
  const source = languages.find((language) => language.is_source);
  if (!source) {
    throw new Error(`Component ${component.id} has no source language.`);
  }
  const identity = identityIn(component, string);
  if (await holds(trx, translation.id, component, string)) {
    throw new StringExists('There is such a string already.');
  }
  const places = await loadPlaces(
    trx,
    languages.map(({ id }) => id),
  );
  const counters = new CounterBatch();
  const added: Unit[] = [];
  let sourceUnit = await Unit.query(trx).findOne({ translation_id: source.id, id_hash: identity.id_hash });
  if (!sourceUnit) {
    const rows = [rowOf(addition, identity, source, places.get(source.id)!, null)];
    sourceUnit = (await insertStrings(trx, counters, rows))[0]!;
    await trx('units').where('id', sourceUnit.id).update({ source_unit_id: sourceUnit.id });
    added.push(sourceUnit);
  }
  const targets = languages.filter(
    (language) => !language.is_source && (translation.is_source || language.id === translation.id),
  );
  const origin = sourceUnit;
  const rows = targets.map((language) =>
    rowOf(addition, identity, language, places.get(language.id)!, origin),
  );
  added.push(...(await insertStrings(trx, counters, rows)));
  await settleStrings(trx, counters, addition, added, languages);
  if (isTerminology(component, places.get(source.id)!, flagsOfString(origin, origin.extra_flags))) {
    await addToAllLanguages(trx, counters, { ...addition, source: origin });
  }
  await counters.apply(trx);
  return added.find((unit) => unit.translation_id === translation.id)!.id;
}

/** Whether the language has a string that a file cannot tell from this one. */
async function holds(
  trx: Knex.Transaction,
  translationId: number,
  component: Component,
  string: NewString,
): Promise<boolean> {
  const { context, source } = string;
  const singular = identityIn(component, { context, source: source.slice(0, 1) });
  const hashes = [singular.id_hash, identityIn(component, string).id_hash];
  const units = trx('units').where('translation_id', translationId);
  if (await units.clone().whereIn('id_hash', hashes).first('id')) {
    return true;
  }
  if (adapterById(component.file_format)?.identity === 'context') {
    return false;
  }
  // Files tell plural strings apart by their first forms.
  const beginning = joinForms([source[0] ?? '', '']);
  const plural = await units
    .clone()
    .where('context', context)
    .where('source', '>=', beginning)
    .where('source', '<', `${beginning}\u{10ffff}`)
    .first('id');
  return plural !== undefined;
}
