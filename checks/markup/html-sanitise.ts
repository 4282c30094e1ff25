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
  const clean = settle(masked.text, { allowed, links: masked.links });
  const lines = hasDosLines ? clean.replaceAll('\n', '\r\n') : clean;
  const result = unmask(lines, masked.links);
  return result.replaceAll('&gt;', '>') === target.replaceAll('&gt;', '>') ? target : result;
}

function unmask(text: string, links: readonly string[]): string {
  return text.replace(mask, (char) => links[char.charCodeAt(0) - firstMask] ?? char);
}

/** Private characters that stand for a link each while the rest is read. */
const firstMask = 0xe000;
const mask = /[\ue000-\uf8ff]/g;

/** What a browser takes for a script in an address that it reads as a tag. */
const handler = /[/"'`](?:on\w*|style)=/i;

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
    if (
      start >= from &&
      links.length < 6000 &&
      (kind === 'automatic' ? !handler.test(link) : !link.includes('<'))
    ) {
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
    if (node.sourceCodeLocation?.startTag && node.tagName.search(mask) < 0) {
      const attributes = allowed.get(node.tagName) ?? new Set(['lang', 'title']);
      for (const attribute of node.attrs) {
        const name = attributeName(attribute);
        if (name.search(mask) < 0) {
          attributes.add(name);
        }
      }
      allowed.set(node.tagName, attributes);
    }
    for (const child of childrenOf(node)) {
      waiting.push(child);
    }
  }
  return allowed;
}

interface Rules {
  allowed: Allowed;
  /** What the masks stand for. */
  links: readonly string[];
}

/** What is left may read as something else once its surroundings are gone; it must come out as it went in. */
function settle(text: string, rules: Rules): string {
  let before = text;
  for (let round = 0; round < 4; round++) {
    const nodes = parseHtml(before);
    if (!nodes) {
      break;
    }
    const after = write(nodes, rules, false);
    if (after === before) {
      return after;
    }
    before = after;
  }
  return escapeText(text);
}

function write(nodes: readonly HtmlNode[], rules: Rules, raw: boolean): string {
  let result = '';
  for (const node of nodes) {
    if ('tagName' in node) {
      result += writeElement(node, rules);
    } else if (node.nodeName === '#text' && 'value' in node) {
      result += raw ? node.value : escapeText(node.value);
    }
  }
  return result;
}

function writeElement(element: HtmlElement, rules: Rules): string {
  const { tagName } = element;
  const attributes = rules.allowed.get(tagName);
  if (!attributes) {
    return tagName === 'script' || tagName === 'style' ? '' : write(childrenOf(element), rules, false);
  }
  let result = `<${tagName}`;
  for (const attribute of element.attrs) {
    const name = attributeName(attribute);
    // Within a tag a link is no link: its quotes would end the value.
    const value = unmask(attribute.value, rules.links);
    if (attributes.has(name) && mayStay(name, value)) {
      result += ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`;
    }
  }
  if (voidElements.has(tagName)) {
    return `${result}>`;
  }
  return `${result}>${write(childrenOf(element), rules, rawElements.has(tagName))}</${tagName}>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
