import type { Knex } from 'knex';
import { adapterById } from '../adapters/registry.ts';
import { flagsOfString } from '../adapters/tasks/surroundings.ts';
import { type Caller, may } from '../models/access.ts';
import { action } from '../models/actions.ts';
import { insertChanges, type NewChange } from '../models/change.ts';
import { CounterBatch } from '../models/counters.ts';
import { noCounts } from '../models/counts.ts';
import { Label, setLabels } from '../models/label.ts';
import { applyExtraFlags } from '../models/source-flags.ts';
import { loadPlace } from '../models/surroundings.ts';
import { addToAllLanguages, isTerminology } from '../models/terminology.ts';
import { Unit } from '../models/unit.ts';
import type { User } from '../models/user.ts';
import { followVariants } from '../models/variants.ts';
import type { FoundUnit } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { denied, invalid } from './http/errors.ts';
import type { UnitInput } from './unit-input.ts';

/** What a source string says about itself in all languages. */
export type SourceProperties = Pick<UnitInput, 'explanation' | 'extra_flags' | 'labels'>;

/** Properties as they are stored. */
export interface NewProperties {
  explanation: string | undefined;
  extra_flags: string | undefined;
  labels: Label[] | undefined;
}

/**
 * Properties of strings are set on the source string, by those who may. Null: the input has none.
 * @throws {ApiError} 403 for the whole request; 400 on labels that the project does not have
 */
export async function readSourceProperties(
  { caller, services }: Pick<Call, 'caller' | 'services'>,
  unit: FoundUnit,
  { explanation, extra_flags, labels }: SourceProperties,
): Promise<NewProperties | null> {
  if (explanation === undefined && extra_flags === undefined && labels === undefined) {
    return null;
  }
  authoriseProperties(caller, unit);
  return {
    explanation,
    extra_flags,
    labels: labels && (await findLabels(services.db.reader, unit, labels)),
  };
}

function authoriseProperties(caller: Caller, unit: FoundUnit): void {
  if (unit.source_unit_id !== null && unit.source_unit_id !== unit.id) {
    throw denied('Explanation, flags and labels are set on the source string.');
  }
  if (!may(caller, 'source.edit', unit.translation.component.project)) {
    throw denied();
  }
}

async function findLabels(knex: Knex, unit: FoundUnit, ids: readonly number[]): Promise<Label[]> {
  const { project_id } = unit.translation.component;
  const labels = await Label.query(knex).where('project_id', project_id).whereIn('id', ids);
  const unknown = ids.find((id) => !labels.some((label) => label.id === id));
  if (unknown !== undefined) {
    throw invalid('labels', `Invalid pk "${unknown}" - object does not exist.`, 'does_not_exist');
  }
  return labels;
}

/**
 * Stores what is new among the properties. The history tells of labels; explanations and flags that programs set again and
 * again would fill it.
 */
export async function saveSourceProperties(
  trx: Knex.Transaction,
  unit: FoundUnit,
  { explanation, extra_flags, labels }: NewProperties,
  user: User | null,
): Promise<void> {
  const before = await Unit.query(trx).findById(unit.id).forUpdate().throwIfNotFound();
  const counters = new CounterBatch();
  if (explanation !== undefined && explanation !== before.explanation) {
    await Unit.query(trx).findById(unit.id).patch({ explanation });
  }
  if (extra_flags !== undefined && extra_flags !== before.extra_flags) {
    await Unit.query(trx).findById(unit.id).patch({ extra_flags });
    await followVariants(trx, [unit.id]);
    await applyExtraFlags(trx, counters, unit.id);
    await followFlags(trx, counters, unit, user);
  }
  if (labels) {
    await saveLabels(trx, counters, unit, labels, user);
  }
  await counters.apply(trx);
}

/** Flags of a term say how translations are to follow it, and may put it into all languages. */
async function followFlags(
  trx: Knex.Transaction,
  counters: CounterBatch,
  { id, translation }: FoundUnit,
  user: User | null,
): Promise<void> {
  const { component } = translation;
  if (!component.is_glossary) {
    return;
  }
  counters.add(translation.id, noCounts());
  const source = await Unit.query(trx).findById(id).throwIfNotFound();
  const isWritable = component.manage_units && adapterById(component.file_format)?.add;
  const flags = flagsOfString(source, source.extra_flags);
  if (user && isWritable && isTerminology(component, await loadPlace(trx, translation.id), flags)) {
    await addToAllLanguages(trx, counters, { component, sources: [source], user });
  }
}

async function saveLabels(
  trx: Knex.Transaction,
  counters: CounterBatch,
  unit: FoundUnit,
  labels: readonly Label[],
  user: User | null,
): Promise<void> {
  const { added, removed } = await setLabels(trx, unit.id, labels);
  const { translation } = unit;
  const [timestamp, authorId] = [Date.now(), user?.id ?? null];
  const about = {
    project_id: translation.component.project_id,
    component_id: translation.component_id,
    translation_id: translation.id,
    language_id: translation.language_id,
    unit_id: unit.id,
    user_id: authorId,
    author_id: authorId,
    timestamp,
  };
  const told = (label: Label) => ({ ...about, target: label.name, details: { label: label.name } });
  const changes: NewChange[] = [
    ...added.map((label) => ({ ...told(label), action: action.LABEL_ADD })),
    ...removed.map((label) => ({ ...told(label), action: action.LABEL_REMOVE })),
  ];
  if (changes.length > 0) {
    await insertChanges(trx, changes);
    counters.add(translation.id, noCounts(), { at: timestamp, authorId });
  }
}
