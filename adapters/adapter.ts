/**
 * The contract of a file format. An adapter is one plain object that `satisfies Adapter`: pure and synchronous,
 * bytes in and bytes out, no disk, no clock, no database. It runs inside a pool worker (pool.ts, worker.ts).
 *
 * Files are edited, never re-serialised: `apply` replaces the spans of what changed and leaves every other byte.
 */

/** How far a string is, as the file says it. A file that says nothing about it gives `translated`. */
export type EntryState = 'fuzzy' | 'translated' | 'approved' | 'readonly';

/** CLDR plural categories, in the order in which files list them. */
export const pluralCategories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
export type PluralCategory = (typeof pluralCategories)[number];

/** The plural rule of one language. Form `i` of a string is used for the counts that `formula` maps to `i`. */
export interface PluralRule {
  /** Number of forms, 1 to 10. */
  number: number;
  /** C expression of n in gettext's form, such as `n != 1`. */
  formula: string;
  /** CLDR category of each form, for formats that name forms; as long as `number`. */
  categories: readonly PluralCategory[];
}

/** One string of a file. Texts are decoded (no escapes left) and hold LF line ends, whatever the file has. */
export interface Entry {
  /** Key in a monolingual format, context (`msgctxt`, id) in a bilingual one; '' when the entry has none. */
  context: string;
  /** Source text, one item per plural form. Monolingual files hold one language only: always `[]` there. */
  source: string[];
  /**
   * Text of this file's language, one item per plural form as the file has them (multi-value formats: one per
   * alternative). `['']` is an untranslated string.
   */
  target: string[];
  /** True when the file itself marks the string as a plural, even with a single form. */
  plural: boolean;
  state: EntryState;
  /** Source text before the change that made the string fuzzy; `[]` when the file does not tell. */
  previousSource: string[];
  /** Comments for translators, LF between lines. */
  note: string;
  /** Where the string is used, as in the file; comma and space between several (`a.c:1, b.c:2`). */
  location: string;
  /** Flags of the file, comma and space between several (`c-format, max-length:20`); never `fuzzy`. */
  flags: string;
  /** Explanation of the string where the format stores one. */
  explanation: string;
  /** Line of the entry in the file, from 1; 0 in formats without lines. */
  line: number;
}

/** Something to tell the user about a file that could still be read. */
export interface Problem {
  kind: 'duplicate' | 'skipped';
  line: number;
  message: string;
}

/** What a file holds. `entries` are in file order; of several entries with one identity only the first is there. */
export interface Catalog {
  entries: Entry[];
  /** Plural rule written in the file, where the format has one and the file fills it. */
  plural: { number: number; formula: string } | null;
  problems: Problem[];
}

/** Context of reading and writing one file. */
export interface FileOptions {
  /** Language code of the file, as written in its name (or, in files of several languages, inside it). */
  language: string;
  /** Plural rule of the file's language. */
  plural: PluralRule;
  /** Plural rule of the source language. */
  sourcePlural: PluralRule;
  /** `file_format_params` of the component. */
  params: Readonly<Record<string, string | number | boolean>>;
  /**
   * The monolingual base file or the document that translations are built from; `null` for bilingual files (but when they get
   * the strings of a template) and when the file read is itself the base.
   */
  template: Uint8Array | null;
}

/**
 * What to put into a file. A `set` whose string the file lacks inserts it (at the place the template gives it, else
 * at the end). Identity is `context` alone, or `context` and `source` where `Adapter.identity` says so.
 */
export type Edit =
  | {
      type: 'set';
      context: string;
      source: string[];
      target: string[];
      state: EntryState;
      /** Only used when the string is inserted. */
      note?: string;
      /** As in `Entry`. */
      location?: string;
      flags?: string;
      explanation?: string;
    }
  | { type: 'remove'; context: string; source: string[] };

