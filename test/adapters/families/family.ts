import type { Catalog, Edit, Entry, FileOptions } from '../../../adapters/adapter.ts';

/**
 * What the conformance suite must know about one format. `test/adapters/families/<adapter id>.ts` exports it as
 * `family`; the suite runs it over every file of `test/fixtures/<adapter id>/`. A fixture whose name starts with
 * `template.` is not tested itself: it is the base file of the others.
 */
export interface Family {
  /** Options for a fixture beyond the suite's own (Czech file, English source, default params, `template.*`). */
  options?: (file: string) => Partial<FileOptions>;
  /** A file with `count` strings, for the speed and memory tests. */
  generate: (count: number) => string;
  /**
   * Whether the fixture `file` can store `text`. When it cannot, `apply` must refuse it with a FormatError; texts may
   * never be altered silently. Every text when absent.
   */
  holds?: (text: string, file: string) => boolean;
  /** Line ends a file may have. A fixture is rewritten with each of them and must mean the same. */
  lineEnds: readonly ('\n' | '\r\n' | '\r')[];
  /** Encodings that a byte order mark may announce. */
  marks: readonly ('utf-8' | 'utf-16le' | 'utf-16be')[];
  /** A file of no bytes: has no strings, or is refused with a FormatError. */
  empty: 'no strings' | 'refused';
  /** A file with comments and no string; absent when the format has no comments. */
  commentsOnly?: string;
  /** A string that no fixture holds (its texts in ASCII, for fixtures in old encodings), inserted by the suite; absent when the adapter cannot add. */
  newString?: Extract<Edit, { type: 'set' }>;
  /** Strings that an adapter with `remove` must still refuse to remove; none when absent. */
  isKept?: (entry: Entry, entries: readonly Entry[]) => boolean;
  /** Files that must be refused with a FormatError. `line` is checked when given. */
  refused: readonly { what: string; file: string | Uint8Array; line?: number }[];
  /** Odd but legal files: read within the time limit, and give `strings` entries. */
  accepted?: readonly { what: string; file: string | Uint8Array; strings: number }[];
  /** A line that belongs to the entry below it (comments, flags): edits of the entry may change it. */
  leadingLine?: RegExp;
  /** A line that every edit may change, such as that of a revision date. */
  revisions?: RegExp;
  /** Second opinions on files, original and edited. */
  oracles?: readonly Oracle[];
}

export interface Oracle {
  name: string;
  /** Why it cannot run on this machine; null when it can. */
  absent: () => string | null;
  /** What it says against our reading of `bytes`; null when it agrees. */
  disagreement: (bytes: Uint8Array, catalog: Catalog, options: FileOptions) => string | null;
}
