import type { Knex } from 'knex';
import { compileUserPattern } from '../checks/user-pattern.ts';
import { addToList } from './component-list-members.ts';
import { Row } from './row.ts';

/** Which components a list takes in by itself. Both expressions are matched from the start of a slug. */
export class ComponentListRule extends Row {
  static override tableName = 'component_list_rules';

  declare id: number;
  declare component_list_id: number;
  declare project_match: string;
  declare component_match: string;
}

/**
 * Puts components that are new or have new slugs (their own or their project's) into the lists whose rules fit them.
 * Lists that they are in keep them.
 */
export async function assignToLists(trx: Knex.Transaction, componentIds: readonly number[]): Promise<void> {
  const rules = await ComponentListRule.query(trx).orderBy('component_list_id');
  if (rules.length === 0) {
    return;
  }
  const components: { id: number; slug: string; project: string }[] = await trx('components')
    .join('projects', 'projects.id', 'components.project_id')
    .whereIn('components.id', componentIds)
    .orderBy('components.id')
    .select('components.id', 'components.slug', 'projects.slug as project');
  for (const rule of rules) {
    const fitsProject = startsWith(rule.project_match);
    const fitsComponent = startsWith(rule.component_match);
    const fitting = components.filter(({ slug, project }) => fitsProject(project) && fitsComponent(slug));
    if (fitting.length > 0) {
      await addToList(
        trx,
        rule.component_list_id,
        fitting.map(({ id }) => id),
      );
    }
  }
}

/** An expression that cannot be used fits nothing. */
function startsWith(expression: string): (text: string) => boolean {
  const pattern = compileUserPattern(expression);
  return (text) => pattern?.matcher(text).lookingAt() ?? false;
}
