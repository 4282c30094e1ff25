import { type ApplyOptions, FormatError } from '../adapter.ts';
import { formatOf, parseFile } from './file.ts';

export interface CreateRequest {
  format: string;
  /** The component's `new_base`, or its template; null for an empty file. */
  base: Uint8Array | null;
  options: ApplyOptions;
}

export interface CreateResult {
  bytes: Uint8Array;
}

/** A new translation file, which was read once to see that it is valid. @throws {FormatError} */
export function createFile({ format, base, options }: CreateRequest): CreateResult {
  const adapter = formatOf(format);
  if (!base && !adapter.startsEmpty) {
    throw new FormatError(`a new ${adapter.name} needs a base file`);
  }
  const bytes = adapter.create(base, options);
  parseFile(adapter, bytes, options);
  return { bytes };
}
