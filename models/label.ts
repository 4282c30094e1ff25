import type { Knex } from 'knex';
import { placeholders, rawRows } from './raw-rows.ts';
import { Row } from './row.ts';
import { takeLinks } from './unit-links.ts';

/** A mark that a project has for its strings. */
export class Label extends Row {
  static override tableName = 'labels';
  static override initial = { description: '' };

  declare id: number;
  declare project_id: number;
  /** Unique in the project. */
  declare name: string;
  declare description: string;
  /** Name of a colour. */
  declare color: string;
}

/** Labels of source strings by the strings' ids, in the order of their names. */
export async function labelsOf(knex: Knex, sourceIds: readonly number[]): Promise<Map<number, Label[]>> {
  if (sourceIds.length === 0) {
    return new Map();
  }
  const ids = [...new Set(sourceIds)];
  const rows = await rawRows<Label & { unit_id: number }>(
    knex,
    `SELECT labels.*, unit_labels.unit_id FROM unit_labels JOIN labels ON labels.id = unit_labels.label_id
      WHERE unit_labels.unit_id IN (${placeholders(ids)}) ORDER BY labels.name, labels.id`,
    ids,
  );
  return Map.groupBy(rows, (row) => row.unit_id);
}

/** Makes `labels` those of a source string. Gives the ones that came and the ones that went. */
export async function setLabels(
  trx: Knex.Transaction,
  unitId: number,
  labels: readonly Label[],
): Promise<{ added: Label[]; removed: Label[] }> {
  const present = (await labelsOf(trx, [unitId])).get(unitId) ?? [];
  const added = labels.filter(({ id }) => !present.some((label) => label.id === id));
  const removed = present.filter(({ id }) => !labels.some((label) => label.id === id));
  if (added.length > 0) {
    await trx('unit_labels').insert(added.map(({ id }) => ({ unit_id: unitId, label_id: id })));
  }
  await trx('unit_labels')
    .where('unit_id', unitId)
    .whereIn(
      'label_id',
      removed.map(({ id }) => id),
    )
    .delete();
  return { added, removed };
}

/** Gives a source string a label. False: it has it already. */
export async function addLabel(trx: Knex.Transaction, unitId: number, labelId: number): Promise<boolean> {
  const row = { unit_id: unitId, label_id: labelId };
  if (await trx('unit_labels').where(row).first('unit_id')) {
    return false;
  }
  await trx('unit_labels').insert(row);
  return true;
}

/** Gives a string the labels of another one, on top of its own. */
export function takeLabels(trx: Knex.Transaction, from: number, to: number): Promise<void> {
  return takeLinks(trx, { table: 'unit_labels', column: 'label_id' }, from, to);
}

/** Gives the strings of a component that has come to another project that project's labels of the same names. */
export async function adoptLabels(
  trx: Knex.Transaction,
  componentId: number,
  projectId: number,
): Promise<void> {
  const strings = () =>
    trx('units')
      .join('translations', 'translations.id', 'units.translation_id')
      .where({ 'translations.component_id': componentId, 'translations.is_source': 1 })
      .select('units.id');
  const foreign = await Label.query(trx)
    .whereNot('project_id', projectId)
    .whereIn('id', trx('unit_labels').whereIn('unit_id', strings()).select('label_id'));
  for (const { id, name, description, color } of foreign) {
    const own =
      (await Label.query(trx).findOne({ project_id: projectId, name })) ??
      (await Label.query(trx).insertAndFetch({ project_id: projectId, name, description, color }));
    await trx('unit_labels').where('label_id', id).whereIn('unit_id', strings()).update({ label_id: own.id });
  }
}
