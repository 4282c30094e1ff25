import type { Knex } from 'knex';
import { action } from '../models/actions.ts';
import { insertChanges } from '../models/change.ts';
import { CounterBatch } from '../models/counters.ts';
import { noCounts } from '../models/counts.ts';
import { joinForms } from '../models/forms.ts';
import { Unit } from '../models/unit.ts';
import { deleteUnits } from '../models/unit-rows.ts';
import type { PlacedTranslation } from './sync-subject.ts';
import type { PlacedComponent } from './workplace.ts';

/**
 * Deletes strings that are out of their files, and the source string that no other language has. The history tells of each
 * language.
 */
export async function dropStrings(
  trx: Knex.Transaction,
  component: PlacedComponent,
  translations: readonly PlacedTranslation[],
  strings: readonly Pick<Unit, 'id' | 'source_unit_id'>[],
  userId: number | null,
): Promise<void> {
  const ids = strings.map(({ id }) => id);
  const sources = component.isMonolingual ? [] : await unusedSources(trx, strings);
  const units = await Unit.query(trx)
    .findByIds([...new Set([...ids, ...sources])])
    .orderBy('id')
    .forUpdate();
  const counters = new CounterBatch();
  await deleteUnits(trx, counters, units);
  const at = Date.now();
  await insertChanges(
    trx,
    units.map((unit) => ({
      action: action.STRING_REMOVE,
      project_id: component.project_id,
      component_id: component.id,
      translation_id: unit.translation_id,
      language_id: translations.find(({ id }) => id === unit.translation_id)?.language_id ?? null,
      user_id: userId,
      author_id: userId,
      target: joinForms(unit.target),
      details: {
        source: joinForms(unit.source),
        target: joinForms(unit.target),
        context: unit.context,
      },
      timestamp: at,
    })),
  );
  for (const unit of units) {
    counters.add(unit.translation_id, noCounts(), { at, authorId: userId });
  }
  await counters.apply(trx);
}

/** Source strings that no language has any more when the strings are gone. */
async function unusedSources(
  trx: Knex.Transaction,
  strings: readonly Pick<Unit, 'id' | 'source_unit_id'>[],
): Promise<number[]> {
  const sources = strings.flatMap(({ source_unit_id }) => source_unit_id ?? []);
  const used: number[] = await trx('units')
    .whereIn('source_unit_id', sources)
    .whereRaw('source_unit_id <> id')
    .whereNotIn(
      'id',
      strings.map(({ id }) => id),
    )
    .distinct()
    .pluck('source_unit_id');
  return sources.filter((id) => !used.includes(id));
}
