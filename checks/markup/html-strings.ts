import type { Flags } from '../flags.ts';
import { standardElements, voidElements } from './html-elements.ts';
import { sanitise } from './html-sanitise.ts';
import { markdownLinks } from './markdown-links.ts';
import { remembering } from './remembering.ts';

/** Whether translations of a source may hold no HTML but that of the source: the flags say so, or the text looks like it. */
export function isHtmlString(source: readonly string[], flags: Flags): boolean {
  if (flags.has('safe-html')) {
    return true;
  }
  if (!flags.has('auto-safe-html')) {
    return false;
  }
  return source.every(flags.has('md-text') ? looksSafeAsMarkdown : looksSafe);
}

const looksSafeAsMarkdown = remembering((text) => looksSafe(text.includes('<') ? withoutLinks(text) : text));

/** Plain text and HTML, not what only looks like it: components, templates and tags of other languages. */
const looksSafe = remembering((text) => !/<[a-z/!?]/i.test(text) || isStandardHtml(text));

function isStandardHtml(text: string): boolean {
  let plain = '';
  let from = 0;
  const tags = /<(?=[a-z/!?])/gi;
  for (let match = tags.exec(text); match; match = tags.exec(text)) {
    markup.lastIndex = match.index;
    const found = markup.exec(text);
    const name = found?.groups?.name?.toLowerCase();
    if (!found || (name !== undefined && !name.includes('-') && !standardElements.has(name))) {
      return false;
    }
    const isComment = found[0].startsWith('<!--');
    plain += text.slice(from, match.index) + (isComment ? '' : tagAsWritten(found[0], name));
    from = match.index + found[0].length;
    tags.lastIndex = from;
  }
  plain += text.slice(from);
  return sanitise(plain, plain, new Map()) === plain;
}

/** A whole tag, comment or document type; braces are some template's. */
const markup =
  /<!--[^{}]*?-->|<!doctype[^<>{}]*>|<\/?(?<name>[a-z][^\s/<>{}"']*)(?:"[^"{}]*"|'[^'{}]*'|[^"'<>{}])*>/iy;

function tagAsWritten(tag: string, name: string | undefined): string {
  return name && voidElements.has(name) && tag.endsWith('/>') ? `${tag.slice(0, -2).trimEnd()}>` : tag;
}

function withoutLinks(text: string): string {
  let result = '';
  let from = 0;
  for (const { start, end } of markdownLinks(text)) {
    if (start >= from) {
      result += text.slice(from, start);
      from = end;
    }
  }
  return result + text.slice(from);
}
