import type { QueryBuilder } from 'objection';
import type { Component } from './component.ts';
import type { Permission } from './permissions.ts';
import { accessLevel, Project } from './project.ts';
import { type BuiltInGroup, builtInGroups, builtInRoles, projectSelection } from './roles.ts';
import type { User } from './user.ts';

/** Who asks: a user, or nobody in particular. */
export interface Caller {
  user: User | null;
}

/**
 * Whether the caller holds `permission`: on `project`, or (for permissions on the whole server) without one. Locks,
 * read-only strings and the like are not looked at here.
 */
export function may(caller: Caller, permission: Permission, project?: ProjectAccess): boolean {
  if (caller.user?.is_superuser) {
    return true;
  }
  return groupsOf(caller).some(
    (group) => (project === undefined || covers(group, project)) && grants(group, permission),
  );
}

/** The part of a project that access depends on. */
export type ProjectAccess = Pick<Project, 'id' | 'access_control'>;

/** Whether the caller may know of the project; if not, it does not exist for him. */
export function seesProject(caller: Caller, project: ProjectAccess): boolean {
  return caller.user?.is_superuser === true || openLevels.includes(project.access_control);
}

/** Whether the caller may know of a component of `project`, and of all that is in it. */
export function seesComponent(
  caller: Caller,
  component: Pick<Component, 'restricted'>,
  project: ProjectAccess,
): boolean {
  return caller.user?.is_superuser === true || (!component.restricted && seesProject(caller, project));
}

/** Narrows a query of projects to those that the caller sees. */
export function visibleProjects<Result>(
  builder: QueryBuilder<Project, Result>,
  caller: Caller,
): QueryBuilder<Project, Result> {
  return caller.user?.is_superuser ? builder : builder.whereIn('projects.access_control', openLevels);
}

/** Narrows a query of components to those that the caller sees. */
export function visibleComponents<Result>(
  builder: QueryBuilder<Component, Result>,
  caller: Caller,
): QueryBuilder<Component, Result> {
  if (caller.user?.is_superuser) {
    return builder;
  }
  return builder
    .where('components.restricted', 0)
    .whereIn('components.project_id', visibleProjects(Project.query().select('projects.id'), caller));
}

/** Levels whose projects everybody sees. */
const openLevels: number[] = [accessLevel.public, accessLevel.protected];

/** Groups of callers without credentials, and those that every account joins. */
const anonymousGroups = ['Guests', 'Viewers'];
const accountGroups = ['Users', 'Viewers'];

/** The memberships that count: this is the place where stored groups come in beside the built-in ones. */
function groupsOf({ user }: Caller): BuiltInGroup[] {
  const names = user === null ? anonymousGroups : accountGroups;
  return builtInGroups.filter(({ name }) => names.includes(name));
}

function covers(group: BuiltInGroup, project: ProjectAccess): boolean {
  switch (group.project_selection) {
    case projectSelection.all:
      return true;
    case projectSelection.public:
      return project.access_control === accessLevel.public;
    case projectSelection.protected:
      return project.access_control === accessLevel.protected;
    default:
      return false;
  }
}

function grants(group: BuiltInGroup, permission: Permission): boolean {
  return group.roles.some((role) => (builtInRoles[role] as readonly Permission[]).includes(permission));
}
