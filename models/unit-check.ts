import type { Knex } from 'knex';
import { Row } from './row.ts';

/** A check that a string fails. */
export class UnitCheck extends Row {
  static override tableName = 'unit_checks';
  static override idColumn = ['unit_id', 'name'];
  static override booleans = ['dismissed'];

  declare unit_id: number;
  /** Id of the check. */
  declare name: string;
  /** Somebody has looked and found nothing wrong; holds until the check passes. */
  declare dismissed: boolean;

  /** Names of the checks that fail and nobody has dismissed, in order. */
  static activeOf(knex: Knex, unitId: number): Promise<string[]> {
    return knex('unit_checks').where({ unit_id: unitId, dismissed: 0 }).orderBy('name').pluck('name');
  }
}
