import type { Knex } from 'knex';
import { storedNamer, type VariantNamer } from '../checks/variant-names.ts';
import { type NamedVariant, namedBy, type VariantKind, writeVariants } from './variants.ts';

/** A source string that does not name the groups which it should. */
export interface WrongVariant {
  unit_id: number;
  kind: VariantKind;
  /** Whether a row names a group, and whether it should; a wrong name counts as none. */
  stored: 0 | 1;
  actual: 0 | 1;
  /** What should be stored. */
  right: NamedVariant[];
}

interface Row {
  id: number;
  translation_id: number;
  context: string;
  flags: string;
  extra_flags: string;
  variant_regex: string;
}

const pageLength = 1000;

/** Compares the stored names of groups with what source strings say. Reads all units and runs the expressions. */
export async function findWrongVariants(knex: Knex): Promise<WrongVariant[]> {
  const found: WrongVariant[] = [];
  const namers = new Map<string, VariantNamer>();
  for (let last = 0; ; ) {
    const rows = await naming(knex, last);
    const named: NamedVariant[] = await knex('unit_variants').whereIn(
      'unit_id',
      rows.map(({ id }) => id),
    );
    const stored = Map.groupBy(named, (row) => row.unit_id);
    for (const row of rows) {
      const regex = row.variant_regex;
      const namer = namers.get(regex) ?? storedNamer(regex);
      namers.set(regex, namer);
      found.push(...compareUnit(row, stored.get(row.id) ?? [], namer));
    }
    if (rows.length < pageLength) {
      return found;
    }
    last = rows.at(-1)!.id;
  }
}

export async function repairVariants(trx: Knex.Transaction, wrong: readonly WrongVariant[]): Promise<void> {
  for (const { unit_id, kind, right } of wrong) {
    await writeVariants(trx, kind, [unit_id], right);
  }
}

/** Source strings that may name groups, or do. */
function naming(knex: Knex, after: number): Promise<Row[]> {
  return knex('units as u')
    .join('translations as t', 't.id', 'u.translation_id')
    .join('components as c', 'c.id', 't.component_id')
    .where('u.id', '>', after)
    .where('t.is_source', 1)
    .where((either) =>
      either
        .where('c.variant_regex', '<>', '')
        .orWhere('u.flags', 'like', '%variant%')
        .orWhere('u.extra_flags', 'like', '%variant%')
        .orWhereExists(knex('unit_variants as v').whereRaw('v.unit_id = u.id').select(knex.raw('1'))),
    )
    .orderBy('u.id')
    .limit(pageLength)
    .select('u.id', 'u.translation_id', 'u.context', 'u.flags', 'u.extra_flags', 'c.variant_regex');
}

function compareUnit(row: Row, stored: readonly NamedVariant[], namer: VariantNamer): WrongVariant[] {
  const right = namedBy(row, namer(row.context) ?? undefined);
  return (['flag', 'key'] as const).flatMap((kind) => {
    const is = stored.find((variant) => variant.kind === kind);
    const should = right.find((variant) => variant.kind === kind);
    // One that a job is still to find out says nothing wrong.
    if (is?.name === null || (is?.name === should?.name && is?.translation_id === should?.translation_id)) {
      return [];
    }
    return [{ unit_id: row.id, kind, stored: should ? 0 : 1, actual: should ? 1 : 0, right }];
  });
}
