import { type ApplyOptions, type Catalog, identityOf } from '../adapter.ts';
import { applyVerified } from '../edit.ts';
import { type Replay, type ReplayedChange, replayChanges } from '../merge.ts';
import { renamesBetween } from '../renames.ts';
import { formatOf, parseFile, templateOptions } from './file.ts';

export interface ReplayRequest {
  format: string;
  /** The file as upstream has it. */
  bytes: Uint8Array;
  changes: readonly ReplayedChange[];
  options: ApplyOptions;
  /** The file that named the strings when they were changed: the base file, or the file itself; null: there was none. */
  former: Uint8Array | null;
  sourceLanguage: string;
}

/** As `Replay`, with the file in which the changes are. */
export type ReplayResult = Omit<Replay, 'edits'> & { bytes: Uint8Array };

/**
 * Repeats our changes on upstream's version of a file; a string that has another name there is found by its text.
 * @throws {FormatError}
 */
export function replayFile(request: ReplayRequest): ReplayResult {
  const { bytes, changes, options } = request;
  const adapter = formatOf(request.format);
  const upstream = parseFile(adapter, bytes, options);
  const { edits, ...outcome } = replayChanges(adapter, upstream, changes, findRenames(request, upstream));
  const orphans = findOrphans(request, outcome.conflicts);
  return {
    ...outcome,
    conflicts: outcome.conflicts.filter((index) => !orphans.has(index)),
    lost: [...outcome.lost, ...orphans],
    bytes: applyVerified(adapter, bytes, edits, options),
  };
}

/**
 * Those of the changes whose string upstream's base file lacks under any name, whatever its translation still says: nobody
 * would see a suggestion there.
 */
function findOrphans(request: ReplayRequest, indexes: readonly number[]): Set<number> {
  const { options, former, changes, sourceLanguage } = request;
  if (options.template === null || indexes.length === 0) {
    return new Set();
  }
  const adapter = formatOf(request.format);
  const base = templateOptions(options, sourceLanguage);
  const after = parseFile(adapter, options.template, base);
  const names = new Set(after.entries.map((entry) => identityOf(adapter, entry)));
  const renames =
    former === null ? new Map() : renamesBetween(adapter, parseFile(adapter, former, base), after);
  return new Set(
    indexes.filter((index) => {
      const name = identityOf(adapter, changes[index]!);
      return !names.has(name) && !renames.has(name);
    }),
  );
}

function findRenames(
  { format, changes, options, former, sourceLanguage }: ReplayRequest,
  upstream: Catalog,
): ReturnType<typeof renamesBetween> {
  const adapter = formatOf(format);
  const present = new Set(upstream.entries.map((entry) => identityOf(adapter, entry)));
  if (former === null || changes.every((change) => present.has(identityOf(adapter, change)))) {
    return new Map();
  }
  if (options.template === null) {
    return renamesBetween(adapter, parseFile(adapter, former, options), upstream);
  }
  const base = templateOptions(options, sourceLanguage);
  const [before, after] = [former, options.template].map((file) => parseFile(adapter, file, base));
  return renamesBetween(adapter, before!, after!);
}
