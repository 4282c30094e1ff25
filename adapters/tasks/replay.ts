import type { ApplyOptions } from '../adapter.ts';
import { applyVerified } from '../edit.ts';
import { type Replay, type ReplayedChange, replayChanges } from '../merge.ts';
import { formatOf, parseFile } from './file.ts';

export interface ReplayRequest {
  format: string;
  /** The file as upstream has it. */
  bytes: Uint8Array;
  changes: readonly ReplayedChange[];
  options: ApplyOptions;
}

/** As `Replay`, with the file in which the changes are. */
export type ReplayResult = Omit<Replay, 'edits'> & { bytes: Uint8Array };

/** Repeats our changes on upstream's version of a file. @throws {FormatError} */
export function replayFile({ format, bytes, changes, options }: ReplayRequest): ReplayResult {
  const adapter = formatOf(format);
  const { edits, ...outcome } = replayChanges(adapter, parseFile(adapter, bytes, options), changes);
  return { ...outcome, bytes: applyVerified(adapter, bytes, edits, options) };
}
