import type { Knex } from 'knex';
import { flagsOfString } from '../adapters/tasks/surroundings.ts';
import { CounterBatch } from './counters.ts';
import { newAmong } from './new-strings.ts';
import { type Language, type NewString, rowOf, type StringIdentity } from './string-rows.ts';
import { type Addition, insertStrings, lockLanguages, settleStrings } from './string-store.ts';
import { type CheckPlace, loadPlaces } from './surroundings.ts';
import { addToAllLanguages, isTerminology } from './terminology.ts';
import type { Translation } from './translation.ts';
import { Unit } from './unit.ts';

export interface StringsAddition extends Addition {
  /** Where the strings are added: the source language stands for all languages. */
  translation: Translation;
  strings: readonly NewString[];
}

/** The language has the string already. */
export class StringExists extends Error {
  override name = 'StringExists';
}

/** As `addStrings`, one string. Gives its id in `translation`. @throws {StringExists} */
export async function addString(
  trx: Knex.Transaction,
  { string, ...addition }: Omit<StringsAddition, 'strings'> & { string: NewString },
): Promise<number> {
  const [id] = await addStrings(trx, { ...addition, strings: [string] });
  if (typeof id !== 'number') {
    throw new StringExists('There is such a string already.');
  }
  return id;
}

/**
 * Adds strings to all languages or, in one of a bilingual component, to that one and the source. The next commit puts
 * them into the files. Gives the id of each in `translation`; null: that has the string already, or it came earlier
 * among `strings`.
 */
export async function addStrings(
  trx: Knex.Transaction,
  addition: StringsAddition,
): Promise<(number | null)[]> {
  const { component, translation, strings } = addition;
  const languages = await lockLanguages(trx, component.id);
  const source = languages.find((language) => language.is_source);
  if (!source) {
    throw new Error(`Component ${component.id} has no source language.`);
  }
  const identities = await newAmong(trx, translation.id, component, strings);
  if (identities.size === 0) {
    return strings.map(() => null);
  }
  const places = await loadPlaces(
    trx,
    languages.map(({ id }) => id),
  );
  const counters = new CounterBatch();
  const origins = await addSources(trx, counters, addition, identities, {
    language: source,
    place: places.get(source.id)!,
  });
  const originOf = new Map([...origins.known, ...origins.added].map((unit) => [unit.id_hash, unit]));
  const targets = languages.filter(
    (language) => !language.is_source && (translation.is_source || language.id === translation.id),
  );
  const rows = [...identities].flatMap(([string, identity]) => {
    const origin = originOf.get(identity.id_hash)!;
    return targets.map((language) =>
      rowOf({ component, string }, identity, language, places.get(language.id)!, origin),
    );
  });
  const added = [...origins.added, ...(await insertStrings(trx, counters, rows, languages))];
  const byString = Map.groupBy(added, ({ id_hash }) => id_hash);
  const inOrder = identities.values().flatMap(({ id_hash }) => byString.get(id_hash) ?? []);
  await settleStrings(trx, counters, addition, [...inOrder], languages);
  const terms = [...originOf.values()].filter((unit) =>
    isTerminology(component, places.get(source.id)!, flagsOfString(unit, unit.extra_flags)),
  );
  if (terms.length > 0) {
    await addToAllLanguages(trx, counters, { ...addition, sources: terms });
  }
  await counters.apply(trx);
  const own = added.filter((unit) => unit.translation_id === translation.id);
  const ids = new Map(own.map(({ id_hash, id }) => [id_hash, id]));
  return strings.map((string) => ids.get(identities.get(string)?.id_hash ?? '') ?? null);
}

/** Gives the strings in the source language: those that it had, and those that it gets. */
async function addSources(
  trx: Knex.Transaction,
  counters: CounterBatch,
  { component }: Pick<Addition, 'component'>,
  identities: ReadonlyMap<NewString, StringIdentity>,
  { language, place }: { language: Language; place: CheckPlace },
): Promise<{ known: Unit[]; added: Unit[] }> {
  const hashes = [...identities.values()].map(({ id_hash }) => id_hash);
  const known = await Unit.query(trx).where('translation_id', language.id).whereIn('id_hash', hashes);
  const present = new Set(known.map(({ id_hash }) => id_hash));
  const rows = [...identities]
    .filter(([, { id_hash }]) => !present.has(id_hash))
    .map(([string, identity]) => rowOf({ component, string }, identity, language, place, null));
  if (rows.length === 0) {
    return { known, added: [] };
  }
  const added = await insertStrings(trx, counters, rows, [language]);
  const ids = added.map(({ id }) => id);
  await trx('units')
    .whereIn('id', ids)
    .update({ source_unit_id: trx.ref('id') });
  return { known, added };
}
