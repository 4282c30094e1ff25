import type { Span } from '../check.ts';
import { isEscaped } from './code-spans.ts';
import { looseAddresses } from './rst-addresses.ts';
import { isQuoted, mayFollowEnd, mayPrecedeStart } from './rst-contexts.ts';

/** Inline markup of reStructuredText. */
export interface RstInline extends Span {
  kind:
    | 'emphasis'
    | 'strong'
    | 'literal'
    | 'substitution'
    | 'target'
    | 'role'
    | 'default-role'
    | 'footnote'
    | 'citation'
    | 'reference'
    | 'address';
  /** What is between the delimiters. */
  inner: Span;
  content: string;
  /** Of a role, in lower case. */
  role: string;
  /** Of a reference: where it leads to, if it says so. */
  uri: string | null;
  /** Of a reference or substitution: with two underscores. */
  anonymous: boolean;
}

interface End extends Span {
  role: string | null;
  reference: string | null;
}

type Closed = 'emphasis' | 'strong' | 'literal' | 'substitution' | 'target' | 'backtick';

/** Ends of what has both a start-string and an end-string; a literal knows no backslash. */
const ends: Record<Closed, RegExp> = {
  emphasis: /\*/g,
  strong: /\*\*/g,
  literal: /``/g,
  substitution: /\|_{0,2}/g,
  target: /`/g,
  backtick: /`(?::(?<role>[\p{L}\p{N}]+(?:[-._+:][\p{L}\p{N}]+)*):)?(?<reference>__?)?/gu,
};

/** Reads a paragraph from left to right. `#base` is where the last markup ended: whatever follows may begin there. */
export class RstParagraph {
  readonly inlines: RstInline[] = [];
  readonly problems: string[] = [];
  readonly #text: string;
  #base = 0;
  /** Kinds whose end-string does not come any more: looking once is enough. */
  readonly #ended = new Set<Closed>();

  constructor(text: string) {
    this.#text = text;
  }

