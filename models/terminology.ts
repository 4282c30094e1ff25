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
 * Adds strings, untranslated, to the languages that lack them. The next commit puts them into their files.
 * @param sources the strings in the source language
 */
export async function addToAllLanguages(
  trx: Knex.Transaction,
  counters: CounterBatch,
  { component, sources, user, author }: Omit<Addition, 'actions'> & { sources: readonly Unit[] },
): Promise<void> {
  const languages = await lockLanguages(trx, component.id);
  const ids = languages.map(({ id }) => id);
  const having: Pick<Unit, 'translation_id' | 'id_hash'>[] = await trx('units')
    .whereIn('translation_id', ids)
    .whereIn(
      'id_hash',
      sources.map(({ id_hash }) => id_hash),
    )
    .select('translation_id', 'id_hash');
  const present = new Set(having.map(({ translation_id, id_hash }) => `${translation_id} ${id_hash}`));
  const lacking = sources.flatMap((source) =>
    languages
      .filter(({ id }) => !present.has(`${id} ${source.id_hash}`))
      .map((language) => ({ source, language })),
  );
  if (lacking.length === 0) {
    return;
  }
  const places = await loadPlaces(trx, ids);
  const rows = lacking.map(({ source, language }) => {
    const { id_hash, content_hash, context } = source;
    const string = { context, source: source.source, target: [], state: null };
    return rowOf(
      { component, string },
      { id_hash, content_hash },
      language,
      places.get(language.id)!,
      source,
    );
  });
  const added = await insertStrings(trx, counters, rows, languages);
  await settleStrings(trx, counters, { component, user, author }, added, languages);
}
