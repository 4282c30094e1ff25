import type { QueryBuilder } from 'objection';
import { type Caller, may, visibleComponents } from './access.ts';
import { Component } from './component.ts';
import { Row } from './row.ts';

/** A choice of components, of any projects, that has statistics of its own. */
export class ComponentList extends Row {
  static override tableName = 'component_lists';
  static override booleans = ['show_dashboard'];

  declare id: number;
  /** Unique. */
  declare name: string;
  /** Unique. */
  declare slug: string;
  declare show_dashboard: boolean;
}

/** That a component is in a list; component-list-members.ts alone writes these. */
export class ComponentListMember extends Row {
  static override tableName = 'component_list_members';
  static override idColumn = ['component_id', 'component_list_id'];

  declare component_id: number;
  declare component_list_id: number;
}

/** Narrows a query of lists to those that the caller sees: with a component that he sees, or all if he manages them. */
export function visibleLists<Result>(
  builder: QueryBuilder<ComponentList, Result>,
  caller: Caller,
): QueryBuilder<ComponentList, Result> {
  if (may(caller, 'componentlist.edit')) {
    return builder;
  }
  const seen = visibleComponents(Component.query().select('components.id'), caller);
  const members = ComponentListMember.query().whereIn('component_list_members.component_id', seen);
  return builder.whereIn('component_lists.id', members.select('component_list_members.component_list_id'));
}

/** Components of the list that the caller sees. */
export function componentsOfList(
  builder: QueryBuilder<Component>,
  caller: Caller,
  listId: number,
): QueryBuilder<Component> {
  const members = ComponentListMember.query().where('component_list_members.component_list_id', listId);
  return visibleComponents(builder, caller).whereIn(
    'components.id',
    members.select('component_list_members.component_id'),
  );
}
