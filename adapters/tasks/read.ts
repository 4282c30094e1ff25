import type { GlossaryTerm } from '../../checks/check.ts';
import { wrongFlags } from '../../checks/flag-rules.ts';
import { FlagError } from '../../checks/flag-syntax.ts';
import { countChars, countWords } from '../../languages/words.ts';
import {
  type Adapter,
  type Catalog,
  type Entry,
  type EntryState,
  FormatError,
  identityOf,
  type PluralRule,
  type Problem,
} from '../adapter.ts';
import { fitForms } from '../forms.ts';
import { contentHash, idHash, stateNumber } from '../identity.ts';
import { type FileRequest, formatOf, parseFile, templateOptions } from './file.ts';

export interface ReadRequest extends FileRequest {
  /** Code of the language of the source texts. */
  sourceLanguage: string;
  /** Regular expression; strings of a monolingual file whose key does not match from its start are left out. */
  keyFilter?: string;
  /** The file stands for the source language of a bilingual component: its targets are the sources. */
  asSource?: boolean;
}

/** What the database stores of an entry. */
export interface SyncUnit {
  idHash: string;
  contentHash: string;
  context: string;
  source: string[];
  target: string[];
  /** 0 untranslated, 10 needs editing, 20 translated, 30 approved, 100 read only. */
  state: number;
  originalState: number;
  previousSource: string[];
  note: string;
  location: string;
  flags: string;
  explanation: string;
  /** Place among the strings of the file, or of its base file, from 1. */
  position: number;
  numWords: number;
  numChars: number;
  /** 0 when the string is not in the file itself. */
  line: number;
  /** Ids of the checks that the string fails, and its source string; left out where nobody has looked. */
  checks?: string[];
  sourceChecks?: string[];
  /** Terms of glossaries in its source; left out where nobody has looked or it does not ask for them. */
  terms?: readonly GlossaryTerm[];
}

export interface ReadResult {
  units: SyncUnit[];
  /** Plural rule written in the file. */
  plural: Catalog['plural'];
  problems: Problem[];
}

/**
 * The strings of a translation file. Those of a monolingual file are joined with its base file, which decides what
 * strings there are: one that the file lacks is untranslated, one that the base file lacks is left out, and so is one
 * without source text.
 * @throws {FormatError}
 */
export function readFile(request: ReadRequest): ReadResult {
  const { options, sourceLanguage } = request;
  const adapter = formatOf(request.format);
  const catalog = parseFile(adapter, request.bytes, options);
  const plural = catalog.plural?.number ?? options.plural.number;
  const strings = options.template
    ? joinTemplate(adapter, catalog, request, options.template)
    : catalog.entries.map((entry) => withSource(adapter, entry, plural, request));
  const isWanted = keyTest(request.keyFilter);
  const units: SyncUnit[] = [];
  for (const entry of strings) {
    const isMonolingual = adapter.monolingual === true || options.template !== null;
    if (isMonolingual && (isBlank(entry.source) || !isWanted(entry.context))) {
      continue;
    }
    units.push(unitOf(adapter, entry, units.length + 1, plural, sourceLanguage));
  }
  return { units, plural: catalog.plural, problems: [...catalog.problems, ...flagProblems(units)] };
}

/** Few lists of flags are shared by most strings, so each is looked at once. @throws {FormatError} on one that cannot be read */
export function flagProblems(strings: readonly Pick<Entry, 'flags' | 'line'>[]): Problem[] {
  const known = new Map<string, string[]>();
  return strings.flatMap(({ flags, line }) => {
    const found = known.get(flags) ?? (flags === '' ? [] : wrongIn(flags, line));
    known.set(flags, found);
    return found.map((message) => ({ kind: 'skipped', line, message }) as const);
  });
}

function wrongIn(flags: string, line: number): string[] {
  try {
    return wrongFlags(flags);
  } catch (cause) {
    if (cause instanceof FlagError) {
      throw new FormatError(`the flags "${flags}" cannot be read: ${cause.message}`, line, { cause });
    }
    throw cause;
  }
}

/** A file without base file holds the source itself: beside the target, or as the target of a base file. */
function withSource(adapter: Adapter, entry: Entry, plural: number, { asSource }: ReadRequest): Entry {
  if (entry.source.length === 0) {
    const forms = fitForms(adapter, entry.target, entry.plural ? plural : 1);
    return { ...entry, source: forms, target: forms };
  }
  return asSource ? { ...entry, target: entry.source, state: sourceState(entry.state) } : entry;
}

/** A mark of unfinished work in the file says nothing about the source. */
function sourceState(state: EntryState): EntryState {
  return state === 'readonly' ? 'readonly' : 'translated';
}

function joinTemplate(
  adapter: Adapter,
  catalog: Catalog,
  { options, sourceLanguage }: ReadRequest,
  template: Uint8Array,
): Entry[] {
  const base = parseFile(adapter, template, templateOptions(options, sourceLanguage));
  const sourcePlural: Pick<PluralRule, 'number'> = base.plural ?? options.sourcePlural;
  const translated = new Map(catalog.entries.map((entry) => [identityOf(adapter, entry), entry]));
  return base.entries.map((model) => {
    const entry = translated.get(identityOf(adapter, model));
    const plural = model.plural || entry?.plural === true;
    return {
      context: model.context,
      source: fitForms(adapter, model.target, plural ? sourcePlural.number : 1),
      target: entry?.target ?? [''],
      plural,
      state: model.state === 'readonly' ? 'readonly' : (entry?.state ?? 'translated'),
      previousSource: entry?.previousSource ?? [],
      note: model.note || (entry?.note ?? ''),
      location: model.location || (entry?.location ?? ''),
      flags: model.flags || (entry?.flags ?? ''),
      explanation: entry?.explanation ?? '',
      line: entry?.line ?? 0,
    };
  });
}

function unitOf(
  adapter: Adapter,
  entry: Entry,
  position: number,
  plural: number,
  sourceLanguage: string,
): SyncUnit {
  const { context, source, previousSource, note, location, flags, explanation, line } = entry;
  const target =
    entry.target === entry.source ? entry.target : fitForms(adapter, entry.target, entry.plural ? plural : 1);
  const state = stateNumber({ state: entry.state, target });
  return {
    idHash: idHash(adapter, entry),
    contentHash: contentHash(source, context),
    context,
    source,
    target,
    state,
    originalState: state,
    previousSource,
    note,
    location,
    flags,
    explanation,
    position,
    numWords: countWords(source, sourceLanguage),
    numChars: countChars(source),
    line,
  };
}

function isBlank(forms: readonly string[]): boolean {
  return forms.every((form) => form === '');
}

function keyTest(pattern = ''): (key: string) => boolean {
  if (pattern === '') {
    return () => true;
  }
  const expression = compile(pattern);
  return (key) => {
    expression.lastIndex = 0;
    return expression.test(key);
  };
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'y');
  } catch (cause) {
    throw new FormatError(`the key filter is not a regular expression: ${pattern}`, 0, { cause });
  }
}
