import { FormatError } from '../adapters/adapter.ts';
import { PoolTimeout } from '../adapters/pool.ts';
import { writeInBatches } from './batches.ts';
import { adapterOf, fileOptions, revisionIn } from './component-files.ts';
import { loadKnown } from './known-units.ts';
import type { Snapshot } from './snapshot.ts';
import { describeUnits } from './source-units.ts';
import { type FileReport, unreadable } from './sync-file.ts';
import type { PlacedTranslation } from './sync-subject.ts';
import { moveUnits } from './sync-units.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

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
  let total: number;
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
    const told = diff.changed.map(({ unit }) => unit);
    await writeInBatches(place.ctx, told, (trx, batch) => describeUnits(trx, source.id, batch));
    const moved = diff.moved.map(({ idHash, position }) => [known.ids.get(idHash)!, position] as const);
    await writeInBatches(place.ctx, moved, (trx, batch) => moveUnits(trx, new Map(batch)));
    total = diff.total;
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof PoolTimeout)) {
      throw error;
    }
    return unreadable(filename, error.message);
  }
  const revision = revisionIn(snapshot, component, source);
  await place.ctx.commit((trx) => trx('translations').where('id', source.id).update({ revision }));
  return { filename, error: null, duplicates: [], skipped: [], changed: false, removed: 0, total };
}
