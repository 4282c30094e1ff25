import type { Knex } from 'knex';
import type { SyncUnit } from '../adapters/tasks/read.ts';
import { insertChanges } from '../models/change.ts';
import { CounterBatch } from '../models/counters.ts';
import { noCounts } from '../models/counts.ts';
import { joinForms } from '../models/forms.ts';
import { Unit } from '../models/unit.ts';
import { deleteUnits, insertUnits, updateUnits } from '../models/unit-rows.ts';
import { failingAsSource, insertChecks, writeChecks } from './sync-checks.ts';
import type { SyncSubject } from './sync-subject.ts';

/** The string in the source language, as far as its translations ask for it. */
export type SourceUnit = Pick<Unit, (typeof sourceColumns)[number]>;

const sourceColumns = [
  'id',
  'id_hash',
  'translation_id',
  'source_unit_id',
  'state',
  'extra_flags',
  'note',
  'location',
  'flags',
  'pending',
  'num_words',
  'num_chars',
  'has_failing_check',
  'has_suggestion',
  'has_comment',
] as const satisfies readonly (keyof Unit)[];

/**
 * Finds the source strings of entries of a translation, by id hash. A bilingual component has the source strings that its
 * translations have: there, missing ones are made, and they follow what the files say of them.
 */
export async function findSourceUnits(
  trx: Knex.Transaction,
  file: SyncSubject,
  entries: readonly SyncUnit[],
  counters: CounterBatch,
): Promise<Map<string, SourceUnit>> {
  const { translation, sourceTranslationId, rules } = file;
  if (translation.is_source) {
    return new Map();
  }
  const found = await select(trx, sourceTranslationId, entries);
  if (rules.monolingual) {
    return found;
  }
  const missing = entries.filter((entry) => !found.has(entry.idHash));
  if (missing.length > 0) {
    const failing = missing.map((entry) => ({ idHash: entry.idHash, failing: failingAsSource(file, entry) }));
    await insertUnits(
      trx,
      counters,
      missing.map((entry, index) => ({
        ...sourceRow(entry, sourceTranslationId),
        has_failing_check: failing[index]!.failing.length > 0,
      })),
    );
    await insertChecks(trx, sourceTranslationId, failing);
    await linkToThemselves(trx, sourceTranslationId, missing);
    const made = await select(trx, sourceTranslationId, missing);
    if (!file.isInitial) {
      await recordNew(trx, file, missing, made);
      counters.add(sourceTranslationId, noCounts(), { at: Date.now(), authorId: null });
    }
    for (const [hash, unit] of made) {
      found.set(hash, unit);
    }
  }
  if (file.component.new_base === '' && !file.isNew) {
    // Places, notes and flags are those of the translation that changed last.
    const outdated = entries.filter((entry) => !isDescribed(found.get(entry.idHash), entry));
    await describeUnits(trx, sourceTranslationId, outdated);
  }
  if (!file.isNew) {
    // What a file says of its strings may have made others of their sources.
    const strings = entries.map((entry) => ({
      unit: found.get(entry.idHash)!,
      failing: failingAsSource(file, entry),
    }));
    await writeChecks(trx, counters, strings);
  }
  return found;
}

/** Source strings are their own source, as soon as they have ids. */
export async function linkToThemselves(
  trx: Knex.Transaction,
  sourceTranslationId: number,
  entries: readonly SyncUnit[],
): Promise<void> {
  // By their hashes: looking for all that have no source yet would read the whole language with every batch.
  await trx('units')
    .where('translation_id', sourceTranslationId)
    .whereIn(
      'id_hash',
      entries.map((entry) => entry.idHash),
    )
    .update({ source_unit_id: trx.ref('id') });
}

/** Writes what a file says about source strings, but for their text. */
export async function describeUnits(
  trx: Knex.Transaction,
  sourceTranslationId: number,
  entries: readonly SyncUnit[],
): Promise<void> {
  const told = new Map(entries.map((entry) => [entry.idHash, entry]));
  const units = await Unit.query(trx)
    .where('translation_id', sourceTranslationId)
    .whereIn('id_hash', [...told.keys()]);
  const changes = units.map((unit) => {
    const { note, location, flags, position } = told.get(unit.id_hash)!;
    return { unit, values: { note, location, flags, position } };
  });
  await updateUnits(trx, new CounterBatch(), changes);
}

/** Removes source strings that no translation has any more. Gives how many. */
export async function removeUnusedSources(
  trx: Knex.Transaction,
  sourceTranslationId: number,
): Promise<number> {
  const counters = new CounterBatch();
  const used = trx('units as users')
    .whereRaw('users.source_unit_id = units.id')
    .whereRaw('users.id <> units.id')
    .select(trx.raw('1'));
  const unused = await Unit.query(trx)
    .where('translation_id', sourceTranslationId)
    .whereNotExists(used)
    .limit(1000);
  await deleteUnits(trx, counters, unused);
  await counters.apply(trx);
  return unused.length;
}

async function select(
  trx: Knex.Transaction,
  translationId: number,
  entries: readonly SyncUnit[],
): Promise<Map<string, SourceUnit>> {
  // Plain rows: an import asks for every string of every language.
  const units: SourceUnit[] = await trx('units')
    .where('translation_id', translationId)
    .whereIn(
      'id_hash',
      entries.map((entry) => entry.idHash),
    )
    .select(...sourceColumns);
  return new Map(units.map((unit) => [unit.id_hash, unit]));
}

/** The source string of a translation's. Nobody edits the source of a bilingual file here. */
export function sourceRow(entry: SyncUnit, translationId: number) {
  return {
    translation_id: translationId,
    id_hash: entry.idHash,
    content_hash: entry.contentHash,
    context: entry.context,
    source: entry.source,
    target: entry.source,
    state: 100,
    location: entry.location,
    note: entry.note,
    flags: entry.flags,
    position: entry.position,
    num_words: entry.numWords,
    num_chars: entry.numChars,
  };
}

function isDescribed(unit: SourceUnit | undefined, entry: SyncUnit): boolean {
  return unit?.note === entry.note && unit.location === entry.location && unit.flags === entry.flags;
}

async function recordNew(
  trx: Knex.Transaction,
  { place, component, sourceTranslationId, actions }: SyncSubject,
  entries: readonly SyncUnit[],
  units: ReadonlyMap<string, SourceUnit>,
): Promise<void> {
  await insertChanges(
    trx,
    entries.map((entry) => ({
      action: actions.addedSource,
      project_id: component.project_id,
      component_id: component.id,
      translation_id: sourceTranslationId,
      language_id: component.source_language_id,
      unit_id: units.get(entry.idHash)?.id ?? null,
      user_id: place.userId,
      target: joinForms(entry.source),
      details: { source: joinForms(entry.source), context: entry.context },
    })),
  );
}
