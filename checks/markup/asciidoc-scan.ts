import type { Span } from '../check.ts';
import { isEscaped } from './code-spans.ts';

/** Markup that a translation repeats; the span leaves out the text that is to be translated. */
export interface AsciidocMarkup extends Span {
  /** Equal for markup of which one may stand for the other. */
  key: string;
}

/** What begins and ends text that AsciiDoc leaves alone; the longest first. */
const passThroughs: readonly (readonly [string, string])[] = [
  ['+++', '+++'],
  ['++', '++'],
  ['`+', '+`'],
  ['$$', '$$'],
];

/** Macros, references, anchors and pass-throughs of a text, in order. Single `+…+` is not looked at: it is also addition. */
export function readAsciidoc(text: string): AsciidocMarkup[] {
  if (!/[:<[+$]/.test(text)) {
    return [];
  }
  const found: AsciidocMarkup[] = [];
  const finder = new Finder(text);
  const triggers = /::?|<<|\[\[|`\+|\+\++|\$\$/g;
  for (let match = triggers.exec(text); match; match = triggers.exec(text)) {
    const item = readMacro(text, match, finder, found.at(-1)?.end ?? 0) ?? readOther(text, match, finder);
    if (item) {
      found.push(item);
      triggers.lastIndex = item.end;
    }
  }
  return found;
}

/** Name, colon, target without blanks, text in brackets; the text may hold markup of its own. */
function readMacro(
  text: string,
  match: RegExpExecArray,
  finder: Finder,
  from: number,
): AsciidocMarkup | null {
  if (!match[0].startsWith(':')) {
    return null;
  }
  let start = match.index;
  while (start > from && /[\p{L}\p{N}_-]/u.test(text[start - 1]!)) {
    start--;
  }
  if (!/[\p{L}\p{N}_]/u.test(text[start]!) || isEscaped(text, start)) {
    return null;
  }
  const bracket = finder.find(/[[\s\]]/g, match.index);
  if (bracket < 0 || text[bracket] !== '[') {
    return null;
  }
  const close = finder.find(/(?<!\\)\]/g, bracket);
  if (close < 0) {
    return null;
  }
  const isPass = text.slice(start, match.index) === 'pass';
  const end = isPass ? close + 1 : bracket;
  return { start, end, key: text.slice(start, end) };
}

function readOther(text: string, match: RegExpExecArray, finder: Finder): AsciidocMarkup | null {
  const start = match.index;
  if (isEscaped(text, start)) {
    return null;
  }
  if (match[0] === '<<' || match[0] === '[[') {
    const close = match[0] === '<<' ? '>>' : ']]';
    const end = finder.findText(close, start + 3);
    if (end < 0) {
      return null;
    }
    const id = /^[^,\n[\]<>]+/.exec(text.slice(start + 2, Math.min(end, start + 500)))?.[0].trim();
    return id ? { start, end: end + 2, key: match[0] + id } : null;
  }
  for (const [open, close] of passThroughs) {
    if (text.startsWith(open, start)) {
      const end = finder.findText(close, start + open.length + 1);
      if (end >= 0) {
        return { start, end: end + close.length, key: text.slice(start, end + close.length) };
      }
    }
  }
  return null;
}

/** Looks for things ahead and remembers where they were, so that asking often does not mean reading often. */
class Finder {
  readonly #text: string;
  readonly #known = new Map<string, { from: number; at: number }>();

  constructor(text: string) {
    this.#text = text;
  }

  find(pattern: RegExp, from: number): number {
    return this.#remember(pattern.source, from, () => {
      pattern.lastIndex = from;
      return pattern.exec(this.#text)?.index ?? -1;
    });
  }

  findText(part: string, from: number): number {
    return this.#remember(part, from, () => this.#text.indexOf(part, from));
  }

  #remember(key: string, from: number, look: () => number): number {
    const known = this.#known.get(key);
    if (known && known.from <= from && (known.at < 0 || known.at >= from)) {
      return known.at;
    }
    const at = look();
    this.#known.set(key, { from, at });
    return at;
  }
}
