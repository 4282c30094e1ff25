import type { Knex } from 'knex';

/**
 * Gives everything below the path `from` (a project, category or component, itself included) the path `to` instead, and
 * those who share a repository the new address of its owner.
 */
export async function rebasePaths(trx: Knex.Transaction, from: string, to: string): Promise<void> {
  for (const table of ['categories', 'components']) {
    const rows: { id: number; path: string }[] = await trx(table)
      .where('path', from)
      // What follows a slash: "0" is the character after it.
      .orWhere((below) => below.where('path', '>=', `${from}/`).where('path', '<', `${from}0`))
      .select('id', 'path');
    for (const { id, path } of rows) {
      const rebased = `${to}${path.slice(from.length)}`;
      await trx(table).where('id', id).update({ path: rebased });
      if (table === 'components') {
        await readdressLinks(trx, id, rebased);
      }
    }
  }
}

/** Components that share the repository of `ownerId` name it by its path. */
export async function readdressLinks(trx: Knex.Transaction, ownerId: number, path: string): Promise<void> {
  const linked: { id: number; repo: string }[] = await trx('components')
    .where('linked_component_id', ownerId)
    .select('id', 'repo');
  for (const { id, repo } of linked) {
    await trx('components')
      .where('id', id)
      .update({ repo: repo.replace(/(?<=:\/\/).*$/, path) });
  }
}
