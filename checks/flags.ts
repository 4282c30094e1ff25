import { FlagError, readFlags } from './flag-syntax.ts';

/** A parameter of a flag: a text, or a regular expression (`r"…"`). */
export type FlagValue = string | { pattern: string };

/** Flags by name; one without a value has an empty list. */
export type Flags = ReadonlyMap<string, readonly FlagValue[]>;

/** Most strings share few lists of flags, so each is read once; the limit keeps odd files from filling the memory. */
const cacheLimit = 10_000;
const parsed = new Map<string, Flags>();
const merged = new Map<string, Flags>();

/**
 * Reads a list of flags. Of a flag that stands there twice the last one counts. Equal texts give the same object, which
 * lets others keep by it what they learnt of the flags.
 *
 * @throws {FlagError} on text that is no list of flags.
 */
export function parseFlags(text: string): Flags {
  return cached(parsed, text, () => {
    const flags = new Map<string, readonly FlagValue[]>();
    for (const { name, values } of readFlags(text)) {
      if (name !== 'fuzzy' && name !== '#') {
        const known = name === 'markdown-text' ? 'md-text' : name;
        // A repeated flag moves to the end: its place counts for `discard`.
        flags.delete(known);
        flags.set(known, values);
      }
    }
    return flags;
  });
}

/**
 * The flags in force where `texts` are lists of flags from the outermost (project) to the innermost (the string itself):
 * inner ones win over outer ones of the same name, and `discard:NAME` takes away what came before it. A list that cannot be
 * read says nothing: fields of the API never hold one, but files may, and their strings are to be seen all the same.
 */
export function mergeFlags(...texts: readonly string[]): Flags {
  const given = texts.filter((text) => text !== '');
  return cached(merged, given.join('\u0000'), () => {
    const flags = new Map<string, readonly FlagValue[]>();
    for (const text of given) {
      for (const [name, values] of readable(text)) {
        if (name === 'discard') {
          values.forEach((value) => {
            flags.delete(textOf(value));
          });
        } else {
          flags.set(name, values);
        }
      }
    }
    return flags;
  });
}

/** Flags in their normal form: sorted, joined by `, `, quoted only where they have to be. */
export function formatFlags(flags: Flags): string {
  const items = [...flags].map(([name, values]) => [quoted(name), ...values.map(formatValue)].join(':'));
  return items.sort().join(', ');
}

/** The value of a flag that is a whole number: undefined without the flag, null if the value is anything else. */
export function flagInteger(flags: Flags, name: string): number | null | undefined {
  const values = flags.get(name);
  return values === undefined ? undefined : integerOf(values.length === 1 ? values[0] : undefined);
}

/** The whole number that a value of a flag spells; null if it spells none. */
export function integerOf(value: FlagValue | undefined): number | null {
  if (typeof value !== 'string' || !/^[+-]?\d{1,15}$/.test(value)) {
    return null;
  }
  return Number(value);
}

/** The text of a value, be it a regular expression or not. */
export function textOf(value: FlagValue): string {
  return typeof value === 'string' ? value : value.pattern;
}

/** Order of a string in the editor: `priority:N`, 100 without it. */
export function priorityOf(flags: Flags): number {
  return flagInteger(flags, 'priority') ?? 100;
}

function formatValue(value: FlagValue): string {
  return typeof value === 'string' ? quoted(value) : `r"${escaped(value.pattern)}"`;
}

function quoted(text: string): string {
  return /[\s,:"'\\]/.test(text) ? `"${escaped(text)}"` : text;
}

/** Backslashes stay as they are unless what follows would be read as part of an escape. */
function escaped(text: string): string {
  return text
    .replace(/\\(?=["\\nrtf\n\r]|$)|"/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
}

function readable(text: string): Flags {
  try {
    return parseFlags(text);
  } catch (error) {
    if (error instanceof FlagError) {
      return parseFlags('');
    }
    throw error;
  }
}

function cached(cache: Map<string, Flags>, key: string, make: () => Flags): Flags {
  const known = cache.get(key);
  if (known) {
    return known;
  }
  const flags = make();
  if (cache.size >= cacheLimit) {
    cache.clear();
  }
  cache.set(key, flags);
  return flags;
}
