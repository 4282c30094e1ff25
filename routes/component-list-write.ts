import type { Knex } from 'knex';
import { z } from 'zod';
import { visibleComponents } from '../models/access.ts';
import { Component } from '../models/component.ts';
import { ComponentList, componentsOfList } from '../models/component-list.ts';
import type { Call } from './http/endpoint.ts';
import { ApiError, invalid, notFound, type Problem } from './http/errors.ts';
import { slug, text } from './http/fields.ts';

/** What a list is made or changed with; its components and rules are not among it. */
export const componentListBody = z.object({
  name: text(100),
  slug: slug(100),
  show_dashboard: z.boolean().optional(),
});

export type ComponentListInput = z.output<typeof componentListBody>;

/** @throws {ApiError} 400 on what another list has already */
export async function createList(trx: Knex.Transaction, input: ComponentListInput): Promise<ComponentList> {
  await checkUnique(trx, input, null);
  return ComponentList.query(trx).insertAndFetch(input);
}

/** @throws {ApiError} 400 on what another list has already */
export async function updateList(
  trx: Knex.Transaction,
  id: number,
  input: Partial<ComponentListInput>,
): Promise<ComponentList> {
  await checkUnique(trx, input, id);
  if (Object.keys(input).length > 0) {
    await ComponentList.query(trx).findById(id).patch(input);
  }
  return ComponentList.query(trx).findById(id).throwIfNotFound();
}

/** The component that is to be put into a list. @throws {ApiError} 400 on `component_id` */
export async function chosenComponent({ services, caller }: Call, id: number): Promise<Component> {
  const components = Component.query(services.db.reader);
  const component = await visibleComponents(components, caller).findOne({ 'components.id': id });
  if (!component) {
    throw invalid('component_id', 'There is no component with this id.');
  }
  return component;
}

/**
 * The components of a list that a path names: `project/[category/…]component` is one, a bare slug all that have it.
 * @throws {ApiError} 404 when there is none
 */
export async function namedMembers(
  { services, caller }: Call,
  listId: number,
  name: string,
): Promise<Component[]> {
  const column = name.includes('/') ? 'components.path' : 'components.slug';
  const members = await componentsOfList(Component.query(services.db.reader), caller, listId).where(
    column,
    name,
  );
  if (members.length === 0) {
    throw notFound();
  }
  return members;
}

async function checkUnique(
  trx: Knex.Transaction,
  { name, slug: newSlug }: Partial<ComponentListInput>,
  ownId: number | null,
): Promise<void> {
  const problems: Problem[] = [];
  for (const [attr, value] of [
    ['name', name],
    ['slug', newSlug],
  ] as const) {
    const taken = value === undefined ? undefined : await ComponentList.query(trx).findOne({ [attr]: value });
    if (taken && taken.id !== ownId) {
      const detail = `Component list with this ${attr} already exists.`;
      problems.push({ code: 'unique', detail, attr });
    }
  }
  if (problems.length > 0) {
    throw new ApiError(400, problems);
  }
}
