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
  return { ...outcome, bytes: applyVerified(adapter, bytes, edits, options) };
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
