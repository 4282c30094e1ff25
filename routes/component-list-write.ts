import type { Knex } from 'knex';
import { z } from 'zod';
import { ComponentList } from '../models/component-list.ts';
import { ApiError, type Problem } from './http/errors.ts';
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
