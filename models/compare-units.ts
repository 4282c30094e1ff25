import type { Knex } from 'knex';
import { findTranslatedBefore } from './past-targets.ts';
import { type ComparedUnit, type Found, Relatives } from './relatives.ts';
import type { CheckPlace } from './surroundings.ts';
import { isFuzzy, unitState } from './unit.ts';
import type { Verdicts } from './verdicts.ts';

/** What strings said that have changed or are gone: others may have been compared with it. */
export interface Former {
  content_hash: string;
  /** Forms joined. */
  target: string;
}

/**
 * Strings that one string is compared with: by a save, which must not take longer in a project of many components, and by
 * jobs. Of larger sets only the differences among those that were looked at are told.
 */
export const comparedAtOnce = { save: 200, job: 2000 } as const;

/**
 * Settles the checks that compare strings of one translation with others and with their past: `inconsistent` and `reused`
 * for all strings that are compared with them, `translated` for themselves.
 */
export async function compareUnits(
  trx: Knex,
  verdicts: Verdicts,
  place: CheckPlace,
  units: readonly ComparedUnit[],
  { former = [], most }: { former?: readonly Former[]; most: number },
): Promise<void> {
  if (place.isSource) {
    return;
  }
  const relatives = place.isGlossary ? null : await Relatives.of(trx, place);
  const all = [...units, ...former];
  if (relatives?.areMany) {
    const hashes = new Set(all.map(({ content_hash }) => content_hash));
    const find = (part: string[]) => relatives.withContents(trx, part, most);
    await findInParts([...hashes], most, find, (found) => judgeGroups(verdicts, found));
  } else {
    passAll(verdicts, units, 'inconsistent');
  }
  if (relatives && place.plural.number > 1) {
    const targets = new Set(all.map(({ target }) => target).filter((target) => !isBlank(target)));
    const find = (part: string[]) => relatives.withTargets(trx, part, most);
    await findInParts([...targets], most, find, (found) => judgeTargets(verdicts, place, found, targets));
    const untranslated = units.filter((unit) => isBlank(unit.target));
    passAll(verdicts, untranslated, 'reused');
  } else {
    passAll(verdicts, units, 'reused');
  }
  const before = await findTranslatedBefore(trx, units.filter(isUnfinished));
  for (const unit of units) {
    verdicts.compare(unit, 'translated', before.has(unit.id));
  }
}

/** Asks for as many at a time as seem to fit, so that all that belongs to a part is found. */
async function findInParts(
  wanted: readonly string[],
  most: number,
  find: (part: string[]) => Promise<Found>,
  judgeFound: (found: Found) => void,
): Promise<void> {
  let size = wanted.length;
  for (let start = 0; start < wanted.length; ) {
    const part = wanted.slice(start, start + size);
    const found = await find(part);
    if (!found.isComplete && part.length > 1) {
      size = Math.ceil(part.length / 2);
      continue;
    }
    judgeFound(found);
    start += part.length;
    if (found.units.length < most / 4) {
      size *= 2;
    }
  }
}

function passAll(verdicts: Verdicts, units: readonly ComparedUnit[], name: string): void {
  for (const unit of units) {
    verdicts.compare(unit, name, false);
  }
}

/** A finished string differs from any other of its group, an unfinished one from those that are finished. */
function judgeGroups(verdicts: Verdicts, { units, isComplete }: Found): void {
  for (const group of Map.groupBy(units, ({ content_hash }) => content_hash).values()) {
    const all = new Set(group.map(({ target }) => target));
    const finished = new Set(group.filter(isFinished).map(({ target }) => target));
    for (const unit of group) {
      const others = isFinished(unit) ? all : finished;
      const differs = others.size > 1 || (others.size === 1 && !others.has(unit.target));
      judge(verdicts, unit, 'inconsistent', { fires: differs && isEditable(unit), isComplete });
    }
  }
}

function judgeTargets(
  verdicts: Verdicts,
  place: CheckPlace,
  { units, isComplete }: Found,
  wanted: ReadonlySet<string>,
): void {
  const sourceOf = sourceText(place);
  for (const [target, group] of Map.groupBy(units, ({ target }) => target)) {
    if (!wanted.has(target)) {
      continue;
    }
    const sources = new Set(group.filter(isFinished).map(sourceOf));
    for (const unit of group) {
      const differs = sources.size > 1 || (sources.size === 1 && !sources.has(sourceOf(unit)));
      const fires = differs && isEditable(unit) && unit.state !== unitState.untranslated;
      judge(verdicts, unit, 'reused', { fires, isComplete });
    }
  }
}

/** Of a set that was not read to its end, only differences are certain. */
function judge(
  verdicts: Verdicts,
  unit: ComparedUnit,
  name: string,
  { fires, isComplete }: { fires: boolean; isComplete: boolean },
): void {
  if (fires || isComplete) {
    verdicts.compare(unit, name, fires);
  }
}

/** Where a language has no letter case, or uses it otherwise than others, sources that differ in case are the same. */
function sourceText({ language }: CheckPlace): (unit: ComparedUnit) => string {
  const base = language.split(/[_-]/, 1)[0]!;
  return caseInsensitive.has(base) ? ({ source }) => source.toLowerCase() : ({ source }) => source;
}

/** Languages of scripts without letter case, and some that write names otherwise than the source. */
const caseInsensitive: ReadonlySet<string> = new Set(
  (
    'am ar arc as az bn bo ckb dv dz fa gu ha he hi hy ii iu ja ka kk km kn ko ks ku ky lo ml mr ms my ne ' +
    'or pa ps sa sd si syr ta te tg th ti tk ug ur uz yi zh'
  ).split(' '),
);

function isBlank(target: string): boolean {
  return target.replaceAll('\u001e', '') === '';
}

function isFinished({ state }: ComparedUnit): boolean {
  return state >= unitState.translated;
}

function isUnfinished({ state }: ComparedUnit): boolean {
  return state === unitState.untranslated || isFuzzy(state);
}

/** Nobody can do anything about the checks of a string that is read only. */
function isEditable({ state }: ComparedUnit): boolean {
  return state !== unitState.readonly;
}
