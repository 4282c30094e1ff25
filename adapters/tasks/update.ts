import type { ApplyOptions } from '../adapter.ts';
import { applyVerified } from '../edit.ts';
import { updateEdits } from '../update.ts';
import { formatOf, parseFile } from './file.ts';

export interface UpdateRequest {
  format: string;
  bytes: Uint8Array;
  /** The strings that the file is to have, and their order. */
  template: Uint8Array;
  /** `template` null. */
  options: ApplyOptions;
}

/**
 * Gives a bilingual file the strings of a template; all others keep their bytes.
 * @throws {FormatError}
 */
export function updateFile({ format, bytes, template, options }: UpdateRequest): { bytes: Uint8Array } {
  const adapter = formatOf(format);
  const { removals, additions } = updateEdits(
    adapter,
    parseFile(adapter, bytes, options),
    parseFile(adapter, template, { ...options, plural: options.sourcePlural }),
  );
  // A string that has become a plural is removed and comes anew.
  const rest = applyVerified(adapter, bytes, removals, options);
  return { bytes: applyVerified(adapter, rest, additions, { ...options, template }) };
}
