import type { Knex } from 'knex';
import { flagsIn } from '../adapters/tasks/surroundings.ts';
import { isOn } from '../checks/active.ts';
import { checkCardById, storedChecks } from '../checks/stored.ts';
import type { CounterBatch } from './counters.ts';
import { differenceOf } from './counts.ts';
import { extraFlagsOf, flagsOfUnit } from './extra-flags.ts';
import { insertRows } from './insert-rows.ts';
import type { ComparedUnit } from './relatives.ts';
import { loadPlaces } from './surroundings.ts';
import { Unit } from './unit.ts';

/** A string whose checks are settled. */
export type JudgedUnit = Pick<
  ComparedUnit,
  'id' | 'translation_id' | 'source_unit_id' | 'state' | 'location' | 'flags'
> &
  Parameters<typeof differenceOf>[0] & { has_failing_check: boolean };

interface Verdict {
  unit: JudgedUnit;
  firing: Set<string>;
  /** Names of checks that compare strings whose result is known. */
  compared: Set<string>;
  /** The results of all checks that look at one string are known. */
  isRead: boolean;
}

const comparing: ReadonlySet<string> = new Set(storedChecks.map(({ id }) => id));

/** What is found out about the checks of some strings, until it is written. What nobody says anything about stays as it is. */
export class Verdicts {
  #verdicts = new Map<number, Verdict>();

  /** All checks that look at the string alone: those of `failing` fire, no others. */
  read(unit: JudgedUnit, failing: readonly string[]): void {
    const verdict = this.#of(unit);
    verdict.isRead = true;
    for (const name of failing) {
      verdict.firing.add(name);
    }
  }

  /** A check that compares the string with others. */
  compare(unit: JudgedUnit, name: string, fires: boolean): void {
    const verdict = this.#of(unit);
    verdict.compared.add(name);
    if (fires) {
      verdict.firing.add(name);
    }
  }

  /**
   * Writes what is new: checks that no longer fail lose their row, those that still do keep it, dismissed or not. Marks the
   * units and counts them. Gives the units whose rows changed.
   */
  async write(trx: Knex.Transaction, counters: CounterBatch): Promise<JudgedUnit[]> {
    await this.#dropIgnored(trx);
    const units = await this.#lockChanging(trx);
    const rows = await rowsOf(trx, units);
    const added: { unit_id: number; name: string; dismissed: number }[] = [];
    const gone: { unit_id: number; name: string }[] = [];
    const marks: { unit: JudgedUnit; failing: boolean }[] = [];
    for (const unit of units) {
      const verdict = this.#verdicts.get(unit.id)!;
      const present = rows.get(unit.id) ?? [];
      const leaving = present.filter(({ name }) => isSettled(verdict, name) && !verdict.firing.has(name));
      const names = new Set(present.map(({ name }) => name));
      const coming = [...verdict.firing].filter((name) => !names.has(name));
      gone.push(...leaving);
      added.push(...coming.map((name) => ({ unit_id: unit.id, name, dismissed: 0 })));
      const stays = present.some((row) => row.dismissed === 0 && !leaving.includes(row));
      marks.push({ unit: { ...verdict.unit, ...unit }, failing: coming.length > 0 || stays });
    }
    for (const [name, group] of Map.groupBy(gone, (row) => row.name)) {
      const ids = group.map(({ unit_id }) => unit_id);
      await trx('unit_checks').where({ name }).whereIn('unit_id', ids).delete();
    }
    await insertRows(trx, 'unit_checks', added);
    await markUnits(trx, counters, marks);
    const changed = new Set([...added, ...gone].map(({ unit_id }) => unit_id));
    return marks.map(({ unit }) => unit).filter(({ id }) => changed.has(id));
  }

  #of(unit: JudgedUnit): Verdict {
    const known = this.#verdicts.get(unit.id);
    if (known) {
      return known;
    }
    const verdict = { unit, firing: new Set<string>(), compared: new Set<string>(), isRead: false };
    this.#verdicts.set(unit.id, verdict);
    return verdict;
  }

  /** Flags turn off comparisons as well; only the strings that would fail one are worth a look at their flags. */
  async #dropIgnored(trx: Knex): Promise<void> {
    const suspects = [...this.#verdicts.values()].filter(({ firing }) =>
      [...firing].some((name) => comparing.has(name)),
    );
    if (suspects.length === 0) {
      return;
    }
    const units = suspects.map(({ unit }) => unit);
    const places = await loadPlaces(trx, [...new Set(units.map((unit) => unit.translation_id))]);
    const extraFlags = await extraFlagsOf(trx, units);
    for (const { unit, firing } of suspects) {
      const place = places.get(unit.translation_id)!;
      const flags = flagsIn(place, flagsOfUnit(unit, extraFlags));
      for (const name of firing) {
        const card = checkCardById(name);
        if (comparing.has(name) && (place.isGlossary || !card || !isOn(card, flags))) {
          firing.delete(name);
        }
      }
    }
  }

  /**
   * Locks the strings whose rows are going to change, lowest id first, and gives them as they are now. The rows of all
   * others are right already: whoever changes one holds the lock of its string.
   */
  async #lockChanging(trx: Knex.Transaction): Promise<Pick<Unit, 'id' | 'has_failing_check'>[]> {
    const verdicts = [...this.#verdicts.values()];
    const rows = await rowsOf(
      trx,
      verdicts.map(({ unit }) => unit),
    );
    const changing = verdicts.filter((verdict) => {
      const present = rows.get(verdict.unit.id) ?? [];
      const isFailing = present.some(({ dismissed }) => dismissed === 0);
      const isNew = [...verdict.firing].some((name) => !present.some((row) => row.name === name));
      const isOld = present.some(({ name }) => isSettled(verdict, name) && !verdict.firing.has(name));
      return isNew || isOld || isFailing !== verdict.unit.has_failing_check;
    });
    if (changing.length === 0) {
      return [];
    }
    return Unit.query(trx)
      .findByIds(changing.map(({ unit }) => unit.id))
      .select('id', 'has_failing_check')
      .orderBy('id')
      .forUpdate();
  }
}

/** Marks strings that have, or no longer have, a failing check that nobody has dismissed. */
export async function markUnits(
  trx: Knex.Transaction,
  counters: CounterBatch,
  marks: readonly { unit: JudgedUnit; failing: boolean }[],
): Promise<void> {
  const wrong = marks.filter(({ unit, failing }) => unit.has_failing_check !== failing);
  for (const [failing, group] of Map.groupBy(wrong, (mark) => mark.failing)) {
    const ids = group.map(({ unit }) => unit.id);
    await trx('units')
      .whereIn('id', ids)
      .update({ has_failing_check: Number(failing) });
    for (const { unit } of group) {
      counters.add(unit.translation_id, differenceOf(unit, { ...unit, has_failing_check: failing }));
    }
  }
}

function isSettled({ compared, isRead }: Verdict, name: string): boolean {
  return comparing.has(name) ? compared.has(name) : isRead;
}

interface CheckRow {
  unit_id: number;
  name: string;
  dismissed: number;
}

async function rowsOf(knex: Knex, units: readonly { id: number }[]): Promise<Map<number, CheckRow[]>> {
  const rows: CheckRow[] = await knex('unit_checks').whereIn(
    'unit_id',
    units.map(({ id }) => id),
  );
  return Map.groupBy(rows, ({ unit_id }) => unit_id);
}
