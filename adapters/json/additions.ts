import { FormatError } from '../adapter.ts';
import type { JsonPath } from './key-path.ts';

/** A value to be inserted: JSON text, or a container with new members. */
export type NewValue = string | NewContainer;

/** An object or array that the file lacks, or the members to be added to one that it has. */
export interface NewContainer {
  type: 'object' | 'array';
  members: Map<string | number, NewValue>;
}

/** The container that holds a member with the key `part`. */
export function newContainer(part: string | number): NewContainer {
  return { type: typeof part === 'number' ? 'array' : 'object', members: new Map() };
}

/**
 * Puts `value` at `path` below `container`, making the containers between them.
 * @throws {FormatError} when something else is to be added at one of those places.
 */
export function addValue(container: NewContainer, path: JsonPath, value: string): void {
  let place = container;
  for (const [index, part] of path.entries()) {
    const next = path[index + 1];
    const wanted = next === undefined ? value : newContainer(next);
    const present = place.members.get(part);
    if (present === undefined) {
      place.members.set(part, wanted);
    }
    const inner = present ?? wanted;
    if (typeof inner !== typeof wanted) {
      throw new FormatError(`${JSON.stringify(part)} cannot hold both a text and other keys`);
    }
    if (typeof inner === 'string' || typeof wanted === 'string') {
      return;
    }
    if (inner.type !== wanted.type) {
      throw new FormatError(`${JSON.stringify(part)} cannot hold both keys and indexes`);
    }
    place = inner;
  }
}
