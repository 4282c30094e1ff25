import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { ActionId } from './actions.ts';
import { adjustCounters } from './counters.ts';
import { noCounts } from './counts.ts';
import { insertRows } from './insert-rows.ts';
import { Row } from './row.ts';
import { readSetting, writeSetting } from './setting.ts';
import { User } from './user.ts';

/** One entry of the history. Ids of things deleted since stay null or point nowhere: nothing here has a constraint. */
export class Change extends Row {
  static override tableName = 'changes';
  static override json = ['details'];
  static override initial = { target: '', old: '', details: {} };

  declare id: number;
  declare project_id: number | null;
  declare component_id: number | null;
  declare translation_id: number | null;
  declare language_id: number | null;
  declare unit_id: number | null;
  /** Who acted. */
  declare user_id: number | null;
  /** Who is credited. */
  declare author_id: number | null;
  declare alert_id: number | null;
  /** See actions.ts. */
  declare action: number;
  declare target: string;
  declare old: string;
  declare details: Record<string, unknown>;
  declare timestamp: number;
  declare user?: User | null;
  declare author?: User | null;

  static override relationMappings = () => ({
    user: {
      relation: Row.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'changes.user_id', to: 'users.id' },
    },
    author: {
      relation: Row.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'changes.author_id', to: 'users.id' },
    },
  });
}

/** What happened. Ids of the things above may be left out where `recordChange` can tell them. */
export interface NewChange {
  action: ActionId;
  project_id?: number | null;
  component_id?: number | null;
  translation_id?: number | null;
  language_id?: number | null;
  unit_id?: number | null;
  user_id?: number | null;
  author_id?: number | null;
  alert_id?: number | null;
  target?: string;
  old?: string;
  details?: Record<string, unknown>;
  /** Milliseconds; now when left out. */
  timestamp?: number;
}

/**
 * Writes one entry of the history. Of a translation (`translation_id`) component, project and language are looked up;
 * of a component its project. It also becomes the translation's newest change.
 */
export async function recordChange(trx: Knex.Transaction, change: NewChange): Promise<Change> {
  const placed = { timestamp: Date.now(), ...change, ...(await placeOf(trx, change)) };
  const row = await Change.query(trx).insert(placed);
  if (placed.translation_id) {
    const touch = { at: placed.timestamp, authorId: placed.author_id ?? null };
    await adjustCounters(trx, placed.translation_id, noCounts(), touch);
  }
  return row;
}

/**
 * Writes many entries, whose ids are all given, and nothing else: the newest change of translations is left to the
 * caller's counters.
 */
export async function insertChanges(trx: Knex.Transaction, changes: readonly NewChange[]): Promise<void> {
  const now = Date.now();
  await insertRows(
    trx,
    'changes',
    changes.map((change) => ({
      project_id: change.project_id ?? null,
      component_id: change.component_id ?? null,
      translation_id: change.translation_id ?? null,
      language_id: change.language_id ?? null,
      unit_id: change.unit_id ?? null,
      user_id: change.user_id ?? null,
      author_id: change.author_id ?? null,
      alert_id: change.alert_id ?? null,
      action: change.action,
      target: change.target ?? '',
      old: change.old ?? '',
      details: JSON.stringify(change.details ?? {}),
      timestamp: change.timestamp ?? now,
    })),
  );
}

async function placeOf(trx: Knex, change: NewChange): Promise<Partial<NewChange>> {
  if (change.translation_id) {
    return trx('translations')
      .join('components', 'components.id', 'translations.component_id')
      .where('translations.id', change.translation_id)
      .first('translations.component_id', 'translations.language_id', 'components.project_id');
  }
  if (change.component_id) {
    return trx('components').where('id', change.component_id).first('project_id');
  }
  return {};
}

const rewrittenSetting = 'history_rewritten';

/** Says that old entries are gone, or belong somewhere else now: who counted them must count again. */
export async function noteRewrittenHistory(trx: Knex.Transaction): Promise<void> {
  await writeSetting(trx, rewrittenSetting, randomUUID());
}

/** Another value each time that old entries went or moved. */
export function rewrittenHistory(knex: Knex): Promise<unknown> {
  return readSetting(knex, rewrittenSetting);
}
