import type { QueryBuilder } from 'objection';
import { type Caller, visibleComponents, visibleProjects } from '../models/access.ts';
import { Change } from '../models/change.ts';
import { Component } from '../models/component.ts';
import { Project } from '../models/project.ts';
import type { Call } from './http/endpoint.ts';

/**
 * What the caller does not see, by ids; null where there is too much of it to name. Numbers in a condition let both
 * engines read a list from its index; with a subquery they may read all projects first and sort what they find.
 */
export interface Hidden {
  projects: readonly number[] | null;
  /** Of projects that he sees. */
  components: readonly number[] | null;
}

/** @param project where only that one matters, which the caller sees */
export async function readHidden({ services, caller }: Call, project?: Project): Promise<Hidden> {
  if (caller.user?.is_superuser) {
    return { projects: [], components: [] };
  }
  const { reader } = services.db;
  const components = Component.query(reader)
    .where('components.restricted', 1)
    .whereNotIn('components.id', visibleComponents(Component.query().select('components.id'), caller));
  if (project) {
    components.where('components.project_id', project.id);
    return { projects: [], components: namedIds(await components.select('id').limit(mostNamed + 1)) };
  }
  const projects = Project.query(reader).whereNotIn('projects.id', visibleProjectIds(caller));
  return {
    projects: namedIds(await projects.select('id').limit(mostNamed + 1)),
    components: namedIds(await components.select('id').limit(mostNamed + 1)),
  };
}

/** What a condition can name one by one; more is left to a subquery. */
const mostNamed = 500;

function namedIds(rows: readonly { id: number }[]): number[] | null {
  return rows.length > mostNamed ? null : rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Changes of what the caller sees; those that belong to no project only for superusers. */
export function visibleChanges({ services, caller }: Call, hidden: Hidden): QueryBuilder<Change> {
  const changes = Change.query(services.db.reader);
  if (caller.user?.is_superuser) {
    return changes;
  }
  const { projects } = hidden;
  const narrowed =
    projects === null
      ? changes.whereIn('changes.project_id', visibleProjectIds(caller))
      : changes.whereNotNull('changes.project_id').whereNotIn('changes.project_id', projects);
  return withoutComponents(narrowed, caller, hidden);
}

/** Changes of a project that the caller sees; those of components hidden from him are left out. */
export function changesOfProject(
  { services, caller }: Call,
  project: Project,
  hidden: Hidden,
): QueryBuilder<Change> {
  const changes = Change.query(services.db.reader).where('changes.project_id', project.id);
  return withoutComponents(changes, caller, hidden);
}

function withoutComponents(
  changes: QueryBuilder<Change>,
  caller: Caller,
  { components }: Hidden,
): QueryBuilder<Change> {
  if (components?.length === 0) {
    return changes;
  }
  const visible = () => visibleComponents(Component.query().select('components.id'), caller);
  return changes.where((condition) =>
    components === null
      ? condition.whereNull('changes.component_id').orWhereIn('changes.component_id', visible())
      : condition.whereNull('changes.component_id').orWhereNotIn('changes.component_id', components),
  );
}

function visibleProjectIds(caller: Caller): QueryBuilder<Project> {
  return visibleProjects(Project.query().select('projects.id'), caller);
}
