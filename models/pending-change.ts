import { setImmediate as turn } from 'node:timers/promises';
import type { Knex } from 'knex';
import { Row } from './row.ts';
import { Unit } from './unit.ts';
import { User } from './user.ts';

/** Rows read between two turns of other work. */
const pageSize = 200;

/** An edit that waits for its commit. */
export class PendingChange extends Row {
  static override tableName = 'pending_changes';
  static override booleans = ['automatic'];
  static override forms = ['target', 'base_target'];
  static override initial = { explanation: '' };

  declare id: number;
  declare unit_id: number;
  declare translation_id: number;
  declare component_id: number;
  declare author_id: number;
  declare target: string[];
  declare state: number;
  /** What the unit held before: of its oldest row, what the file holds. Null: the string is not in the file yet. */
  declare base_target: string[] | null;
  declare base_state: number | null;
  declare explanation: string;
  declare automatic: boolean;
  /** `Unit.version` that this edit produced. */
  declare unit_version: number;
  declare created_at: number;
  /** Why the file could not take the edit, and the file's revision then. */
  declare failure: string | null;
  declare failed_revision: string | null;
  declare failed_at: number | null;
  declare unit?: Unit;
  declare author?: User;

  static override relationMappings = () => ({
    unit: {
      relation: Row.BelongsToOneRelation,
      modelClass: Unit,
      join: { from: 'pending_changes.unit_id', to: 'units.id' },
    },
    author: {
      relation: Row.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'pending_changes.author_id', to: 'users.id' },
    },
  });

  /** All of one translation in the order they were made, with units and authors. */
  static async ofTranslation(knex: Knex, translationId: number): Promise<PendingChange[]> {
    const rows: PendingChange[] = [];
    for (let last = 0; ; await turn()) {
      const page = await PendingChange.query(knex)
        .where('pending_changes.translation_id', translationId)
        .where('pending_changes.id', '>', last)
        .orderBy('pending_changes.id')
        .limit(pageSize)
        .withGraphFetched('[unit, author]');
      rows.push(...page);
      if (page.length < pageSize) {
        return rows;
      }
      last = page.at(-1)!.id;
    }
  }

  /** Ids of the components that have an edit made before `time` which has not failed, lowest first. */
  static async componentsOlderThan(knex: Knex, time: number): Promise<number[]> {
    return knex('pending_changes')
      .distinct('component_id')
      .where('created_at', '<', time)
      .whereNull('failure')
      .orderBy('component_id')
      .pluck('component_id');
  }
}
