import type { Knex } from 'knex';
import { takeComments } from '../models/comment.ts';
import { CounterBatch } from '../models/counters.ts';
import { takeLabels } from '../models/label.ts';
import { takeScreenshots } from '../models/screenshot.ts';
import { Unit } from '../models/unit.ts';
import { deleteUnits } from '../models/unit-rows.ts';
import { nameOf, renameRows } from './rename-sources.ts';
import { removeUnusedSources } from './source-units.ts';
import type { SyncSubject } from './sync-subject.ts';

type Sources = Pick<SyncSubject, 'place' | 'component' | 'sourceTranslationId'>;

/** Of one transaction: the strings of all languages go along. */
const most = 20;

/** Source strings of a bilingual component that no language has any more go: renamed or removed. */
export async function settleSources(subject: Sources): Promise<void> {
  const { ctx } = subject.place;
  while ((await ctx.commit((trx) => joinSuccessors(trx, subject))) > 0) {
    ctx.signal.throwIfAborted();
  }
  while ((await ctx.commit((trx) => removeUnusedSources(trx, subject.sourceTranslationId))) > 0) {
    ctx.signal.throwIfAborted();
  }
}

/**
 * Former source strings that no language has any more and those that succeed them become one: the former, with what
 * people know it by, under the new name. Gives how many.
 */
async function joinSuccessors(trx: Knex.Transaction, subject: Sources): Promise<number> {
  const counters = new CounterBatch();
  const pairs = await findPairs(trx, subject.sourceTranslationId);
  const units = await lockUnits(trx, pairs);
  const renamings = [];
  const successors: Unit[] = [];
  for (const { unit_id, former_id } of pairs) {
    const [successor, former] = [units.get(unit_id)!, units.get(former_id)!];
    const { note, location, flags, position } = successor;
    const extra_flags = successor.extra_flags || former.extra_flags;
    const explanation = successor.explanation || former.explanation;
    const has_comment = successor.has_comment || former.has_comment;
    const told = { note, location, flags, position, extra_flags, explanation, has_comment };
    successors.push(successor);
    renamings.push({ unit: former, values: { ...nameOf(successor), ...told } });
    await trx('units')
      .where('source_unit_id', unit_id)
      .whereNot('id', unit_id)
      .update({ source_unit_id: former_id });
    await trx('changes').where('unit_id', unit_id).update({ unit_id: former_id });
    await takeLabels(trx, unit_id, former_id);
    await takeComments(trx, unit_id, former_id);
    await takeScreenshots(trx, unit_id, former_id);
  }
  await deleteUnits(trx, counters, successors);
  await renameRows(trx, counters, subject, renamings);
  await counters.apply(trx);
  return pairs.length;
}

interface Pair {
  unit_id: number;
  former_id: number;
}

async function findPairs(trx: Knex.Transaction, sourceTranslationId: number): Promise<Pair[]> {
  const usersOf = (column: string) =>
    trx('units as users')
      .whereRaw(`users.source_unit_id = ${column}`)
      .whereRaw(`users.id <> ${column}`)
      .select(trx.raw('1'));
  const pairs: Pair[] = await trx('source_renames as renames')
    .join('units as formers', 'formers.id', 'renames.former_id')
    .where('formers.translation_id', sourceTranslationId)
    .whereNotExists(usersOf('renames.former_id'))
    .whereExists(usersOf('renames.unit_id'))
    .orderBy('renames.unit_id')
    .limit(most)
    .select('renames.unit_id', 'renames.former_id');
  // Of two that succeed the same one, the first does.
  return [...new Map(pairs.toReversed().map((pair) => [pair.former_id, pair])).values()].reverse();
}

async function lockUnits(trx: Knex.Transaction, pairs: readonly Pair[]): Promise<Map<number, Unit>> {
  const ids = pairs.flatMap(({ unit_id, former_id }) => [unit_id, former_id]);
  const units = await Unit.query(trx).whereIn('id', ids).orderBy('id').forUpdate();
  return new Map(units.map((unit) => [unit.id, unit]));
}
