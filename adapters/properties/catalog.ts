import type { Catalog, Entry, FileOptions, Problem } from '../adapter.ts';
import { decodeProperties } from './charset.ts';
import { type Property, scanProperties } from './scan.ts';

/**
 * The strings of a file. Java takes the last of several lines with one key, so the entry is the last one, and that
 * is the one edited; the others stay in the file and are named in the problems.
 * @throws {FormatError}
 */
export function readCatalog(bytes: Uint8Array, options: FileOptions): Catalog {
  const properties = scanProperties(decodeProperties(bytes, options.params).text);
  const last = new Map(properties.map((property) => [property.key, property]));
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  for (const property of properties) {
    const counting = last.get(property.key)!;
    if (counting === property) {
      entries.push(toEntry(property));
    } else {
      const message = `"${property.key}" comes again in line ${counting.line}; the last one is used`;
      problems.push({ kind: 'duplicate', line: property.line, message });
    }
  }
  return { entries, plural: null, problems };
}

function toEntry({ key, value, comments, line }: Property): Entry {
  return {
    context: key,
    source: [],
    target: [value],
    plural: false,
    state: 'translated',
    previousSource: [],
    note: comments.join('\n').trim(),
    location: '',
    flags: '',
    explanation: '',
    line,
  };
}
