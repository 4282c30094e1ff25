import type { Knex } from 'knex';
import { comparedAtOnce, compareUnits, type Former } from '../models/compare-units.ts';
import { CounterBatch } from '../models/counters.ts';
import { enforceChecks } from '../models/enforced-checks.ts';
import { comparedColumns, comparedRows, Relatives } from '../models/relatives.ts';
import { compareSources, type Waiting } from '../models/source-checks.ts';
import { type CheckPlace, loadPlaces } from '../models/surroundings.ts';
import { Verdicts } from '../models/verdicts.ts';
import { writeInBatches } from './batches.ts';
import { botId } from './bots.ts';
import type { TouchedStrings } from './touched-strings.ts';
import type { Workplace } from './workplace.ts';

/** Ids that are read at a time. */
const pageLength = 2000;

/**
 * The checks that compare strings, once a scan is over and all of them are there: of what the scan changed, of what is
 * compared with that, and at last of the source strings. Then what the component enforces.
 */
export async function compareTouched(
  place: Workplace,
  componentId: number,
  touched: TouchedStrings,
): Promise<void> {
  const { ctx, services } = place;
  if (touched.all.size === 0) {
    return;
  }
  ctx.step('compare strings');
  const places = await loadPlaces(services.db.writer, [...touched.all.keys()]);
  const { sources } = touched;
  for (const [translationId, { hashes, repeated, former }] of touched.all) {
    const strings = places.get(translationId);
    if (!strings) {
      continue;
    }
    const named = hashes ?? (repeated && (await isAlone(services.db.reader, strings)) ? repeated : null);
    const pages =
      named === null ? idsOf(services.db.reader, translationId) : idsNamed(place, translationId, named);
    for await (const ids of pages) {
      await compareIds(place, strings, ids, sources);
    }
    await writeInBatches(ctx, former, (trx, batch) => compareFormer(trx, strings, batch));
  }
  await settleSourceChecks(place, componentId, [...sources]);
}

/** Whether the strings of a new language are compared with nothing but texts of its own, and nothing follows from checks. */
async function isAlone(knex: Knex, place: CheckPlace): Promise<boolean> {
  const relatives = place.isGlossary ? null : await Relatives.of(knex, place);
  return !place.isSource && place.enforced.length === 0 && !relatives?.areMany;
}

/** The checks of source strings that compare them with their translations. */
export async function settleSourceChecks(
  { ctx, services }: Pick<Workplace, 'ctx' | 'services'>,
  componentId: number,
  sourceIds: readonly number[],
): Promise<void> {
  const waiting = await shareOf(services.db.reader, componentId);
  await writeInBatches(ctx, sourceIds, async (trx, batch) => {
    const counters = new CounterBatch();
    const verdicts = new Verdicts();
    await compareSources(trx, verdicts, batch, waiting);
    await verdicts.write(trx, counters);
    await counters.apply(trx);
  });
}

/** Makes strings need rewriting that fail a check which their component enforces. */
export async function enforceOn(
  trx: Knex.Transaction,
  counters: CounterBatch,
  { enforced, componentId }: CheckPlace,
  unitIds: readonly number[],
  userId: number | null,
): Promise<void> {
  if (enforced.length > 0) {
    const authorId = await botId(trx, 'checks:enforced');
    await enforceChecks(trx, counters, enforced, unitIds, { componentId, authorId, userId });
  }
}

async function compareIds(
  { ctx, userId }: Workplace,
  place: CheckPlace,
  ids: readonly number[],
  sources: Set<number>,
): Promise<void> {
  await writeInBatches(ctx, ids, async (trx, batch) => {
    const counters = new CounterBatch();
    const verdicts = new Verdicts();
    const query = trx('units').whereIn('id', [...batch]);
    const units = await comparedRows(query.select(...comparedColumns));
    await compareUnits(trx, verdicts, place, units, { most: comparedAtOnce.job });
    await verdicts.write(trx, counters);
    await enforceOn(trx, counters, place, batch, userId);
    await counters.apply(trx);
    for (const { id, source_unit_id } of units) {
      sources.add(source_unit_id ?? id);
    }
  });
}

async function compareFormer(
  trx: Knex.Transaction,
  place: CheckPlace,
  former: readonly Former[],
): Promise<void> {
  const counters = new CounterBatch();
  const verdicts = new Verdicts();
  await compareUnits(trx, verdicts, place, [], { former, most: comparedAtOnce.job });
  await verdicts.write(trx, counters);
  await counters.apply(trx);
}

/** Ids of all strings of a language, page by page. */
export async function* idsOf(knex: Knex, translationId: number): AsyncGenerator<number[]> {
  for (let last = 0; ; ) {
    const ids: number[] = await knex('units')
      .where('translation_id', translationId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageLength)
      .pluck('id');
    yield ids;
    if (ids.length < pageLength) {
      return;
    }
    last = ids.at(-1)!;
  }
}

async function* idsNamed(
  { services }: Workplace,
  translationId: number,
  hashes: ReadonlySet<string>,
): AsyncGenerator<number[]> {
  const names = [...hashes];
  for (let start = 0; start < names.length; start += pageLength) {
    yield await services.db
      .reader('units')
      .where('translation_id', translationId)
      .whereIn('id_hash', names.slice(start, start + pageLength))
      .pluck('id');
  }
}

async function shareOf(knex: Knex, componentId: number): Promise<Waiting> {
  const counts = await knex('statistics')
    .where({ scope: 'component', scope_id: componentId, language_id: 0 })
    .first('translated', 'total');
  return { now: Date.now(), translated: counts?.translated ?? 0, total: counts?.total ?? 0 };
}
