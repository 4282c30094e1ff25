import type { Knex } from 'knex';
import { flagsIn, flagsOfString } from '../adapters/tasks/surroundings.ts';
import { priorityOf } from '../checks/flags.ts';
import { checkUnits } from './check-units.ts';
import type { CounterBatch } from './counters.ts';
import { loadPlaces } from './surroundings.ts';
import { Unit, unitState } from './unit.ts';
import { updateUnits } from './unit-rows.ts';

/**
 * Lets flags given to a source string count in all languages at once: they give the priority, and can make a string read
 * only or editable again. As many rows as the component has languages.
 */
export async function applyExtraFlags(
  trx: Knex.Transaction,
  counters: CounterBatch,
  sourceId: number,
): Promise<void> {
  const source = await Unit.query(trx).findById(sourceId).throwIfNotFound();
  const ids: number[] = await trx('units').where('source_unit_id', sourceId).pluck('id');
  const units = await Unit.query(trx)
    .findByIds([...new Set([sourceId, ...ids])])
    .orderBy('id')
    .forUpdate();
  const places = await loadPlaces(trx, [...new Set(units.map((unit) => unit.translation_id))]);
  const changes = units.map((unit) => {
    const place = places.get(unit.translation_id)!;
    const flags = flagsIn(place, flagsOfString(unit, source.extra_flags));
    const isReadOnly = place.isReadOnly || flags.has('read-only');
    const state = isReadOnly ? unitState.readonly : unit.original_state;
    const priority = priorityOf(flags);
    return {
      unit,
      values: {
        ...(state === unit.state ? {} : { state }),
        ...(priority === unit.priority ? {} : { priority }),
      },
    };
  });
  await updateUnits(trx, counters, changes);
  await checkUnits(
    trx,
    counters,
    changes.map(({ unit, values }) => Object.assign(unit.$clone(), values)),
  );
}
