import { FluentParser, type Message, type Pattern, type Term } from '@fluent/syntax';
import type { Subject } from '../check.ts';

/** A message or term of Fluent, as far as checks look at it. */
export interface Entry {
  isTerm: boolean;
  value: Pattern | null;
  attributes: ReadonlyMap<string, Pattern>;
}

/** Deeper nesting than any person writes; it keeps the parser, which calls itself, from running out of stack. */
const deepest = 100;

const parser = new FluentParser({ withSpans: false });

/** Whether strings of this unit are terms: by the flag `fluent-type`, else by the `-` that names of terms start with. */
export function isTerm({ flags, unit }: Subject): boolean {
  const type = flags.get('fluent-type')?.[0];
  return type === undefined ? unit.context.startsWith('-') : type === 'Term';
}

/**
 * Reads the text of a unit, which is the body of an entry: the value, then a line `.attribute = pattern` for each attribute.
 *
 * @returns null for what is no valid entry of its type, an attribute given twice included.
 */
export function parseEntry(text: string, asTerm: boolean): Entry | null {
  if (isTooDeep(text)) {
    return null;
  }
  const { body } = parser.parse(`${asTerm ? '-' : ''}key =${indented(text)}\n`);
  const [entry] = body;
  if (body.length !== 1 || (entry?.type !== 'Message' && entry?.type !== 'Term')) {
    return null;
  }
  return entryOf(entry, asTerm);
}

function entryOf(entry: Message | Term, asTerm: boolean): Entry | null {
  const attributes = new Map(entry.attributes.map(({ id, value }) => [id.name, value]));
  return attributes.size < entry.attributes.length
    ? null
    : { isTerm: asTerm, value: entry.value, attributes };
}

/**
 * The value starts on the line of the key, where any first character is allowed; all other lines are indented, as the syntax
 * wants. Blank lines and long runs of spaces mean nothing to the checks, but much time to the parser.
 */
function indented(text: string): string {
  const short = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[\n ]*\n/g, '\n')
    .replace(/ {100,}/g, ' '.repeat(100));
  const startsWithAttribute = /^\s*\.[A-Za-z][\w-]* *=/.test(short);
  return `${startsWithAttribute ? '\n    ' : ' '}${short.trim().replaceAll('\n', '\n    ')}`;
}

/** Expressions lie in braces, and calls within these in brackets; brackets outside are text. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const { 0: sign } of text.matchAll(/[{}()]/g)) {
    if (sign === '{' || (sign === '(' && depth > 0)) {
      depth++;
    } else if (depth > 0) {
      depth--;
    }
    if (depth > deepest) {
      return true;
    }
  }
  return false;
}
