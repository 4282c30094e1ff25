import type { Knex } from 'knex';
import { flagsIn, flagsOfString } from '../adapters/tasks/surroundings.ts';
import { flagInteger } from '../checks/flags.ts';
import { lengthOf } from '../checks/measure.ts';
import { type CheckPlace, extraFlagsOf } from './surroundings.ts';
import type { Unit } from './unit.ts';

/**
 * Longest form that people may suggest for a string, or upload, in characters: much longer than it is meant to be, for the
 * excess to be seen and mended.
 */
export async function lengthLimit(trx: Knex.Transaction, unit: Unit, place: CheckPlace): Promise<number> {
  return 10 * ((await intendedLength(trx, unit, place)) + 100);
}

/** How long a form is meant to be at most, in characters: what the flag `max-length` says, else by the source. */
export async function intendedLength(trx: Knex.Transaction, unit: Unit, place: CheckPlace): Promise<number> {
  const sourceId = unit.source_unit_id ?? unit.id;
  const extraFlags = (await extraFlagsOf(trx, [sourceId])).get(sourceId) ?? '';
  const limit = flagInteger(flagsIn(place, flagsOfString(unit, extraFlags)), 'max-length');
  return limit ?? usualLength(unit, place);
}

function usualLength({ source }: Unit, { isSource }: CheckPlace): number {
  return isSource ? 10_000 : Math.max(100, 10 * lengthOf(source[0] ?? ''));
}
