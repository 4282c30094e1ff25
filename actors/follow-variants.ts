import { type NamingUnit, namedBy, writeVariants } from '../models/variants.ts';
import { waitingUnits } from '../models/waiting-variants.ts';
import { idsOf } from './compare-touched.ts';
import type { ComponentJobs, OperationResult } from './component-jobs.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

/** Strings that go to a worker together: with the worst expression there may be, a second or two of work. */
const pageLength = 50;

/**
 * Finds out which groups of variants strings of a component name: all of them after a change of its expression,
 * else those that wait for it. Needs no working copy.
 */
export async function followVariants(
  place: Workplace,
  component: PlacedComponent,
  { all = false }: Pick<ComponentJobs['follow-variants']['payload'], 'all'>,
): Promise<OperationResult> {
  const { ctx, services } = place;
  const source: { id: number; total: number } | undefined = await services.db
    .reader('translations')
    .where({ component_id: component.id, is_source: 1 })
    .first('id', 'total');
  if (!source) {
    return { result: true };
  }
  ctx.step('group variants');
  let done = 0;
  for await (const ids of all ? idsOf(services.db.reader, source.id) : []) {
    for (let start = 0; start < ids.length; start += pageLength) {
      await nameGroups(place, component, ids.slice(start, start + pageLength));
    }
    done += ids.length;
    ctx.progress((100 * done) / Math.max(done, source.total));
  }
  for (;;) {
    const waiting = await waitingUnits(services.db.reader, source.id, pageLength);
    if (waiting.length === 0) {
      return { result: true };
    }
    await nameGroups(place, component, waiting);
  }
}

const columns = ['id', 'translation_id', 'context', 'flags', 'extra_flags'];

type NamingRow = Required<NamingUnit> & { id: number };

/**
 * What has another context by the time that it is written goes on waiting. A new expression brings a job of its own
 * for all strings, after this one.
 */
async function nameGroups(
  { ctx, services: { db, pool } }: Workplace,
  { variant_regex: regex }: PlacedComponent,
  ids: readonly number[],
): Promise<void> {
  ctx.signal.throwIfAborted();
  const read: NamingRow[] = await db
    .reader('units')
    .whereIn('id', [...ids])
    .select(...columns);
  const keys = read.map(({ context }) => context);
  const { names } =
    regex === '' ? { names: [] } : await pool.variants({ regex, keys }, { signal: ctx.signal });
  const found = new Map(
    read.map(({ id, context }, index) => [id, { context, key: names[index] ?? undefined }]),
  );
  await ctx.commit(async (trx) => {
    const rows: NamingRow[] = await trx('units')
      .whereIn('id', [...ids])
      .orderBy('id')
      .forUpdate()
      .select(...columns);
    const units = rows.filter(({ id, context }) => found.get(id)?.context === context);
    const named = units.flatMap((unit) => namedBy(unit, found.get(unit.id)?.key));
    const known = units.map(({ id }) => id);
    await writeVariants(trx, 'flag', known, named);
    await writeVariants(trx, 'key', known, named);
  }, 'repeatable');
}
