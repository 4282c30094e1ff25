import type { Subject } from '../check.ts';
import { type Entry, isTerm, parseEntry } from './entry.ts';

/** Whether `differs` holds for a source and a translation; those that are empty or not valid are no entries to compare. */
export function someEntryPair(subject: Subject, differs: (source: Entry, target: Entry) => boolean): boolean {
  return subject.pairs.some(({ source, target }) => {
    if (source === '' || target === '' || source === target) {
      return false;
    }
    const expected = parseEntry(source, isTerm(subject));
    const found = expected && parseEntry(target, isTerm(subject));
    return found !== null && differs(expected!, found);
  });
}
