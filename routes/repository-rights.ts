import { type Caller, may, seesComponent } from '../models/access.ts';
import { Component } from '../models/component.ts';
import type { Database } from '../models/database.ts';
import type { ProjectPermission } from '../models/permissions.ts';
import type { FoundComponent } from './find.ts';
import { denied } from './http/errors.ts';

/** Any of these lets a caller see the state of a repository. */
const statusPermissions: readonly ProjectPermission[] = ['vcs.push', 'vcs.commit', 'vcs.reset', 'vcs.update'];

/** All components, of other projects too, that work in the working copies of `components`. */
export async function sharingComponents(
  db: Database,
  components: readonly Component[],
): Promise<FoundComponent[]> {
  const owners = [...new Set(components.map(({ ownerId }) => ownerId))];
  const sharing = await Component.query(db.reader)
    .where((query) => query.whereIn('id', owners).orWhereIn('linked_component_id', owners))
    .withGraphFetched('project');
  return sharing as FoundComponent[];
}

/**
 * Rights on a repository must be held on every component that works in it.
 * @throws {ApiError} 403
 */
export function authoriseRepository(
  caller: Caller,
  permission: ProjectPermission,
  sharing: readonly FoundComponent[],
): void {
  if (!holdsOnAll(caller, permission, sharing)) {
    throw denied();
  }
}

/** @throws {ApiError} 403 for callers who may do nothing with the repository. */
export function authoriseStatus(caller: Caller, sharing: readonly FoundComponent[]): void {
  if (!statusPermissions.some((permission) => holdsOnAll(caller, permission, sharing))) {
    throw denied();
  }
}

function holdsOnAll(
  caller: Caller,
  permission: ProjectPermission,
  sharing: readonly FoundComponent[],
): boolean {
  return sharing.every(
    (component) =>
      seesComponent(caller, component, component.project) && may(caller, permission, component.project),
  );
}
