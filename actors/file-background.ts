import type { Knex } from 'knex';
import type { Edit } from '../adapters/adapter.ts';
import { PendingChange } from '../models/pending-change.ts';
import { Unit } from '../models/unit.ts';
import { entryState } from './write-edits.ts';

/**
 * All translated strings of a file that is built anew with each write, as the file has them now: of strings with edits that
 * are not written yet, the text before those.
 * @param except edits that are about to be written
 */
export async function fileBackground(
  knex: Knex,
  translationId: number,
  except: readonly { unit_id: number }[],
): Promise<Edit[]> {
  const left = new Set(except.map((row) => row.unit_id));
  const units = await Unit.query(knex).where('translation_id', translationId).orderBy('position');
  const waiting = await PendingChange.query(knex)
    .where('translation_id', translationId)
    .orderBy('id', 'desc');
  const oldest = new Map(waiting.map((row) => [row.unit_id, row]));
  const edits: Edit[] = [];
  for (const unit of units) {
    const edit = oldest.get(unit.id);
    const target = edit ? edit.base_target : unit.target;
    const state = edit ? (edit.base_state ?? 0) : unit.original_state;
    if (!left.has(unit.id) && target?.some((form) => form !== '')) {
      const { context, source } = unit;
      edits.push({ type: 'set', context, source, target, state: entryState(state) });
    }
  }
  return edits;
}
