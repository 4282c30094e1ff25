import type { Knex } from 'knex';
import { flagsOfString } from '../adapters/tasks/surroundings.ts';
import type { Unit } from './unit.ts';

/** Flags that were given to source strings here, by the ids of those; strings without are left out. */
export type ExtraFlags = ReadonlyMap<number, string>;

type Translated = Pick<Unit, 'id' | 'source_unit_id'>;

/** The extra flags of the source strings of `units`. */
export async function extraFlagsOf(knex: Knex, units: readonly Translated[]): Promise<ExtraFlags> {
  const rows: { id: number; extra_flags: string }[] = await knex('units')
    .whereIn('id', [...new Set(units.map(sourceIdOf))])
    .whereNot('extra_flags', '')
    .select('id', 'extra_flags');
  return new Map(rows.map(({ id, extra_flags }) => [id, extra_flags]));
}

/** Lists of flags of a string, from the outside in: those of its file, then those of its source string. */
export function flagsOfUnit(
  unit: Translated & Pick<Unit, 'location' | 'flags'>,
  extraFlags: ExtraFlags,
): string[] {
  return flagsOfString(unit, extraFlags.get(sourceIdOf(unit)) ?? '');
}

function sourceIdOf({ id, source_unit_id }: Translated): number {
  return source_unit_id ?? id;
}
