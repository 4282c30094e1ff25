import type { Knex } from 'knex';

/*
 * Lists of changes are read in the order of time and narrowed by action, project, component and user. The indexes hold
 * what a list asks for, so that finding and counting its entries never looks at the rows, whose texts are long.
 */

const former = [
  ['timestamp', 'id'],
  ['project_id', 'timestamp', 'id'],
  ['component_id', 'timestamp', 'id'],
  ['translation_id', 'timestamp', 'id'],
  ['language_id', 'timestamp', 'id'],
  ['user_id', 'timestamp', 'id'],
];

const covering: Record<string, string[]> = {
  changes_newest: ['timestamp', 'id', 'action', 'project_id', 'component_id'],
  changes_of_project: ['project_id', 'timestamp', 'id', 'action', 'component_id', 'user_id'],
  changes_of_project_action: ['project_id', 'action', 'timestamp', 'id', 'component_id', 'user_id'],
  changes_of_component: ['component_id', 'timestamp', 'id', 'action', 'user_id'],
  changes_of_translation: ['translation_id', 'timestamp', 'id', 'action', 'user_id'],
  changes_of_language: ['language_id', 'timestamp', 'id', 'action', 'project_id', 'component_id'],
  changes_of_user: ['user_id', 'timestamp', 'id', 'action', 'project_id', 'component_id'],
};

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('changes', (table) => {
    for (const [name, columns] of Object.entries(covering)) {
      table.index(columns, name);
    }
    for (const columns of former) {
      table.dropIndex(columns);
    }
  });
  // Without statistics SQLite takes an index on actions for better than those on what changed. One on an expression
  // is used only where a query has the same expression.
  const columns =
    knex.client.driverName === 'mysql2'
      ? 'action, timestamp, id, project_id, component_id'
      : 'action + 0, timestamp, id, project_id, component_id, action';
  await knex.raw(`CREATE INDEX changes_of_action ON changes (${columns})`);
  await knex.schema.alterTable('components', (table) => {
    table.index(['restricted', 'project_id']);
  });
}
