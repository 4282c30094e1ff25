import type { Knex } from 'knex';
import { stateInFile } from '../adapters/identity.ts';
import type { SyncUnit } from '../adapters/tasks/read.ts';
import { flagsOfString } from '../adapters/tasks/surroundings.ts';
import { mergeFlags, priorityOf } from '../checks/flags.ts';
import { type ActionId, action } from '../models/actions.ts';
import { insertChanges, type NewChange } from '../models/change.ts';
import { CounterBatch } from '../models/counters.ts';
import { noCounts } from '../models/counts.ts';
import { joinForms } from '../models/forms.ts';
import { PendingChange } from '../models/pending-change.ts';
import { dropPending } from '../models/pending-rows.ts';
import { addSuggestion } from '../models/suggestion.ts';
import { Unit } from '../models/unit.ts';
import { deleteUnits, insertUnits, updateUnits } from '../models/unit-rows.ts';
import { queueStates } from './queue-edits.ts';
import { findSourceUnits, linkToThemselves, type SourceUnit } from './source-units.ts';
import { failingOf, insertChecks, writeChecks } from './sync-checks.ts';
import { type Circumstances, planNewUnit, planUnit, sameForms, type UnitPlan } from './sync-plan.ts';
import type { SyncSubject } from './sync-subject.ts';

/** Brings the rows of some strings up to date with what the file says of them, and tells the history. */
export async function applyUnits(
  trx: Knex.Transaction,
  file: SyncSubject,
  entries: readonly SyncUnit[],
): Promise<void> {
  const counters = new CounterBatch();
  const hashes = entries.map((entry) => entry.idHash);
  const units = await lockUnits(trx, file, hashes);
  const sources = await findSourceUnits(trx, file, entries, counters);
  const bases = await oldestEdits(trx, units);
  const added: SyncUnit[] = [];
  const planned: { unit: Unit; plan: UnitPlan; entry: SyncUnit }[] = [];
  for (const entry of entries) {
    const unit = units.get(entry.idHash);
    const source = file.translation.is_source ? unit : sources.get(entry.idHash);
    if (unit) {
      const around = circumstances(file, entry, source, bases.get(unit.id));
      planned.push({ unit, entry, plan: planUnit(unit, entry, file.rules, around) });
    } else {
      added.push(entry);
    }
  }
  const rows = added.map((entry) => newRow(file, entry, sources.get(entry.idHash)));
  await insertUnits(trx, counters, rows);
  file.touched.added(rows);
  const failing = rows.map(({ id_hash: idHash, failing }) => ({ idHash, failing }));
  await insertChecks(trx, file.translation.id, failing);
  if (file.translation.is_source) {
    await linkToThemselves(trx, file.translation.id, added);
  }
  await updateUnits(
    trx,
    counters,
    planned.map(({ unit, plan }) => ({ unit, values: plan.values })),
  );
  await checkPlanned(trx, counters, file, planned);
  const overtaken = planned.filter(({ plan }) => plan.dropsEdits).map(({ unit }) => unit.id);
  await dropPending(trx, overtaken);
  await queueStates(
    trx,
    file.component.id,
    planned.filter(({ plan }) => plan.queues).map(({ unit, plan }) => ({ unit, state: plan.values.state })),
  );
  const changes = planned.flatMap(({ unit, plan, entry }) => updateChanges(file, unit, plan, entry));
  if (!file.isNew) {
    const inserted = await lockUnits(
      trx,
      file,
      added.map((entry) => entry.idHash),
    );
    changes.push(...[...inserted.values()].map((unit) => addChange(file, unit)));
  }
  await insertChanges(trx, changes);
  if (changes.length > 0) {
    counters.add(file.translation.id, noCounts(), { at: Date.now(), authorId: null });
  }
  await counters.apply(trx);
  await suggestOvertaken(trx, file, planned, bases);
}

/** Checks strings that were there before, and remembers what others may have been compared with. */
async function checkPlanned(
  trx: Knex.Transaction,
  counters: CounterBatch,
  file: SyncSubject,
  planned: readonly { unit: Unit; plan: UnitPlan; entry: SyncUnit }[],
): Promise<void> {
  const strings = planned.map(({ unit, plan, entry }) => {
    const after = { ...unit, ...plan.values };
    return { unit: after, failing: failingOf(file, entry, after) };
  });
  await writeChecks(trx, counters, strings);
  const changed = planned.filter(({ plan: { values } }) => values.content_hash || values.target);
  file.touched.left(
    file.translation.id,
    changed.map(({ unit }) => unit),
  );
}

/** What a person had made of a string and the file now says otherwise is worth a second look. */
async function suggestOvertaken(
  trx: Knex.Transaction,
  file: SyncSubject,
  planned: readonly { unit: Unit; plan: UnitPlan; entry: SyncUnit }[],
  edits: ReadonlyMap<number, PendingChange>,
): Promise<void> {
  for (const { unit, plan, entry } of planned) {
    const isLost = plan.dropsEdits && !sameForms(unit.target, entry.target);
    if (isLost && unit.target.some((form) => form !== '')) {
      await addSuggestion(trx, unit.id, {
        target: unit.target,
        authorId: edits.get(unit.id)?.author_id ?? null,
        userId: file.place.userId,
      });
    }
  }
}

