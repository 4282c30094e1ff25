import type { Knex } from 'knex';
import { joinForms } from './forms.ts';
import type { CheckPlace } from './surroundings.ts';
import { targetCondition, unitsByTarget } from './target-index.ts';
import type { Unit } from './unit.ts';

/** A string as it is compared with others: a plain row, because a text that many strings have is read with all of them. */
export type ComparedUnit = Pick<
  Unit,
  | 'id'
  | 'translation_id'
  | 'source_unit_id'
  | 'content_hash'
  | 'state'
  | 'location'
  | 'flags'
  | 'num_words'
  | 'num_chars'
  | 'has_failing_check'
  | 'has_suggestion'
  | 'has_comment'
> & {
  /** Forms joined. */
  source: string;
  target: string;
};

export const comparedColumns = [
  'id',
  'translation_id',
  'source_unit_id',
  'content_hash',
  'source',
  'target',
  'state',
  'location',
  'flags',
  'num_words',
  'num_chars',
  'has_failing_check',
  'has_suggestion',
  'has_comment',
] as const satisfies readonly (keyof ComparedUnit)[];

/** Runs a query for `comparedColumns` of units. */
export async function comparedRows(query: Knex.QueryBuilder): Promise<ComparedUnit[]> {
  const rows: ComparedUnit[] = await query;
  for (const row of rows) {
    row.has_failing_check = Boolean(row.has_failing_check);
    row.has_suggestion = Boolean(row.has_suggestion);
    row.has_comment = Boolean(row.has_comment);
  }
  return rows;
}

/** A unit as it is compared. */
export function asCompared(unit: Unit): ComparedUnit {
  return { ...unit, source: joinForms(unit.source), target: joinForms(unit.target) };
}

/** Strings that a comparison found; `isComplete` false: there are more than were asked for. */
export interface Found {
  units: ComparedUnit[];
  isComplete: boolean;
}

/**
 * The translations whose strings are compared: those of components of one project with propagation on, from one language
 * into another by the same plural rule.
 */
export class Relatives {
  readonly place: CheckPlace;
  /** Whether there are other translations than the one itself. */
  readonly areMany: boolean;

  private constructor(place: CheckPlace, areMany: boolean) {
    this.place = place;
    this.areMany = areMany;
  }

  /** Null: the strings of the translation are not compared with any. */
  static async of(knex: Knex, place: CheckPlace): Promise<Relatives | null> {
    if (!place.isPropagating || place.isSource) {
      return null;
    }
    const ids: number[] = await knex('components as c')
      // From the components of the project to their translations: SQLite keeps to this order in a CROSS JOIN alone.
      .crossJoin('translations as t', 't.component_id', 'c.id')
      .where(related(place))
      .limit(2)
      .pluck('t.id');
    return new Relatives(place, ids.length > 1);
  }

  /** Strings with one of these contents, at most `most`. */
  withContents(knex: Knex, hashes: readonly string[], most: number): Promise<Found> {
    const query = knex('units').whereIn('units.content_hash', [...hashes]);
    return this.#find(knex, query, hashes, most);
  }

  /** Strings with one of these texts (forms joined, none of them ''), at most `most`. */
  withTargets(knex: Knex, targets: readonly string[], most: number): Promise<Found> {
    const { sql, bindings } = targetCondition(knex, targets);
    const query = knex.from(unitsByTarget(knex)).whereRaw(sql, [...bindings]);
    return this.#find(knex, query, targets, most);
  }

  async #find(knex: Knex, query: Knex.QueryBuilder, wanted: readonly string[], most: number): Promise<Found> {
    if (wanted.length === 0) {
      return { units: [], isComplete: true };
    }
    const { projectId, languageId } = this.place;
    query
      .where({ 'units.project_id': projectId, 'units.language_id': languageId })
      .whereExists(
        knex('translations as t')
          .join('components as c', 'c.id', 't.component_id')
          .where(related(this.place))
          .whereRaw('t.id = units.translation_id'),
      );
    const columns = comparedColumns.map((column) => `units.${column}`);
    const units = await comparedRows(query.select(...columns).limit(most + 1));
    return { units: units.slice(0, most), isComplete: units.length <= most };
  }
}

/** Conditions on a component `c` and a translation `t` of it. */
function related(place: CheckPlace): Record<string, number> {
  return {
    'c.project_id': place.projectId,
    'c.source_language_id': place.sourceLanguageId,
    'c.allow_translation_propagation': 1,
    't.language_id': place.languageId,
    't.plural_id': place.pluralId,
    't.is_source': 0,
  };
}
