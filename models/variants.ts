import type { Knex } from 'knex';
import { flaggedVariant } from '../checks/variant-names.ts';
import { insertRows } from './insert-rows.ts';
import type { NewUnitPlace } from './unit-places.ts';

/*
 * Variants of one another are strings of a component that belong to the same group. Stored is only what follows from a
 * source string alone: which groups it names. The string that a group is named after belongs to it as well, which a
 * search finds out, so no string has to be written because another one came, changed or went.
 */

/** How a string names a group: by its context, from which the component's expression is taken out, or by a flag. */
export type VariantKind = 'key' | 'flag';

/** The group that a source string names. */
export interface NamedVariant {
  unit_id: number;
  translation_id: number;
  kind: VariantKind;
  /** Null: still to be found out, by a job. */
  name: string | null;
}

/** What of a string says which groups it names. */
export interface NamingUnit {
  translation_id: number;
  context: string;
  flags?: string;
  extra_flags?: string;
}

type NewUnit = NamingUnit & { id_hash: string };

/** Notes which groups new strings of a translation name, if it is that into the source language. */
export async function insertVariants(
  trx: Knex.Transaction,
  translationId: number,
  { is_source, variant_regex: regex }: NewUnitPlace,
  units: readonly NewUnit[],
): Promise<void> {
  if (!is_source) {
    return;
  }
  const naming = units.filter((unit) => namedBy({ ...unit, id: 0 }, keyBefore(unit, regex)).length > 0);
  const ids = await idsByHash(
    trx,
    translationId,
    naming.map((unit) => unit.id_hash),
  );
  const rows = naming.flatMap((unit) =>
    namedBy({ ...unit, id: ids.get(unit.id_hash)! }, keyBefore(unit, regex)),
  );
  await insertVariantRows(trx, rows);
}

/**
 * Brings up to date which groups strings name, if they are source strings: what their flags say, and of those whose
 * contexts are new (`renamed`) that it is to be found out.
 */
export async function followVariants(
  trx: Knex.Transaction,
  unitIds: readonly number[],
  renamed: readonly number[] = [],
): Promise<void> {
  if (unitIds.length === 0) {
    return;
  }
  const units: (NamingUnit & { id: number; variant_regex: string })[] = await trx('units as u')
    .join('translations as t', 't.id', 'u.translation_id')
    .join('components as c', 'c.id', 't.component_id')
    .whereIn('u.id', [...unitIds])
    .where('t.is_source', 1)
    .orderBy('u.id')
    .select('u.id', 'u.translation_id', 'u.context', 'u.flags', 'u.extra_flags', 'c.variant_regex');
  const named = units.flatMap((unit) => namedBy(unit, keyBefore(unit, unit.variant_regex)));
  const ids = new Set(units.map(({ id }) => id));
  await writeVariants(trx, 'flag', [...ids], named);
  await writeVariants(
    trx,
    'key',
    renamed.filter((id) => ids.has(id)),
    named,
  );
}

/** Makes what `named` says of one kind of these strings all that is stored of it. */
export async function writeVariants(
  trx: Knex.Transaction,
  kind: VariantKind,
  unitIds: readonly number[],
  named: readonly NamedVariant[],
): Promise<void> {
  if (unitIds.length === 0) {
    return;
  }
  const wanted = new Map(named.filter((row) => row.kind === kind).map((row) => [row.unit_id, row]));
  const stored: NamedVariant[] = await trx('unit_variants')
    .where('kind', kind)
    .whereIn('unit_id', [...unitIds]);
  const wrong: number[] = [];
  for (const { unit_id, translation_id, name } of stored) {
    const row = wanted.get(unit_id);
    if (row?.name === name && row.translation_id === translation_id) {
      wanted.delete(unit_id);
    } else {
      wrong.push(unit_id);
    }
  }
  if (wrong.length > 0) {
    await trx('unit_variants').where('kind', kind).whereIn('unit_id', wrong).delete();
  }
  await insertVariantRows(
    trx,
    unitIds.flatMap((id) => wanted.get(id) ?? []),
  );
}

async function insertVariantRows(trx: Knex.Transaction, rows: readonly NamedVariant[]): Promise<void> {
  await insertRows(
    trx,
    'unit_variants',
    rows.map(({ unit_id, kind, translation_id, name }) => ({ unit_id, kind, translation_id, name })),
  );
}

/**
 * The groups that a string names. `key`: what the expression makes of its context, null while that is to be found out;
 * undefined: no group.
 */
export function namedBy(
  { id: unit_id, translation_id, flags = '', extra_flags = '' }: NamingUnit & { id: number },
  key: string | null | undefined,
): NamedVariant[] {
  const flag = flaggedVariant(flags, extra_flags);
  const row = { unit_id, translation_id };
  return [
    ...(flag === null ? [] : [{ ...row, kind: 'flag' as const, name: flag }]),
    ...(key === undefined ? [] : [{ ...row, kind: 'key' as const, name: key }]),
  ];
}

/** Expressions are a user's and run in a worker: what they make of a context is found out later. */
function keyBefore({ context }: NamingUnit, regex: string): null | undefined {
  return regex === '' || context === '' ? undefined : null;
}

async function idsByHash(
  trx: Knex.Transaction,
  translationId: number,
  hashes: readonly string[],
): Promise<Map<string, number>> {
  if (hashes.length === 0) {
    return new Map();
  }
  const rows: { id: number; id_hash: string }[] = await trx('units')
    .where('translation_id', translationId)
    .whereIn('id_hash', [...hashes])
    .select('id', 'id_hash');
  return new Map(rows.map(({ id, id_hash }) => [id_hash, id]));
}
