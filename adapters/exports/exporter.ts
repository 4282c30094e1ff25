import type { Adapter, PluralRule } from '../adapter.ts';

/**
 * The contract of a conversion. An exporter makes a whole new file of strings that the database holds, whatever format
 * their own file has. It is one plain object: pure and synchronous, and runs inside a pool worker.
 */
export interface Exporter {
  /** Id in the API (`format`), such as `xliff11`. */
  id: string;
  name: string;
  /** Of the file, with the dot. */
  extension: string;
  /** Without a charset: texts are UTF-8. */
  contentType: string;
  /** Which components it is for. */
  only: 'any' | 'gettext' | 'monolingual' | 'multivalue';
  /** @throws {FormatError} when one of the strings cannot be expressed. */
  export(strings: readonly ExportString[], about: ExportAbout): Uint8Array;
}

/** One string to be written. Texts hold LF line ends. */
export interface ExportString {
  /** Key in a monolingual component. */
  context: string;
  /** One item per plural form, in the rule of the source language. */
  source: readonly string[];
  /** One item per plural form, in the rule of the language (multi-value formats: one per alternative). */
  target: readonly string[];
  /** Source before the change that asks for an edit; `[]`: none. */
  previousSource: readonly string[];
  state: 'untranslated' | 'fuzzy' | 'translated' | 'approved';
  /** Marked so by its file or by a flag. */
  isReadOnly: boolean;
  /** Comma and space between several. */
  location: string;
  /** Comment in the file and explanation given here. */
  developerNotes: string;
  /** What translators said of it. */
  translatorNotes: string;
  /** Flags in force, comma and space between several; never `fuzzy`. */
  flags: string;
  /** Characters that a translation may have, where a flag says so. */
  maxLength: number | null;
  /** 16 hex digits, another for each string of the file. */
  idHash: string;
}

/** Where the strings come from. */
export interface ExportAbout {
  /** Whether contexts are keys that programs find texts by. */
  monolingual: boolean;
  /** Codes as the server knows them, and the same as BCP 47 writes them. */
  language: string;
  sourceLanguage: string;
  languageTag: string;
  sourceTag: string;
  languageName: string;
  plural: PluralRule;
  sourcePlural: PluralRule;
  /** Names. */
  project: string;
  component: string;
  /** Page of the translation. */
  url: string;
  /** Time of the last change, in milliseconds; null: never. */
  changed: number | null;
  /** The monolingual base file, for the format whose keys need it. */
  base: Uint8Array | null;
}

/** Why strings of such a component cannot be had in the format; null when they can. */
export function refusalOf(
  { only, name }: Exporter,
  { adapter, monolingual }: { adapter: Adapter | undefined; monolingual: boolean },
): string | null {
  switch (only) {
    case 'any':
      return null;
    case 'gettext':
      return adapter?.id === 'po' || adapter?.id === 'po-mono'
        ? null
        : `${name} is only offered for gettext files.`;
    case 'monolingual':
      return monolingual ? null : `${name} is only offered for monolingual files.`;
    case 'multivalue':
      return adapter?.multivalue
        ? null
        : `${name} is only offered for files with several values of a string.`;
  }
}

/** Whether the string has forms for counts. */
export function isPlural({ source, target }: Pick<ExportString, 'source' | 'target'>): boolean {
  return source.length > 1 || target.length > 1;
}

/** The source that form `index` of a target belongs to: of two forms the second serves all but the first. */
export function sourceForm({ source }: Pick<ExportString, 'source'>, index: number): string {
  return source[index] ?? source.at(-1) ?? '';
}

/** Whether nothing is translated. */
export function isBlank({ target }: Pick<ExportString, 'target'>): boolean {
  return target.every((form) => form === '');
}
