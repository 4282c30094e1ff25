/**
 * The contract of a quality check. A check is one plain object that `satisfies Check`: pure, synchronous, without state. It
 * looks at one string in one language; checks that compare strings with each other are in models/.
 */
import type { Flags } from './flags.ts';

/** The plural rule of a language, and what its forms are used for. */
export interface PluralForms {
  number: number;
  /** C expression of n; two rules with the same results count as equal. */
  formula: string;
  /** By form, the first ten counts that select it, of 0…9999 and 10000, 11000, … 2000000. */
  samples: readonly (readonly number[])[];
}

/** What holds for all strings of a translation. */
export interface Surroundings {
  /** Codes as the server knows them (`pt_BR`). */
  sourceLanguage: string;
  language: string;
  sourcePlural: PluralForms;
  plural: PluralForms;
  /** Id of the adapter. */
  fileFormat: string;
  /** The format holds several equal translations of a string, which are not plural forms. */
  multivalue: boolean;
  /** Strings of the source language are looked at by source checks, those of others by target checks. */
  isSource: boolean;
  isGlossary: boolean;
  /** Names of project and component: words of theirs may stay as they are. */
  names: readonly string[];
  /** Names of languages, for the same purpose; lower case. */
  languageNames: ReadonlySet<string>;
}

/** An entry of a glossary for a term that stands in a source text. */
export interface GlossaryTerm {
  source: string;
  /** The text that is expected, that of a read-only term being the source; '': it is not translated yet. */
  target: string;
  /** The target must not be used. */
  isForbidden: boolean;
  isReadOnly: boolean;
}

/** A string, as checks see it. */
export interface CheckedUnit {
  context: string;
  /** One item per form, never empty. */
  source: readonly string[];
  target: readonly string[];
  state: number;
  note: string;
  /** Flags of all levels, merged. */
  flags: Flags;
  /** What the project's glossaries say of its source, in its language; left out where its flags do not ask for that. */
  terms?: readonly GlossaryTerm[];
}

/** A part of a text that no translator may change; UTF-16 indexes, the end is outside. */
export interface Span {
  start: number;
  end: number;
}

/** A string together with what several checks want to know of it; see subject.ts. */
export interface Subject {
  unit: CheckedUnit;
  around: Surroundings;
  flags: Flags;
  /** Source and target forms that belong together. */
  pairs: readonly FormPair[];
  /** Placeholders and markup of a text of this string, by the checks that are on for it: in order, without overlaps. */
  placeables(text: string): readonly Span[];
  /** The form without markup and with `replacements`, as the checks of length measure it. */
  measured(text: string): string;
}

export interface FormPair {
  source: string;
  target: string;
  /** Index of the target's form. */
  form: number;
}

export interface Check {
  /** As in the API. */
  id: string;
  name: string;
  /** One sentence: what is wrong when it fires. */
  description: string;
  /** What it looks at; `both`: max-size. */
  kind: 'source' | 'target' | 'both' | 'glossary';
  /** Flags of which one must be set; null: on for every string. */
  enabledBy: readonly string[] | null;
  /** Flag that turns it off, where it is not `ignore-` and the id with `-` for `_`. */
  ignoredBy?: string;
  /** Whether it can say anything about this string, by language, format and automatic flags. */
  applies?(subject: Subject): boolean;
  fires(subject: Subject): boolean;
  /** Placeholders or markup that this check, if it is on, knows in a text. */
  placeables?(text: string, subject: Subject): Iterable<Span>;
}
