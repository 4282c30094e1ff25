import type { Knex } from 'knex';
import { z } from 'zod';
import { ComponentList } from '../models/component-list.ts';
import { slug, text } from './http/fields.ts';
import { demandUnique } from './unique-names.ts';

/** What a list is made or changed with; its components and rules are not among it. */
export const componentListBody = z.object({
  name: text(100),
  slug: slug(100),
  show_dashboard: z.boolean().optional(),
});

export type ComponentListInput = z.output<typeof componentListBody>;

/** @throws {ApiError} 400 on what another list has already */
export async function createList(trx: Knex.Transaction, input: ComponentListInput): Promise<ComponentList> {
  await checkNames(trx, input, null);
  return ComponentList.query(trx).insertAndFetch(input);
}

/** @throws {ApiError} 400 on what another list has already */
export async function updateList(
  trx: Knex.Transaction,
  id: number,
  input: Partial<ComponentListInput>,
): Promise<ComponentList> {
  await checkNames(trx, input, id);
  if (Object.keys(input).length > 0) {
    await ComponentList.query(trx).findById(id).patch(input);
  }
  return ComponentList.query(trx).findById(id).throwIfNotFound();
}

async function checkNames(
  trx: Knex.Transaction,
  names: Partial<ComponentListInput>,
  ownId: number | null,
): Promise<void> {
  await demandUnique(
    names,
    async (attr, value) => {
      const taken = await ComponentList.query(trx).findOne({ [attr]: value });
      return taken !== undefined && taken.id !== ownId;
    },
    (attr) => `Component list with this ${attr} already exists.`,
  );
}
