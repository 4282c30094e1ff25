import type { Knex } from 'knex';

/** Commits of a working copy that upstream does not have, as a git bundle. */
export interface Bundle {
  /** Bundles of a component build on each other in this order. */
  seq: number;
  /** Commit it builds on; null: it has the whole history. */
  base_sha: string | null;
  tip_sha: string;
}

/** A bundle with its bytes. */
export type WholeBundle = Bundle & { data: Uint8Array };

/** Bytes in a row: far below what the smallest `max_allowed_packet` admits, even written as hexadecimal digits. */
const partSize = 1024 * 1024;

/** The bundles of the working copy that the component owns, first one first. */
export function bundlesOf(knex: Knex, componentId: number): Promise<Bundle[]> {
  return knex('vcs_bundles')
    .where({ component_id: componentId, part: 0 })
    .orderBy('seq')
    .select('seq', 'base_sha', 'tip_sha');
}

/** What git made of a bundle. */
export async function bundleData(knex: Knex, componentId: number, seq: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = await knex('vcs_bundles')
    .where({ component_id: componentId, seq })
    .orderBy('part')
    .pluck('data');
  return Buffer.concat(parts);
}

export async function insertBundle(
  trx: Knex.Transaction,
  componentId: number,
  { data, ...bundle }: WholeBundle,
): Promise<void> {
  for (let part = 0; part * partSize < data.length; part += 1) {
    await trx('vcs_bundles').insert({
      ...bundle,
      component_id: componentId,
      part,
      data: Buffer.from(data.subarray(part * partSize, (part + 1) * partSize)),
    });
  }
}

/** Deletes the component's bundles but for those of `kept`. */
export async function keepBundles(
  trx: Knex.Transaction,
  componentId: number,
  kept: readonly Bundle[],
): Promise<void> {
  const seqs = kept.map(({ seq }) => seq);
  await trx('vcs_bundles').where('component_id', componentId).whereNotIn('seq', seqs).delete();
}
