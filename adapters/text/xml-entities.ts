import { FormatError } from '../adapter.ts';

/** Characters that one entity may stand for in all; more is an attack, not a product name. */
const longestExpansion = 100_000;

/**
 * Names of the general entities that a document type declares. Files with them are edited as they stand, so they are
 * never expanded here; but whoever reads the file later may do it, so what would blow up is refused.
 * @param line where the declaration ends, for the error.
 * @throws {FormatError} for entities that contain themselves or expand without measure.
 */
export function declaredEntities(doctype: string, line: number): ReadonlySet<string> {
  const values = new Map<string, string>();
  const subset = doctype.replace(/<!--[\s\S]*?-->/g, '');
  for (const [, name, value] of subset.matchAll(
    /<!ENTITY\s+([^\s%"'<>&;]+)\s+(?:"([^"]*)"|'[^']*'|SYSTEM|PUBLIC)/g,
  )) {
    if (name && !values.has(name)) {
      values.set(name, value ?? '');
    }
  }
  const lengths = new Map<string, number>();
  for (const name of values.keys()) {
    if (expandedLength(name, values, lengths, 0) > longestExpansion) {
      throw new FormatError(`the entity "${name}" is longer than ${longestExpansion} characters`, line);
    }
  }
  return new Set(values.keys());
}

/** Matches a reference to one of the entities, and one whose ampersand is escaped any number of times. */
export function referencePattern(entities: ReadonlySet<string>): RegExp | null {
  if (entities.size === 0) {
    return null;
  }
  const names = [...entities].map((name) => name.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&')).join('|');
  return new RegExp(`(&(?:amp;)*(?:${names});)`, 'g');
}

function expandedLength(
  name: string,
  values: ReadonlyMap<string, string>,
  lengths: Map<string, number>,
  depth: number,
): number {
  const known = lengths.get(name);
  if (known !== undefined) {
    return known;
  }
  if (depth > 50) {
    return Number.POSITIVE_INFINITY;
  }
  const value = values.get(name) ?? '';
  let length = value.length;
  for (const [, inner] of value.matchAll(/&([^\s#;&]+);/g)) {
    length += values.has(inner!) ? expandedLength(inner!, values, lengths, depth + 1) : 0;
  }
  lengths.set(name, length);
  return length;
}