/** Removes strings that the file no longer has, with their waiting edits, and gives them as they were. */
export async function removeUnits(trx: Knex.Transaction, ids: readonly number[]): Promise<Unit[]> {
  const counters = new CounterBatch();
  const units = await Unit.query(trx).whereIn('id', ids).forUpdate();
  await deleteUnits(trx, counters, units);
  await counters.apply(trx);
  return units;
}

/** Gives strings their new places in the file. */
export async function moveUnits(
  trx: Knex.Transaction,
  positions: ReadonlyMap<number, number>,
): Promise<void> {
  const counters = new CounterBatch();
  const units = await Unit.query(trx).whereIn('id', [...positions.keys()]);
  const changes = units.map((unit) => ({
    unit,
    values: { position: positions.get(unit.id) ?? unit.position },
  }));
  await updateUnits(trx, counters, changes);
}

async function lockUnits(
  trx: Knex.Transaction,
  { translation }: SyncSubject,
  hashes: readonly string[],
): Promise<Map<string, Unit>> {
  const units = await Unit.query(trx)
    .where('translation_id', translation.id)
    .whereIn('id_hash', [...hashes])
    // The order of the index that finds them. Asked for the order of ids, SQLite reads the whole translation instead.
    .orderBy('id_hash')
    .forUpdate();
  return new Map(units.sort((a, b) => a.id - b.id).map((unit) => [unit.id_hash, unit]));
}

/** By unit, the oldest edit that waits: its base is what the file held when it was last read. */
async function oldestEdits(
  trx: Knex.Transaction,
  units: ReadonlyMap<string, Unit>,
): Promise<Map<number, PendingChange>> {
  const waiting = [...units.values()].filter((unit) => unit.pending).map((unit) => unit.id);
  if (waiting.length === 0) {
    return new Map();
  }
  const rows = await PendingChange.query(trx).whereIn('unit_id', waiting).orderBy('id', 'desc');
  return new Map(rows.map((row) => [row.unit_id, row]));
}

function circumstances(
  file: SyncSubject,
  entry: SyncUnit,
  source: Pick<SourceUnit, 'extra_flags' | 'pending'> | undefined,
  oldest: PendingChange | undefined,
): Circumstances {
  const flags = mergeFlags(...file.outerFlags, ...flagsOfString(entry, source?.extra_flags ?? ''));
  return {
    readOnly: file.isReadOnly || flags.has('read-only'),
    priority: priorityOf(flags),
    waiting: oldest !== undefined,
    fileChanged: oldest === undefined || !isBase(file, oldest, entry),
    // As plain rows have it: 0 or 1.
    sourceWaiting: file.rules.monolingual && Boolean(source?.pending),
  };
}

function isBase(
  { adapter }: SyncSubject,
  { base_target, base_state }: PendingChange,
  entry: SyncUnit,
): boolean {
  return (
    base_target !== null &&
    sameForms(base_target, entry.target) &&
    stateInFile(adapter, base_state ?? 0, base_target) === entry.state
  );
}

function newRow(file: SyncSubject, entry: SyncUnit, source: SourceUnit | undefined) {
  const values = planNewUnit(entry, file.rules, circumstances(file, entry, source, undefined));
  const failing = failingOf(file, entry, values);
  return {
    ...values,
    failing,
    has_failing_check: failing.length > 0,
    translation_id: file.translation.id,
    source_unit_id: source?.id ?? null,
    id_hash: entry.idHash,
    context: entry.context,
  };
}

function updateChanges(
  file: SyncSubject,
  unit: Unit,
  { events, values }: UnitPlan,
  entry: SyncUnit,
): NewChange[] {
  return events.map((event) => {
    const isText = event === 'text';
    return unitChange(file, unit, isText ? file.actions.updated : action.SOURCE_CHANGE, {
      target: joinForms(isText ? entry.target : entry.source),
      old: joinForms(isText ? unit.target : unit.source),
      state: values.state ?? unit.state,
      old_state: unit.state,
    });
  });
}

function addChange(file: SyncSubject, unit: Unit): NewChange {
  const { state } = unit;
  return unitChange(file, unit, file.actions.added, {
    target: joinForms(unit.target),
    old: '',
    state,
    old_state: 0,
  });
}

function unitChange(
  { place, component, translation }: SyncSubject,
  unit: Unit,
  id: ActionId,
  { target, old, state, old_state }: { target: string; old: string; state: number; old_state: number },
): NewChange {
  return {
    action: id,
    project_id: component.project_id,
    component_id: component.id,
    translation_id: translation.id,
    language_id: translation.language_id,
    unit_id: unit.id,
    user_id: place.userId,
    target,
    old,
    details: { state, old_state, source: joinForms(unit.source), context: unit.context },
  };
}
