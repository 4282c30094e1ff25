import { type Adapter, type ApplyOptions, type Entry, FormatError } from '../adapter.ts';
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
 * Gives a bilingual file the strings of a template and what it says of them; their translations, and all that translators
 * wrote, stay.
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
  const updated = applyVerified(adapter, rest, additions, { ...options, template });
  return { bytes: describeVerified(adapter, updated, template, options) };
}

function describeVerified(
  adapter: Adapter,
  bytes: Uint8Array,
  template: Uint8Array,
  options: ApplyOptions,
): Uint8Array {
  const described = adapter.describe?.(bytes, template) ?? bytes;
  if (described === bytes) {
    return bytes;
  }
  const texts = (file: Uint8Array) => parseFile(adapter, file, options).entries.map(textOf);
  const [before, after] = [texts(bytes), texts(described)];
  const at = before.findIndex((text, index) => text !== after[index]);
  if (at !== -1 || before.length !== after.length) {
    throw new FormatError(`describing the strings would change ${before[at] ?? after[before.length]}`);
  }
  return described;
}

function textOf({ context, source, target, state, previousSource }: Entry): string {
  return JSON.stringify([context, source, target, state, previousSource]);
}
