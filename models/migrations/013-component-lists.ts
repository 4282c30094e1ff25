import type { Knex } from 'knex';
import { createTable, owner } from './tables.ts';

export async function up(knex: Knex): Promise<void> {
  /** Choices of components, of any projects. Their sums are in `statistics` with the scope component_list. */
  await createTable(knex, 'component_lists', (table) => {
    table.bigIncrements('id');
    table.string('name', 100).notNullable().unique();
    table.string('slug', 100).notNullable().unique();
    table.boolean('show_dashboard').notNullable().defaultTo(1);
  });

  await createTable(knex, 'component_list_members', (table) => {
    owner(table, 'component_id', 'components');
    owner(table, 'component_list_id', 'component_lists');
    table.primary(['component_id', 'component_list_id']);
    table.index(['component_list_id', 'component_id']);
  });

  /** Which components a list takes in when they are made or renamed: expressions for the slugs. */
  await createTable(knex, 'component_list_rules', (table) => {
    table.bigIncrements('id');
    owner(table, 'component_list_id', 'component_lists').index();
    table.string('project_match', 200).notNullable();
    table.string('component_match', 200).notNullable();
  });
}
