import { type Edit, type Entry, FormatError } from '../adapter.ts';
import { applyVerified } from '../edit.ts';
import { type FileRequest, formatOf, parseFile } from './file.ts';

export interface VerifyResult {
  /** Number of strings in the file. */
  strings: number;
}

/**
 * Checks that the format can work on a file without harm: reads it, writes it without edits and with every string set
 * to its own value, and compares the bytes.
 * @throws {FormatError} when the file cannot be read or does not come back byte by byte.
 */
export function verifyFile({ format, bytes, options }: FileRequest): VerifyResult {
  const adapter = formatOf(format);
  const { entries } = parseFile(adapter, bytes, options);
  const written = { ...options, header: {} };
  const edits = entries.map(asEdit);
  if (adapter.writes === 'edits') {
    compare(bytes, adapter.apply(bytes, [], written), 'writing the file without edits changes it');
  }
  compare(
    bytes,
    adapter.apply(bytes, edits, written),
    'setting every string to its own value changes the file',
  );
  compare(bytes, applyVerified(adapter, bytes, edits, written), 'a verified write changes the file');
  return { strings: entries.length };
}

/** The edit that leaves a string as it is. */
function asEdit({ context, source, target, state }: Entry): Edit {
  return { type: 'set', context, source, target, state };
}

function compare(before: Uint8Array, after: Uint8Array, reason: string): void {
  if (Buffer.compare(before, after) === 0) {
    return;
  }
  const at = before.findIndex((byte, index) => byte !== after[index]);
  const offset = at < 0 ? before.length : at;
  const line = Buffer.from(before.subarray(0, offset)).toString('latin1').split('\n').length;
  throw new FormatError(reason, line);
}
