import type { Knex } from 'knex';
import { type ActionId, action } from './actions.ts';
import type { ComparedUnit } from './relatives.ts';
import { unitState } from './unit.ts';

/** Changes of a string that say something about its text. */
const telling: readonly ActionId[] = [
  action.CHANGE,
  action.NEW,
  action.AUTO,
  action.ACCEPT,
  action.REVERT,
  action.UPLOAD,
  action.REPLACE,
  action.SOURCE_CHANGE,
  action.APPROVE,
  action.MARKED_EDIT,
  action.STRING_REPO_UPDATE,
  action.STRING_UPLOAD_UPDATE,
  action.PROPAGATED_EDIT,
  action.USER_REVERT,
];

/** Somebody meant the string to be unfinished: what came before does not count. */
const fresh: readonly ActionId[] = [action.SOURCE_CHANGE, action.MARKED_EDIT];

/** Changes of one string that are read: a longer history says nothing more. */
const longest = 100;

interface PastChange {
  action: ActionId;
  target: string;
  details: string;
}

/** Ids of those among unfinished strings that were finished before, with another text than they have now. */
export async function findTranslatedBefore(
  knex: Knex,
  units: readonly ComparedUnit[],
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  const ids = units.map(({ id }) => id);
  const withHistory = new Set<number>(
    ids.length === 0
      ? []
      : await knex('changes').distinct('unit_id').whereIn('unit_id', ids).pluck('unit_id'),
  );
  for (const { id, target } of units.filter((unit) => withHistory.has(unit.id))) {
    const changes: PastChange[] = await knex('changes')
      .where('unit_id', id)
      .orderBy('id', 'desc')
      .limit(longest)
      .select('action', 'target', 'details');
    if (wasTranslated(changes, target)) {
      found.add(id);
    }
  }
  return found;
}

/** `changes`: newest first. */
function wasTranslated(changes: readonly PastChange[], target: string): boolean {
  for (const change of changes) {
    if (fresh.includes(change.action)) {
      return false;
    }
    if (!telling.includes(change.action) || stateOf(change) < unitState.translated) {
      continue;
    }
    if (change.target.replaceAll('\u001e', '') !== '' && change.target !== target) {
      return true;
    }
  }
  return false;
}

/** The state after the change; of entries that do not tell, a finished one. */
function stateOf({ details }: PastChange): number {
  const { state }: { state?: unknown } = JSON.parse(details);
  return typeof state === 'number' ? state : unitState.translated;
}
