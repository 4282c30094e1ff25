import { FormatError } from '../adapters/adapter.ts';
import { PoolTimeout } from '../adapters/pool.ts';
import type { SyncUnit } from '../adapters/tasks/read.ts';
import { adapterOf, fileOptions, revisionIn } from './component-files.ts';
import { loadKnown } from './known-units.ts';
import type { Snapshot } from './snapshot.ts';
import { describeUnits } from './source-units.ts';
import type { FileReport } from './sync-file.ts';
import type { PlacedTranslation } from './sync-subject.ts';
import { moveUnits } from './sync-units.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

/** Strings per transaction. */
const batchSize = 200;

/**
 * Takes notes, places, flags and order of a bilingual component's source strings from the file that new translations are
 * made from, such as a POT. Which strings there are, the translations say.
 */
export async function describeSourceFile(
  place: Workplace,
  component: PlacedComponent,
  source: PlacedTranslation,
  snapshot: Snapshot,
): Promise<FileReport> {
  const filename = component.new_base;
  const known = await loadKnown(place.services.db.reader, source, adapterOf(component));
  const report: FileReport = { filename, error: null, duplicates: [], changed: false, removed: 0, total: 0 };
  try {
    const diff = await place.services.pool.diff(
      {
        format: component.file_format,
        bytes: await snapshot.read(filename),
        options: fileOptions(component, source, null),
        sourceLanguage: component.source_language.code,
        known: known.packed,
        asSource: true,
      },
      { signal: place.ctx.signal },
    );
    await describe(
      place,
      source.id,
      diff.changed.map(({ unit }) => unit),
    );
    const moved = diff.moved.map(({ idHash, position }) => [known.ids.get(idHash)!, position] as const);
    for (let start = 0; start < moved.length; start += batchSize) {
      await place.ctx.commit((trx) => moveUnits(trx, new Map(moved.slice(start, start + batchSize))));
    }
    report.total = diff.total;
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof PoolTimeout)) {
      throw error;
    }
    return { ...report, error: error.message };
  }
  const revision = revisionIn(snapshot, component, source);
  await place.ctx.commit((trx) => trx('translations').where('id', source.id).update({ revision }));
  return report;
}

async function describe(place: Workplace, sourceId: number, units: readonly SyncUnit[]): Promise<void> {
  for (let start = 0; start < units.length; start += batchSize) {
    const batch = units.slice(start, start + batchSize);
    await place.ctx.commit((trx) => describeUnits(trx, sourceId, batch));
  }
}
