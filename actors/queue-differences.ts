import type { Knex } from 'knex';
import { stateInFile } from '../adapters/identity.ts';
import type { SyncUnit } from '../adapters/tasks/read.ts';
import { contentActions } from '../models/actions.ts';
import { joinForms } from '../models/forms.ts';
import { insertRows } from '../models/insert-rows.ts';
import { Unit } from '../models/unit.ts';
import { writeInBatches } from './batches.ts';
import { botId } from './bots.ts';
import { adapterOf, fileOptions, templateOf } from './component-files.ts';
import { loadKnown } from './known-units.ts';
import type { Snapshot } from './snapshot.ts';
import { sameForms } from './sync-plan.ts';
import type { PlacedTranslation } from './sync-subject.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

/**
 * Queues for writing what the file says otherwise than the database, so that the database wins. Each string gets the author
 * who worked on it last. Strings that only one side has are left alone.
 * @param snapshot the file to compare with, such as that of a commit which is to be taken over
 * @throws {FormatError} when the file cannot be read
 */
export async function queueDifferences(
  place: Workplace,
  component: PlacedComponent,
  translation: PlacedTranslation,
  snapshot: Snapshot,
): Promise<void> {
  const { services, ctx } = place;
  const adapter = adapterOf(component);
  const known = await loadKnown(services.db.writer, translation, adapter);
  const template = await templateOf(component, translation, snapshot);
  const diff = await services.pool.diff(
    {
      format: component.file_format,
      bytes: await snapshot.read(translation.filename),
      options: fileOptions(component, translation, template),
      sourceLanguage: component.source_language.code,
      keyFilter: component.key_filter,
      known: known.packed,
    },
    { signal: ctx.signal },
  );
  const entries = diff.changed.map(({ unit }) => unit);
  await writeInBatches(ctx, entries, (trx, batch) => queueBatch(trx, component, translation, batch, adapter));
}

async function queueBatch(
  trx: Knex.Transaction,
  component: PlacedComponent,
  translation: PlacedTranslation,
  entries: readonly SyncUnit[],
  adapter: ReturnType<typeof adapterOf>,
): Promise<void> {
  const told = new Map(entries.map((entry) => [entry.idHash, entry]));
  const units = await Unit.query(trx)
    .where('translation_id', translation.id)
    .whereIn('id_hash', [...told.keys()])
    .forUpdate();
  const bases = await rebase(trx, units, told);
  const differing = units.filter((unit) => {
    const entry = told.get(unit.id_hash)!;
    const state = stateInFile(adapter, unit.original_state, unit.target);
    return !bases.has(unit.id) && !(sameForms(unit.target, entry.target) && state === entry.state);
  });
  if (differing.length === 0) {
    return;
  }
  const authors = await lastAuthors(trx, differing);
  const nobody = await botId(trx, 'repository:file-sync');
  const rows = differing.map((unit) => {
    const entry = told.get(unit.id_hash)!;
    return {
      unit_id: unit.id,
      translation_id: translation.id,
      component_id: component.id,
      author_id: authors.get(unit.id) ?? nobody,
      target: joinForms(unit.target),
      state: unit.original_state,
      explanation: unit.explanation,
      automatic: Number(unit.automatically_translated),
      base_target: joinForms(entry.target),
      base_state: entry.state,
      unit_version: unit.version,
      created_at: Date.now(),
    };
  });
  await insertRows(trx, 'pending_changes', rows);
  await trx('units')
    .whereIn(
      'id',
      differing.map((unit) => unit.id),
    )
    .update({ pending: 1 });
}

/** Edits that wait already are measured against the new file from now on. Gives the ids of their units. */
async function rebase(
  trx: Knex.Transaction,
  units: readonly Unit[],
  told: ReadonlyMap<string, SyncUnit>,
): Promise<Set<number>> {
  const waiting = new Map(units.filter((unit) => unit.pending).map((unit) => [unit.id, unit]));
  const oldest: { unit_id: number; id: number }[] = await trx('pending_changes')
    .whereIn('unit_id', [...waiting.keys()])
    .groupBy('unit_id')
    .select('unit_id')
    .min({ id: 'id' });
  for (const { unit_id, id } of oldest) {
    const entry = told.get(waiting.get(unit_id)?.id_hash ?? '');
    if (entry) {
      await trx('pending_changes')
        .where('id', id)
        .update({ base_target: joinForms(entry.target), base_state: entry.state });
    }
  }
  return new Set(oldest.map((row) => row.unit_id));
}

/** Who gave each string its present text, as the history has it. */
async function lastAuthors(trx: Knex.Transaction, units: readonly Unit[]): Promise<Map<number, number>> {
  const newest = trx('changes')
    .whereIn(
      'unit_id',
      units.map((unit) => unit.id),
    )
    .whereIn('action', [...contentActions])
    .whereNotNull('author_id')
    .groupBy('unit_id')
    .max('id');
  const rows: { unit_id: number; author_id: number }[] = await trx('changes')
    .join('users', 'users.id', 'changes.author_id')
    .whereIn('changes.id', newest)
    .select('changes.unit_id', 'changes.author_id');
  return new Map(rows.map((row) => [row.unit_id, row.author_id]));
}
