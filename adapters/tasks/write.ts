import { type Adapter, type ApplyOptions, type Edit, type FileOptions, identityOf } from '../adapter.ts';
import { applyVerified } from '../edit.ts';
import { formatOf, parseFile, templateOptions } from './file.ts';

export interface WriteRequest {
  format: string;
  bytes: Uint8Array;
  edits: Edit[];
  options: ApplyOptions;
  /** Add strings that neither the file nor its base file holds. */
  insert?: boolean;
}

export interface WriteResult {
  bytes: Uint8Array;
  /** Edits that were left out because the file has no such string and must not, or cannot, get it. */
  missing: Edit[];
}

/**
 * Writes edits into a file and verifies the result. A string that only the base file holds is added where the format
 * can do so; leaving such a string untranslated needs no writing.
 * @throws {FormatError}
 */
export function writeFile({ format, bytes, edits, options, insert = false }: WriteRequest): WriteResult {
  const adapter = formatOf(format);
  const inFile = identities(adapter, bytes, options);
  const isAbsent = (edit: Edit) => edit.type === 'set' && !inFile.has(identityOf(adapter, edit));
  const inTemplate = edits.some(isAbsent) ? templateIdentities(adapter, options) : new Set<string>();
  const writable: Edit[] = [];
  const missing: Edit[] = [];
  for (const edit of edits) {
    if (edit.type === 'remove' || !isAbsent(edit)) {
      writable.push(edit);
    } else if (canTake(adapter, inTemplate.has(identityOf(adapter, edit)) || insert)) {
      if (insert || edit.target.some((form) => form !== '')) {
        writable.push(edit);
      }
    } else {
      missing.push(edit);
    }
  }
  return { bytes: applyVerified(adapter, bytes, writable, options), missing };
}

function canTake(adapter: Adapter, isWanted: boolean): boolean {
  return isWanted && (adapter.add || adapter.writes === 'everything');
}

function templateIdentities(adapter: Adapter, options: ApplyOptions): Set<string> {
  if (!options.template) {
    return new Set();
  }
  // The language inside the base file matters to formats with several languages only, which have no base file.
  return identities(adapter, options.template, templateOptions(options, options.language));
}

function identities(adapter: Adapter, bytes: Uint8Array, options: FileOptions): Set<string> {
  return new Set(parseFile(adapter, bytes, options).entries.map((entry) => identityOf(adapter, entry)));
}