  read(): void {
    const triggers = /\*\*?|``?|\|(?!\|)|_`?|\[/g;
    for (let match = triggers.exec(this.#text); match; match = triggers.exec(this.#text)) {
      const { index, 0: trigger } = match;
      if (isEscaped(this.#text, index)) {
        triggers.lastIndex = index + 1;
        continue;
      }
      const before = this.#base;
      this.#readAt(index, trigger);
      triggers.lastIndex = this.#base > before ? Math.max(this.#base, index + 1) : index + 1;
    }
    for (const { start, end } of looseAddresses(this.#text, this.inlines)) {
      this.#add('address', start, end, start, end).uri = this.#text.slice(start, end);
    }
    this.inlines.sort((left, right) => left.start - right.start);
  }

  #readAt(index: number, trigger: string): void {
    if (trigger === '**') {
      this.#readClosed('strong', index, 2);
    } else if (trigger === '*') {
      this.#readClosed('emphasis', index, 1);
    } else if (trigger === '``') {
      this.#readClosed('literal', index, 2);
    } else if (trigger === '|') {
      this.#readClosed('substitution', index, 1);
    } else if (trigger === '`') {
      this.#readBacktick(index);
    } else if (trigger === '[') {
      this.#readFootnote(index);
    } else if (trigger === '_`' && this.#mayStart(index)) {
      this.#readClosed('target', index, 2);
    } else {
      this.#readName(index);
    }
  }

  #mayStart(index: number): boolean {
    return index === this.#base || mayPrecedeStart(this.#text[index - 1]);
  }

  #readClosed(kind: Exclude<Closed, 'backtick'>, index: number, length: number): void {
    const from = index + length;
    if (!this.#mayStart(index) || isBlank(this.#text[from])) {
      return;
    }
    if (this.#isQuoted(index, from)) {
      this.#base = from;
      return;
    }
    const end = this.#findEnd(kind, from);
    if (!end) {
      this.#complain(`${kind} without end`, from);
      return;
    }
    this.#add(kind, index, end.end, from, end.start).anonymous = this.#text.startsWith('|__', end.start);
  }

  /** Interpreted text with its role before or after it, or a reference. */
  #readBacktick(index: number): void {
    const from = index + 1;
    if (isBlank(this.#text[from])) {
      return;
    }
    const prefix = this.#rolePrefix(index);
    const start = prefix === null ? index : index - prefix.length - 2;
    if (prefix === null && !this.#mayStart(index)) {
      return;
    }
    if (prefix === null && this.#isQuoted(index, from)) {
      this.#base = from;
      return;
    }
    const end = this.#findEnd('backtick', from);
    if (!end) {
      this.#complain('interpreted text or reference without end', from);
      return;
    }
    if (prefix !== null && end.role !== null) {
      this.#complain('interpreted text with two roles', end.end);
      return;
    }
    const role = prefix ?? end.role;
    if (role !== null && end.reference !== null) {
      this.#complain('a role and a reference at once', end.end);
      return;
    }
    if (end.reference !== null) {
      const inline = this.#add('reference', start, end.end, from, end.start);
      inline.uri = embeddedUri(inline.content);
      inline.anonymous = end.reference === '__';
      return;
    }
    const inline = this.#add(role === null ? 'default-role' : 'role', start, end.end, from, end.start);
    inline.role = role?.toLowerCase() ?? '';
  }

  /** Name of the role that ends with a colon before a backtick. */
  #rolePrefix(backtick: number): string | null {
    if (this.#text[backtick - 1] !== ':') {
      return null;
    }
    const from = Math.max(this.#base, backtick - longestRole);
    const before = this.#text.slice(from, backtick);
    for (const match of before.matchAll(/(?=:(?<role>[\p{L}\p{N}]+(?:[-._+:][\p{L}\p{N}]+)*):$)/gu)) {
      const start = from + match.index;
      if (this.#mayStart(start) && !isEscaped(this.#text, start)) {
        return match.groups!.role!;
      }
    }
    return null;
  }

  #readFootnote(index: number): void {
    footnote.lastIndex = index;
    const match = footnote.exec(this.#text);
    const end = index + (match?.[0].length ?? 0);
    if (match && this.#mayStart(index) && mayFollowEnd(this.#text[end])) {
      this.#add(match.groups!.citation ? 'citation' : 'footnote', index, end, index + 1, end - 2);
    }
  }

  /** A reference of one word: `name_`. */
  #readName(underscore: number): void {
    const text = this.#text;
    const length = text[underscore + 1] === '_' ? 2 : 1;
    if (!mayFollowEnd(text[underscore + length])) {
      return;
    }
    let start = underscore;
    while (start > this.#base && isNamePart(text, start - 1, underscore)) {
      start--;
    }
    while (start < underscore && !(this.#mayStart(start) && isAlphanumeric(text[start]))) {
      start++;
    }
    if (start < underscore && !isEscaped(text, start)) {
      this.#add('reference', start, underscore + length, start, underscore).anonymous = length === 2;
    }
  }

  #isQuoted(index: number, from: number): boolean {
    return index !== this.#base && isQuoted(this.#text[index - 1], this.#text[from]);
  }

  #findEnd(kind: Closed, from: number): End | null {
    if (this.#ended.has(kind)) {
      return null;
    }
    const pattern = ends[kind];
    pattern.lastIndex = from;
    for (let match = pattern.exec(this.#text); match; match = pattern.exec(this.#text)) {
      const end = this.#endOf(kind, match);
      if (end) {
        return end.start === from ? null : end;
      }
      pattern.lastIndex = match.index + 1;
    }
    this.#ended.add(kind);
    return null;
  }

  #endOf(kind: Closed, { index, 0: found, groups }: RegExpExecArray): End | null {
    if (isBlank(this.#text[index - 1]) || (kind !== 'literal' && isEscaped(this.#text, index))) {
      return null;
    }
    if (mayFollowEnd(this.#text[index + found.length])) {
      const role = groups?.role ?? null;
      return { start: index, end: index + found.length, role, reference: groups?.reference ?? null };
    }
    // Not a role then, but a colon.
    return groups?.role ? { start: index, end: index + 1, role: null, reference: null } : null;
  }

  #complain(problem: string, end: number): void {
    this.problems.push(problem);
    this.#base = end;
  }

  #add(kind: RstInline['kind'], start: number, end: number, from: number, to: number): RstInline {
    const content = this.#text.slice(from, to);
    const inner = { start: from, end: to };
    const inline: RstInline = { kind, start, end, inner, content, role: '', uri: null, anonymous: false };
    this.inlines.push(inline);
    this.#base = end;
    return inline;
  }
}

const longestRole = 100;

const footnote =
  /\[(?:\d+|\*|#(?:[\p{L}\p{N}]+(?:[-._+:][\p{L}\p{N}]+)*)?|(?<citation>[\p{L}\p{N}]+(?:[-._+:][\p{L}\p{N}]+)*))\]_/uy;

function isBlank(char: string | undefined): boolean {
  return char !== undefined && /\s/.test(char);
}

function isAlphanumeric(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}]/u.test(char);
}

/** Letters and digits, with single signs among them. */
function isNamePart(text: string, index: number, end: number): boolean {
  if (isAlphanumeric(text[index])) {
    return true;
  }
  return index + 1 < end && /[-._+:]/.test(text[index]!) && isAlphanumeric(text[index + 1]);
}

/** What stands in angle brackets at the end; not when it names another reference (`<name_>`). */
function embeddedUri(content: string): string | null {
  const match = content.endsWith('>') && /(?:^|\s)<(?!\s)([^<>]+)(?<!\s)>$/.exec(content);
  return match && !/[^\\/:]_$/.test(match[1]!) ? match[1]! : null;
}
