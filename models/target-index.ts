import { crc32 } from 'node:zlib';
import type { Knex } from 'knex';
import { isMysql } from './database.ts';
import { placeholders } from './raw-rows.ts';

/** What SQLite's index holds of a text: some characters of its beginning and more of its end. */
const indexed = 'substr(units.target, 1, 20) || substr(units.target, -40)';

/**
 * The table `units` for a join with `targetCondition`. MariaDB and MySQL know little of how rare texts are and would rather
 * read whole translations.
 */
export function unitsByTarget(knex: Knex): Knex.Raw {
  return knex.raw(isMysql(knex) ? 'units FORCE INDEX (units_texts_index)' : 'units');
}

/**
 * Met by rows of `units` with one of these texts (forms joined, none of them ''), so that the index finds them in a project
 * and a language; its last column is the translation.
 */
export function targetCondition(
  knex: Knex,
  targets: readonly string[],
): { sql: string; bindings: readonly Knex.RawBinding[] } {
  const marks = placeholders(targets);
  const equal = `units.target IN (${marks})`;
  if (isMysql(knex)) {
    const sums = targets.map((target) => crc32(target));
    return { sql: `${equal} AND units.target_crc IN (${marks})`, bindings: [...targets, ...sums] };
  }
  const parts = targets.map(indexedPart);
  return {
    sql: `${equal} AND units.target <> '' AND ${indexed} IN (${marks})`,
    bindings: [...targets, ...parts],
  };
}

function indexedPart(target: string): string {
  const characters = [...target];
  return characters.slice(0, 20).join('') + characters.slice(-40).join('');
}
