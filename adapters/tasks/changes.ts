import { changesBetween, type StringChange } from '../merge.ts';
import { type FileRequest, formatOf, parseFile } from './file.ts';

export interface ChangesRequest extends Omit<FileRequest, 'bytes'> {
  /** The file in two versions; null: it did not exist. */
  before: Uint8Array | null;
  after: Uint8Array | null;
}

export interface ChangesResult {
  changes: StringChange[];
}

/** The strings in which two versions of a file differ. @throws {FormatError} */
export function fileChanges({ format, before, after, options }: ChangesRequest): ChangesResult {
  const adapter = formatOf(format);
  const read = (bytes: Uint8Array | null) => bytes && parseFile(adapter, bytes, options);
  return { changes: changesBetween(adapter, read(before), read(after)) };
}
