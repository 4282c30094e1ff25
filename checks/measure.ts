import { type Flags, textOf } from './flags.ts';
import { xmlContent } from './markup/xml-strings.ts';

/** A text as the checks of length and size measure it: without markup if it is XML, then with `replacements`. */
export function measuredText(text: string, flags: Flags): string {
  const content = flags.has('xml-text') && /[<&]/.test(text) ? xmlContent(text) : text;
  return flags.has('replacements') ? replacer(flags)(content) : content;
}

/** Length as people count: in code points. */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let index = 1; index < text.length; index++) {
    const isPair = isSurrogate(text, index, 0xdc00) && isSurrogate(text, index - 1, 0xd800);
    length -= isPair ? 1 : 0;
  }
  return length;
}

function isSurrogate(text: string, index: number, kind: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === kind;
}

const replacers = new WeakMap<Flags, (text: string) => string>();

/** One pass from left to right; where several texts begin at the same place the longest one is replaced. */
function replacer(flags: Flags): (text: string) => string {
  const known = replacers.get(flags);
  if (known) {
    return known;
  }
  const values = (flags.get('replacements') ?? []).map(textOf);
  const table = new Map<string, string>();
  for (let index = 0; index + 1 < values.length; index += 2) {
    if (values[index] !== '') {
      table.set(values[index]!, values[index + 1]!);
    }
  }
  const longestFirst = [...table.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(escapeRegExp).join('|'), 'g');
  const replace = (text: string) =>
    table.size === 0 ? text : text.replace(pattern, (found) => table.get(found) ?? found);
  replacers.set(flags, replace);
  return replace;
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
