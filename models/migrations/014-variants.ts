import type { Knex } from 'knex';
import { createTable, owner } from './tables.ts';

export async function up(knex: Knex): Promise<void> {
  /** Which groups of variants a source string names. Others belong to a group because it is named like them. */
  await createTable(knex, 'unit_variants', (table) => {
    owner(table, 'unit_id', 'units');
    /** `key`: from its context by the component's expression; `flag`: by a flag of the string. */
    table.string('kind', 4).notNullable();
    /** Of the unit, whose removal takes these rows along. */
    table.bigInteger('translation_id').unsigned().notNullable();
    /** NULL: not yet found out. */
    table.string('name', 576);
    table.primary(['unit_id', 'kind']);
    // Begins with the name, so that those which are not yet found out are found across all components.
    table.index(['name', 'translation_id', 'kind']);
  });
  await waitFor(knex, 'key', "components.variant_regex <> '' AND units.context <> ''");
  await waitFor(knex, 'flag', "units.flags LIKE '%variant%' OR units.extra_flags LIKE '%variant%'");
}

/** Has groups found out for strings that are there already. */
async function waitFor(knex: Knex, kind: string, condition: string): Promise<void> {
  await knex.raw(
    `INSERT INTO unit_variants (unit_id, kind, translation_id, name)
    SELECT units.id, ?, units.translation_id, NULL FROM units
    JOIN translations ON translations.id = units.translation_id AND translations.is_source = 1
    JOIN components ON components.id = translations.component_id
    WHERE ${condition}`,
    [kind],
  );
}