/** Values for a file's header; only what the format has and the file does not already say is written. */
export interface Header {
  /** Code as in the file's name. */
  language?: string;
  /** Time of the newest edit. */
  revised?: Date;
  /** `Name <mail>` of the newest edit's author. */
  lastTranslator?: string;
  languageTeam?: string;
  reportBugsTo?: string;
}

export interface ApplyOptions extends FileOptions {
  header: Header;
}

/** One setting of `file_format_params`. */
export interface FormatParam {
  name: string;
  /** What it does, a sentence. */
  label: string;
  type: 'string' | 'number' | 'boolean';
  choices?: readonly (string | number)[];
  default: string | number | boolean;
}

export interface Adapter {
  /** Id in the API (`file_format`), such as `po-mono`. */
  id: string;
  name: string;
  /** Extension of new and downloaded files, with the dot. */
  extension: string;
  /** File-name patterns by which uploads are recognised, such as `*.po`. */
  autoload: readonly string[];
  contentType: string;
  /**
   * `false`: source and target stand in one file. `true`: a file holds one language, the base file (`template`)
   * gives the source. `null`: either, as the component has a template or not.
   */
  monolingual: boolean | null;
  /** What tells two strings of a file apart. */
  identity: 'context' | 'context+source';
  /** Whether strings may have plural forms. */
  plurals: boolean;
  /** One string may have several equal translations (never together with plurals). */
  multivalue: boolean;
  /** States the format can store; the others are lost on writing. */
  stores: readonly EntryState[];
  /** Whether strings can be inserted and removed. */
  add: boolean;
  remove: boolean;
  /** Whether a new file can be made without a base (`create` with `base` null). */
  startsEmpty: boolean;
  /**
   * `edits`: `apply` gets the file and what changed. `everything`: the file is built anew from the template
   * (documents), so `apply` gets every translated string of the language and `options.template`.
   */
  writes: 'edits' | 'everything';
  /** `folder`: one translation is a directory; adapters see it as one ZIP whose entries are stored uncompressed. */
  unit: 'file' | 'folder';
  /** Language code style of new files when the component does not choose one. */
  codeStyle: string;
  params: readonly FormatParam[];
  /** A small valid file, used to check plug-ins at start and in the conformance suite. */
  sample: string;
  /** Languages inside one file; only in formats that keep several in a file. */
  languages?(bytes: Uint8Array): string[];
  /** @throws {FormatError} on bytes this format cannot read, with the line where it can be told. */
  parse(bytes: Uint8Array, options: FileOptions): Catalog;
  /**
   * The file with `edits` in it. Bytes outside the edited strings (and the header fields that change) stay.
   * @throws {FormatError} when an edit cannot be expressed or, without `add`/`remove`, inserted or removed.
   */
  apply(bytes: Uint8Array, edits: readonly Edit[], options: ApplyOptions): Uint8Array;
  /**
   * A new translation file: `base` (the component's `new_base`, or a copy of the template) with every target
   * emptied and the header filled in; with `base` null the smallest valid file.
   */
  create(base: Uint8Array | null, options: ApplyOptions): Uint8Array;
  /**
   * A bilingual file with the notes, places and flags that `template` has for its strings; only in formats that repeat them in
   * every file. Texts, states and what translators wrote stay.
   */
  describe?(bytes: Uint8Array, template: Uint8Array): Uint8Array;
}

/** A file, or an edit of it, that the format does not allow. The caller adds the file's name. */
export class FormatError extends Error {
  override name = 'FormatError';
  /** From 1; 0 when it cannot be told. */
  readonly line: number;
  /** The message without the line. */
  readonly reason: string;

  constructor(reason: string, line = 0, options?: ErrorOptions) {
    super(line > 0 ? `line ${line}: ${reason}` : reason, options);
    this.line = line;
    this.reason = reason;
  }
}

/** The text that tells a string apart from others of its file. */
export function identityOf(
  adapter: Pick<Adapter, 'identity'>,
  entry: { context: string; source: readonly string[] },
): string {
  if (adapter.identity === 'context') {
    return entry.context;
  }
  return `${entry.context}\u0004${entry.source[0] ?? ''}`;
}
