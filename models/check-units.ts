import type { Knex } from 'knex';
import { evaluatorFor } from '../adapters/tasks/surroundings.ts';
import { comparedAtOnce, compareUnits, type Former } from './compare-units.ts';
import type { CounterBatch } from './counters.ts';
import { enforcedAmong, holdBack } from './enforced-checks.ts';
import { type ExtraFlags, extraFlagsOf, flagsOfUnit } from './extra-flags.ts';
import { joinForms } from './forms.ts';
import { withTerms } from './glossary-terms.ts';
import { asCompared } from './relatives.ts';
import { compareSources } from './source-checks.ts';
import { type CheckPlace, loadPlaces } from './surroundings.ts';
import { Unit, unitState } from './unit.ts';
import { type JudgedUnit, Verdicts } from './verdicts.ts';

/** A string that was saved. */
export interface EditedUnit {
  before: Unit;
  /** As stored now. */
  unit: Unit;
  /** Of the string. */
  place: CheckPlace;
  extraFlags: ExtraFlags;
  authorId: number;
  userId: number | null;
  /** Milliseconds. */
  at: number;
}

/**
 * Checks a string after an edit, those that are compared with it, and the translations of a source string. A string that now
 * fails a check which its component enforces needs rewriting; what is given back says so.
 */
export async function checkEdited(
  trx: Knex.Transaction,
  counters: CounterBatch,
  edit: EditedUnit,
): Promise<Unit> {
  const { before, unit, place } = edit;
  const followers = isSourceChange(edit) ? await followersOf(trx, unit) : [];
  const { content_hash } = before;
  const former = new Map([[unit.translation_id, [{ content_hash, target: joinForms(before.target) }]]]);
  for (const { translation_id, target } of followers) {
    former.set(translation_id, [{ content_hash, target: joinForms(target) }]);
  }
  await checkUnits(trx, counters, [unit, ...followers], former, edit);
  const { enforced } = place;
  const isDone = unit.state === unitState.translated || unit.state === unitState.approved;
  if (isDone && (await enforcedAmong(trx, enforced, [unit.id])).length > 0) {
    await holdBack(trx, counters, edit);
  }
  return Unit.query(trx).findById(unit.id).throwIfNotFound();
}

/**
 * Runs all checks of some strings, which may be of several languages, and writes what is new of them and of those that
 * they are compared with. `former`, by translation: what is no longer there to be compared with. `known`: what need not be
 * looked up, one of the places and all extra flags.
 */
export async function checkUnits(
  trx: Knex.Transaction,
  counters: CounterBatch,
  units: readonly Unit[],
  former: ReadonlyMap<number, readonly Former[]> = new Map(),
  known?: Pick<EditedUnit, 'place' | 'extraFlags'>,
): Promise<void> {
  const verdicts = new Verdicts();
  const groups = Map.groupBy(units, ({ translation_id }) => translation_id);
  const places = new Map(known ? [[known.place.translationId, known.place]] : []);
  const missing = [...groups.keys()].filter((id) => !places.has(id));
  for (const [id, place] of await loadPlaces(trx, missing)) {
    places.set(id, place);
  }
  const extraFlags = known?.extraFlags ?? (await extraFlagsOf(trx, units));
  for (const [translationId, group] of groups) {
    const place = places.get(translationId)!;
    const evaluate = evaluatorFor(place);
    const strings = group.map((unit) => ({ ...textOf(unit), flags: flagsOfUnit(unit, extraFlags) }));
    for (const [index, string] of (await withTerms(trx, place, strings)).entries()) {
      verdicts.read(group[index]!, evaluate(string));
    }
    const most = comparedAtOnce.save;
    await compareUnits(trx, verdicts, place, group.map(asCompared), {
      former: former.get(translationId),
      most,
    });
  }
  await followSources(trx, counters, await verdicts.write(trx, counters));
}

/** Source strings of translations whose checks changed are to blame if many of them fail. */
export async function followSources(
  trx: Knex.Transaction,
  counters: CounterBatch,
  changed: readonly JudgedUnit[],
): Promise<void> {
  const verdicts = new Verdicts();
  await compareSources(
    trx,
    verdicts,
    changed.flatMap(({ id, source_unit_id }) => (source_unit_id === null ? [] : [source_unit_id ?? id])),
  );
  await verdicts.write(trx, counters);
}

function textOf({ context, source, target, state, note }: Unit) {
  return { context, source, target, state, note };
}

function isSourceChange({ before, unit }: EditedUnit): boolean {
  return unit.source_unit_id === unit.id && joinForms(before.source) !== joinForms(unit.source);
}

function followersOf(trx: Knex, { id }: Unit): Promise<Unit[]> {
  return Unit.query(trx).where('source_unit_id', id).whereNot('id', id).orderBy('id').execute();
}
