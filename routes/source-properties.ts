import type { Knex } from 'knex';
import { effectiveFlags, priorityOf } from '../actors/unit-flags.ts';
import { type Caller, may } from '../models/access.ts';
import { action } from '../models/actions.ts';
import { insertChanges, type NewChange } from '../models/change.ts';
import { CounterBatch } from '../models/counters.ts';
import { differenceOf, noCounts } from '../models/counts.ts';
import { Unit, unitState } from '../models/unit.ts';
import type { User } from '../models/user.ts';
import type { FoundUnit } from './find.ts';
import { denied, invalid } from './http/errors.ts';
import type { UnitInput } from './unit-input.ts';

/** What a source string says about itself in all languages. */
export type SourceProperties = Pick<UnitInput, 'explanation' | 'extra_flags' | 'labels'>;

/**
 * Properties of strings are set on the source string, by those who may.
 * @throws {ApiError} 403 for the whole request; 400 on labels that the project does not have
 */
export function checkSourceProperties(
  caller: Caller,
  unit: FoundUnit,
  { explanation, extra_flags, labels }: SourceProperties,
): void {
  if (explanation === undefined && extra_flags === undefined && labels === undefined) {
    return;
  }
  if (unit.source_unit_id !== null && unit.source_unit_id !== unit.id) {
    throw denied('Explanation, flags and labels are set on the source string.');
  }
  if (!may(caller, 'source.edit', unit.translation.component.project)) {
    throw denied();
  }
  const [unknown] = labels ?? [];
  if (unknown !== undefined) {
    throw invalid('labels', `Invalid pk "${unknown}" - object does not exist.`, 'does_not_exist');
  }
}

/** Stores what is new among the properties, each with an entry in the history. */
export async function saveSourceProperties(
  trx: Knex.Transaction,
  unit: FoundUnit,
  { explanation, extra_flags }: SourceProperties,
  user: User | null,
): Promise<void> {
  const before = await Unit.query(trx).findById(unit.id).forUpdate().throwIfNotFound();
  const counters = new CounterBatch();
  const changes: NewChange[] = [];
  if (explanation !== undefined && explanation !== before.explanation) {
    await Unit.query(trx).findById(unit.id).patch({ explanation });
    changes.push({ action: action.EXPLANATION, old: before.explanation, target: explanation });
  }
  if (extra_flags !== undefined && extra_flags !== before.extra_flags) {
    await Unit.query(trx).findById(unit.id).patch({ extra_flags });
    await applyFlags(trx, counters, unit, extra_flags);
    changes.push({ action: action.EXTRA_FLAGS, old: before.extra_flags, target: extra_flags });
  }
  if (changes.length === 0) {
    return;
  }
  const { translation } = unit;
  const [timestamp, authorId] = [Date.now(), user?.id ?? null];
  const place = {
    project_id: translation.component.project_id,
    component_id: translation.component_id,
    translation_id: translation.id,
    language_id: translation.language_id,
    unit_id: unit.id,
  };
  const who = { user_id: authorId, author_id: authorId, timestamp };
  await insertChanges(
    trx,
    changes.map((change) => ({ ...change, ...place, ...who })),
  );
  counters.add(translation.id, noCounts(), { at: timestamp, authorId });
  await counters.apply(trx);
}

/** Flags of a source string count in all languages: they give the priority, and can make a string read only. */
async function applyFlags(
  trx: Knex.Transaction,
  counters: CounterBatch,
  source: FoundUnit,
  extraFlags: string,
): Promise<void> {
  const { component } = source.translation;
  const outer = [component.project.check_flags, component.check_flags];
  const ids: number[] = await trx('units').where('source_unit_id', source.id).pluck('id');
  const units = await Unit.query(trx)
    .findByIds([...new Set([source.id, ...ids])])
    .orderBy('id')
    .forUpdate();
  const own = await trx('translations').where('component_id', component.id).select('id', 'check_flags');
  const translationFlags = new Map(own.map(({ id, check_flags }) => [id, check_flags]));
  for (const unit of units) {
    const ofTranslation = translationFlags.get(unit.translation_id) ?? '';
    const flags = effectiveFlags(...outer, ofTranslation, unit.flags, extraFlags);
    const state = flags.has('read-only') ? unitState.readonly : unit.original_state;
    await Unit.query(trx)
      .findById(unit.id)
      .patch({ state, priority: priorityOf(flags) });
    counters.add(unit.translation_id, differenceOf(unit, Object.assign(unit.$clone(), { state })));
  }
}
