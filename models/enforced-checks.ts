import type { Knex } from 'knex';
import { action } from './actions.ts';
import { insertChanges, type NewChange } from './change.ts';
import type { CounterBatch } from './counters.ts';
import { differenceOf, noCounts } from './counts.ts';
import { joinForms } from './forms.ts';
import { insertPending } from './pending-rows.ts';
import { Unit, unitState } from './unit.ts';
import { updateUnits } from './unit-rows.ts';

/** Those of the units that fail one of the checks `names`, dismissed or not. */
export async function enforcedAmong(
  knex: Knex,
  names: readonly string[],
  unitIds: readonly number[],
): Promise<number[]> {
  if (names.length === 0 || unitIds.length === 0) {
    return [];
  }
  return knex('unit_checks')
    .distinct('unit_id')
    .whereIn('unit_id', unitIds)
    .whereIn('name', names)
    .orderBy('unit_id')
    .pluck('unit_id');
}

/** Makes a string that was just saved one that needs rewriting; its file gets the text with this state. */
export async function holdBack(
  trx: Knex.Transaction,
  counters: CounterBatch,
  { unit, authorId, userId, at }: { unit: Unit; authorId: number; userId: number | null; at: number },
): Promise<void> {
  const state = unitState.needsRewriting;
  await trx('units').where('id', unit.id).update({ state, original_state: state });
  await trx('pending_changes').where({ unit_id: unit.id, unit_version: unit.version }).update({ state });
  counters.add(unit.translation_id, differenceOf(unit, Object.assign(unit.$clone(), { state })));
  await insertChanges(trx, await historyOf(trx, [unit], { authorId, userId, at }));
}

/**
 * Makes those finished strings among `unitIds` that fail one of the checks `names` need rewriting, and queues them for their
 * files. Gives how many.
 */
export async function enforceChecks(
  trx: Knex.Transaction,
  counters: CounterBatch,
  names: readonly string[],
  unitIds: readonly number[],
  who: { componentId: number; authorId: number; userId: number | null },
): Promise<number> {
  const failing = await enforcedAmong(trx, names, unitIds);
  if (failing.length === 0) {
    return 0;
  }
  const units = await Unit.query(trx)
    .findByIds(failing)
    .whereIn('state', [unitState.translated, unitState.approved])
    .orderBy('id')
    .forUpdate();
  const state = unitState.needsRewriting;
  const at = Date.now();
  const { componentId, authorId } = who;
  await updateUnits(
    trx,
    counters,
    units.map((unit) => ({ unit, values: { state, original_state: state, pending: true } })),
  );
  await insertPending(
    trx,
    units.map((unit) => ({ unit, componentId, authorId, target: unit.target, state, automatic: true, at })),
  );
  await insertChanges(trx, await historyOf(trx, units, { ...who, at }));
  for (const { translation_id } of units) {
    counters.add(translation_id, noCounts(), { at, authorId });
  }
  return units.length;
}

async function historyOf(
  trx: Knex,
  units: readonly Unit[],
  { authorId, userId, at }: { authorId: number; userId: number | null; at: number },
): Promise<NewChange[]> {
  const rows: { id: number; language_id: number; component_id: number; project_id: number }[] = await trx(
    'translations',
  )
    .join('components', 'components.id', 'translations.component_id')
    .whereIn('translations.id', [...new Set(units.map(({ translation_id }) => translation_id))])
    .select(
      'translations.id',
      'translations.language_id',
      'translations.component_id',
      'components.project_id',
    );
  const places = new Map(rows.map(({ id, ...place }) => [id, place]));
  return units.map((unit) => ({
    ...places.get(unit.translation_id),
    action: action.ENFORCED_CHECK,
    translation_id: unit.translation_id,
    unit_id: unit.id,
    user_id: userId,
    author_id: authorId,
    target: joinForms(unit.target),
    old: joinForms(unit.target),
    details: {
      state: unitState.needsRewriting,
      old_state: unit.state,
      source: joinForms(unit.source),
      context: unit.context,
    },
    timestamp: at,
  }));
}
