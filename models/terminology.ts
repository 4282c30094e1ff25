import type { Knex } from 'knex';
import { flagsIn } from '../adapters/tasks/surroundings.ts';
import type { Component } from './component.ts';
import type { CounterBatch } from './counters.ts';
import { rowOf } from './string-rows.ts';
import { type Addition, insertStrings, lockLanguages, settleStrings } from './string-store.ts';
import { type CheckPlace, loadPlaces } from './surroundings.ts';
import type { Unit } from './unit.ts';

/**
 * Whether a string of a glossary shall exist in all of its languages.
 * @param own lists of the string's own flags
 */
export function isTerminology(
  { is_glossary }: Pick<Component, 'is_glossary'>,
  place: CheckPlace,
  own: readonly string[],
): boolean {
  return is_glossary && flagsIn(place, own).has('terminology');
}

/**
 * Adds a string, untranslated, to the languages that lack it. The next commit puts it into their files.
 * @param source the string in the source language
 */
export async function addToAllLanguages(
  trx: Knex.Transaction,
  counters: CounterBatch,
  { component, source, user, author }: Omit<Addition, 'actions'> & { source: Unit },
): Promise<void> {
  const languages = await lockLanguages(trx, component.id);
  const { id_hash, content_hash, context } = source;
  const ids = languages.map(({ id }) => id);
  const having: number[] = await trx('units')
    .whereIn('translation_id', ids)
    .where({ id_hash })
    .pluck('translation_id');
  const lacking = languages.filter(({ id }) => !having.includes(id));
  if (lacking.length === 0) {
    return;
  }
  const string = { context, source: source.source, target: [], state: null };
  const places = await loadPlaces(trx, ids);
  const rows = lacking.map((language) =>
    rowOf({ component, string }, { id_hash, content_hash }, language, places.get(language.id)!, source),
  );
  const added = await insertStrings(trx, counters, rows);
  await settleStrings(trx, counters, { component, user, author }, added, languages);
}
