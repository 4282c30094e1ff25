import type { Knex } from 'knex';
import { followSources } from './check-units.ts';
import { CounterBatch } from './counters.ts';
import { Relatives } from './relatives.ts';
import { loadPlace, loadPlaces } from './surroundings.ts';
import { Unit } from './unit.ts';
import { type JudgedUnit, markUnits } from './verdicts.ts';

/** Strings that one decision is for at most. */
const most = 2000;

/** Why a check cannot be dismissed. */
export class DismissalRefused extends Error {
  override name = 'DismissalRefused';

  constructor(name: string) {
    super(`The component enforces the check ${name}.`);
  }
}

/**
 * Says that nothing is wrong with a string although it fails a check, or takes that back, for the same string wherever the
 * project has it. Gives how many strings that changed.
 * @throws {DismissalRefused} when the component enforces the check: nobody may dismiss it
 */
export async function dismissCheck(
  trx: Knex.Transaction,
  unitId: number,
  name: string,
  dismissed: boolean,
): Promise<number> {
  const unit = await Unit.query(trx).findById(unitId).throwIfNotFound();
  const place = await loadPlace(trx, unit.translation_id);
  if (dismissed && place.enforced.includes(name)) {
    throw new DismissalRefused(name);
  }
  const relatives = await Relatives.of(trx, place);
  const group = relatives ? (await relatives.withContents(trx, [unit.content_hash], most)).units : [];
  const places = await loadPlaces(trx, [...new Set(group.map(({ translation_id }) => translation_id))]);
  const free = group.filter((one) => !dismissed || !places.get(one.translation_id)!.enforced.includes(name));
  const ids = [...new Set([unitId, ...free.map(({ id }) => id)])];
  const units = await Unit.query(trx).findByIds(ids).orderBy('id').forUpdate();
  const changed = await trx('unit_checks')
    .whereIn('unit_id', ids)
    .where({ name, dismissed: Number(!dismissed) })
    .update({ dismissed: Number(dismissed) });
  if (changed > 0) {
    const counters = new CounterBatch();
    const active = new Set<number>(
      await trx('unit_checks')
        .distinct('unit_id')
        .whereIn('unit_id', ids)
        .where('dismissed', 0)
        .pluck('unit_id'),
    );
    const marks: { unit: JudgedUnit; failing: boolean }[] = units.map((one) => ({
      unit: one,
      failing: active.has(one.id),
    }));
    await markUnits(trx, counters, marks);
    await followSources(trx, counters, units);
    await counters.apply(trx);
  }
  return changed;
}
