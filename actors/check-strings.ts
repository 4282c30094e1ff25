import type { Knex } from 'knex';
import { flagsIn, type PlacedString } from '../adapters/tasks/surroundings.ts';
import { priorityOf } from '../checks/flags.ts';
import { comparedAtOnce, compareUnits } from '../models/compare-units.ts';
import { CounterBatch } from '../models/counters.ts';
import { type ExtraFlags, extraFlagsOf, flagsOfUnit } from '../models/extra-flags.ts';
import { joinForms } from '../models/forms.ts';
import { withTerms } from '../models/glossary-terms.ts';
import { asCompared } from '../models/relatives.ts';
import { type CheckPlace, loadPlaces } from '../models/surroundings.ts';
import { Unit, unitState } from '../models/unit.ts';
import { type UnitValues, updateUnits } from '../models/unit-rows.ts';
import { Verdicts } from '../models/verdicts.ts';
import { writeInBatches } from './batches.ts';
import { enforceOn, idsOf, settleSourceChecks } from './compare-touched.ts';
import type { OperationResult } from './component-jobs.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

/** Strings that go to a worker together. */
export const pageLength = 500;

/** What it takes to check stored strings, whichever component they are of. */
export type CheckingPlace = Pick<Workplace, 'ctx' | 'services' | 'userId'>;

/**
 * Checks all strings of a component anew: once a day, because some checks look at the time, and when flags above the strings
 * have changed, which may also make strings read-only or free. Writes only what is new. Needs no working copy.
 */
export async function checkStrings(place: Workplace, component: PlacedComponent): Promise<OperationResult> {
  const { ctx, services } = place;
  const rows: { id: number; total: number }[] = await services.db
    .reader('translations')
    .where('component_id', component.id)
    .orderBy('id')
    .select('id', 'total');
  const all = rows.reduce((sum, { total }) => sum + total, 0);
  let done = 0;
  ctx.step('check strings');
  const sources: number[] = [];
  for (const { id } of rows) {
    const strings = (await loadPlaces(services.db.reader, [id])).get(id);
    if (!strings) {
      continue;
    }
    for await (const ids of idsOf(services.db.reader, id)) {
      if (strings.isSource) {
        sources.push(...ids);
      }
      for (let start = 0; start < ids.length; start += pageLength) {
        const page = ids.slice(start, start + pageLength);
        await checkPage(place, strings, page);
        done += page.length;
        ctx.progress((100 * done) / Math.max(all, done));
      }
    }
  }
  // The checks of the source strings look at those of the translations.
  await settleSourceChecks(place, component.id, sources);
  return { result: true };
}

/** A string as it was read for the worker, with what the worker found. */
interface CheckedString {
  unit: Unit;
  extraFlags: ExtraFlags;
  failing: readonly string[];
}

/** Checks some strings of one translation anew and writes what is new. */
export async function checkPage(
  { ctx, services, userId }: CheckingPlace,
  place: CheckPlace,
  ids: readonly number[],
): Promise<void> {
  const units = await Unit.query(services.db.reader)
    .findByIds([...ids])
    .orderBy('id');
  const extraFlags = await extraFlagsOf(services.db.reader, units);
  const strings = units.map((unit) => placed(unit, extraFlags));
  const request = { place, units: await withTerms(services.db.reader, place, strings) };
  const { failing } = await services.pool.check(request, { signal: ctx.signal });
  const checked = units.map((unit, index) => ({
    unit,
    extraFlags,
    failing: failing[index]!,
  }));
  await writeInBatches(ctx, checked, (trx, batch) => writePage(trx, place, batch, userId));
}

async function writePage(
  trx: Knex.Transaction,
  place: CheckPlace,
  batch: readonly CheckedString[],
  userId: number | null,
): Promise<void> {
  const counters = new CounterBatch();
  const verdicts = new Verdicts();
  const now = await lockUnits(trx, batch);
  const current = batch.flatMap((read) => {
    const unit = now.get(read.unit.id);
    // Whoever edited a string meanwhile has checked it.
    return unit && isSame(unit, read.unit) ? [{ ...read, unit }] : [];
  });
  const changes = current.map(({ unit, extraFlags }) => ({
    unit,
    values: flagValues(place, unit, extraFlags),
  }));
  await updateUnits(trx, counters, changes);
  const units = changes.map(({ unit, values }) => Object.assign(unit.$clone(), values));
  for (const [index, unit] of units.entries()) {
    verdicts.read(unit, isChecked(place, unit) ? current[index]!.failing : []);
  }
  await compareUnits(trx, verdicts, place, units.map(asCompared), { most: comparedAtOnce.job });
  await verdicts.write(trx, counters);
  await enforceOn(
    trx,
    counters,
    place,
    units.map(({ id }) => id),
    userId,
  );
  await counters.apply(trx);
}

async function lockUnits(trx: Knex.Transaction, batch: readonly CheckedString[]): Promise<Map<number, Unit>> {
  const units = await Unit.query(trx)
    .findByIds(batch.map(({ unit }) => unit.id))
    .orderBy('id')
    .forUpdate();
  return new Map(units.map((unit) => [unit.id, unit]));
}

/** What flags decide about a string: whether it may be edited, and how urgent it is. */
function flagValues(place: CheckPlace, unit: Unit, extraFlags: ExtraFlags): Partial<UnitValues> {
  const flags = flagsIn(place, flagsOfUnit(unit, extraFlags));
  const isReadOnly = place.isReadOnly || flags.has('read-only');
  const free = unit.state === unitState.readonly ? unit.original_state : unit.state;
  const state = isReadOnly ? unitState.readonly : free;
  const priority = priorityOf(flags);
  return {
    ...(state === unit.state ? {} : { state }),
    ...(priority === unit.priority ? {} : { priority }),
  };
}

/** The worker was asked as if every string were editable: flags that make it read-only may just have gone. */
function isChecked({ isSource, isGlossary }: CheckPlace, { state }: Unit): boolean {
  return isSource || isGlossary || (state !== unitState.untranslated && state !== unitState.readonly);
}

function placed(unit: Unit, extraFlags: ExtraFlags): PlacedString {
  const { context, source, target, note } = unit;
  const state = unit.state === unitState.readonly ? unit.original_state : unit.state;
  return { context, source, target, state, note, flags: flagsOfUnit(unit, extraFlags) };
}

function isSame(a: Unit, b: Unit): boolean {
  return (
    a.state === b.state &&
    a.flags === b.flags &&
    a.source_unit_id === b.source_unit_id &&
    joinForms(a.source) === joinForms(b.source) &&
    joinForms(a.target) === joinForms(b.target)
  );
}
