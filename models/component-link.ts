import type { Knex } from 'knex';
import { moveComponents } from './move.ts';
import { Row } from './row.ts';

/** A component that is shown and counted in another project than its own. */
export class ComponentLink extends Row {
  static override tableName = 'component_links';
  static override idColumn = ['component_id', 'project_id'];

  declare component_id: number;
  declare project_id: number;
  /** Category of that project; null: directly in the project. */
  declare category_id: number | null;
}

/** Shares a component with a project; it counts there from now on. */
export async function linkComponent(trx: Knex.Transaction, link: Partial<ComponentLink>): Promise<void> {
  await moveComponents(trx, [link.component_id!], async () => {
    await ComponentLink.query(trx).insert(link);
  });
}

/** Ends the sharing of a component with a project. */
export async function unlinkComponent(
  trx: Knex.Transaction,
  { component_id, project_id }: Pick<ComponentLink, 'component_id' | 'project_id'>,
): Promise<void> {
  await moveComponents(trx, [component_id], async () => {
    await ComponentLink.query(trx).deleteById([component_id, project_id]);
  });
}
