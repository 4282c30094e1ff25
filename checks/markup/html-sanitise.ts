import type { Flags } from '../flags.ts';
import { rawElements, voidElements } from './html-elements.ts';
import { type Allowed, isTidy, mayStay } from './html-tidy.ts';
import { attributeName, childrenOf, type HtmlElement, type HtmlNode, parseHtml } from './html-tree.ts';
import { markdownLinks } from './markdown-links.ts';
import { remembering } from './remembering.ts';

/**
 * The target with no more HTML than the source has: only its elements, with only its attributes, links only to harmless
 * addresses, written as HTML5 writes them. With `md-text`, links of Markdown stay as they are. A bare `>` may stay too.
 */
export function sanitise(source: string, target: string, flags: Flags): string {
  if (!/[<&>\0\r]/.test(target)) {
    return target;
  }
  const masked = flags.has('md-text') ? maskLinks(target) : { text: target, links: [] };
  const hasDosLines = /\r\n/.test(masked.text) && !/(?<!\r)\n|\r(?!\n)/.test(masked.text);
  const allowed = allowedBy(flags.has('md-text') ? maskLinks(source).text : source);
  if (isTidy(masked.text, allowed)) {
    return target;
  }
  const clean = settle(masked.text, allowed);
  const lines = hasDosLines ? clean.replaceAll('\n', '\r\n') : clean;
  if (lines.replaceAll('&gt;', '>') === masked.text.replaceAll('&gt;', '>')) {
    return target;
  }
  return lines.replace(mask, (char) => masked.links[char.charCodeAt(0) - firstMask] ?? char);
}

/** Private characters that stand for a link each while the rest is read. */
const firstMask = 0xe000;
const mask = /[\ue000-\uf8ff]/g;

/**
 * Hides links of Markdown: automatic ones, and others if nothing in them could be a tag. A text that has the characters
 * itself, or too many links for them, keeps its links in sight.
 */
function maskLinks(text: string): { text: string; links: string[] } {
  if (text.search(mask) >= 0) {
    return { text, links: [] };
  }
  const links: string[] = [];
  let result = '';
  let from = 0;
  for (const { start, end, kind } of markdownLinks(text)) {
    const link = text.slice(start, end);
    if (start >= from && links.length < 6000 && (kind === 'automatic' || !link.includes('<'))) {
      result += text.slice(from, start) + String.fromCharCode(firstMask + links.length);
      links.push(link);
      from = end;
    }
  }
  return { text: result + text.slice(from), links };
}

/** Elements and attributes as written: a browser adds others, such as the `tbody` of a table. */
const allowedBy = remembering(readAllowed);

function readAllowed(source: string): Allowed {
  const allowed = new Map<string, Set<string>>();
  const waiting = source.includes('<') ? [...(parseHtml(source) ?? [])] : [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('tagName' in node)) {
      continue;
    }
    if (node.sourceCodeLocation?.startTag) {
      const attributes = allowed.get(node.tagName) ?? new Set(['lang', 'title']);
      for (const attribute of node.attrs) {
        attributes.add(attributeName(attribute));
      }
      allowed.set(node.tagName, attributes);
    }
    for (const child of childrenOf(node)) {
      waiting.push(child);
    }
  }
  return allowed;
}

/** What is left may read as something else once its surroundings are gone; it must come out as it went in. */
function settle(text: string, allowed: Allowed): string {
  let before = text;
  for (let round = 0; round < 4; round++) {
    const nodes = parseHtml(before);
    if (!nodes) {
      break;
    }
    const after = write(nodes, allowed, false);
    if (after === before) {
      return after;
    }
    before = after;
  }
  return escapeText(text);
}

function write(nodes: readonly HtmlNode[], allowed: Allowed, raw: boolean): string {
  let result = '';
  for (const node of nodes) {
    if ('tagName' in node) {
      result += writeElement(node, allowed);
    } else if (node.nodeName === '#text' && 'value' in node) {
      result += raw ? node.value : escapeText(node.value);
    }
  }
  return result;
}

function writeElement(element: HtmlElement, allowed: Allowed): string {
  const { tagName } = element;
  const attributes = allowed.get(tagName);
  if (!attributes) {
    return tagName === 'script' || tagName === 'style' ? '' : write(childrenOf(element), allowed, false);
  }
  let result = `<${tagName}`;
  for (const attribute of element.attrs) {
    const name = attributeName(attribute);
    if (attributes.has(name) && mayStay(name, attribute.value)) {
      result += ` ${name}="${escapeText(attribute.value).replaceAll('"', '&quot;')}"`;
    }
  }
  if (voidElements.has(tagName)) {
    return `${result}>`;
  }
  return `${result}>${write(childrenOf(element), allowed, rawElements.has(tagName))}</${tagName}>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
