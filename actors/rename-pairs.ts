import type { SyncUnit } from '../adapters/tasks/read.ts';
import { joinForms } from '../models/forms.ts';

/** A string that its file no longer has. */
export interface GoneString {
  id: number;
  /** By which the file was found to lack it. */
  idHash: string;
  context: string;
  /** As the file had it. */
  source: readonly string[];
}

export interface Renamed<Gone extends GoneString = GoneString> {
  gone: Gone;
  /** What the file calls it now, and says of it. */
  entry: SyncUnit;
}

/**
 * Finds strings that are gone and strings that are new and are the same ones under another name: those with the same text,
 * and then those with the same context, whose text was changed. Only what one string on each side has tells anything:
 * texts and contexts that several of them share pair nobody, and neither does an empty context.
 */
export function pairRenamed<Gone extends GoneString>(
  gone: readonly Gone[],
  added: readonly SyncUnit[],
): Renamed<Gone>[] {
  const byText = pairUnique(gone, added, ({ source }) => joinForms(source));
  const taken = new Set(byText.flatMap((pair) => [pair.gone.idHash, pair.entry.idHash]));
  const byContext = pairUnique(gone, added, ({ context }) => context);
  const free = byContext.filter((pair) => !taken.has(pair.gone.idHash) && !taken.has(pair.entry.idHash));
  return [...byText, ...free];
}

function pairUnique<Gone extends GoneString>(
  gone: readonly Gone[],
  added: readonly SyncUnit[],
  feature: (string: Pick<SyncUnit, 'context'> & { source: readonly string[] }) => string,
): Renamed<Gone>[] {
  const before = Map.groupBy(gone, feature);
  const pairs: Renamed<Gone>[] = [];
  for (const [text, [entry, ...others]] of Map.groupBy(added, feature)) {
    const [only, ...rest] = before.get(text) ?? [];
    if (text !== '' && entry && only && others.length + rest.length === 0) {
      pairs.push({ gone: only, entry });
    }
  }
  return pairs;
}
