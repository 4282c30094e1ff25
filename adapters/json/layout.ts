import { indentAt, indentBefore } from '../text/lines.ts';
import type { JsonNode } from './document.ts';

/** How a JSON text is laid out, for the members put into it. */
export interface Layout {
  eol: string;
  /** One level of indentation; null when the file is written on one line. */
  indent: string | null;
  /** Between key and value, such as `: `. */
  colon: string;
  /** White space after a comma on one line. */
  gap: string;
}

/** The layout of a file as its first key shows it; null when it has none. */
export function layoutOf(text: string, root: JsonNode, eol: string): Layout | null {
  const first = root.members[0];
  const key = firstKey(root);
  if (!first || !key) {
    return null;
  }
  const outer = indentAt(text, root.start);
  const inner = indentBefore(text, first.keyStart);
  const colon = text.slice(key.keyEnd, key.start);
  return {
    eol,
    indent: inner?.startsWith(outer) ? inner.slice(outer.length) : inner,
    colon,
    gap: colon.endsWith(' ') ? ' ' : '',
  };
}

/** What stands between two members of a container near `anchor`: comma and white space, without blank lines. */
export function separatorAt(
  text: string,
  container: JsonNode,
  anchor: JsonNode | null,
  layout: Layout,
): string {
  const right = Math.max(1, anchor?.position ?? 1);
  const [previous, next] = [container.members[right - 1]!, container.members[right]];
  const space = text.slice(next ? previous.end : container.start + 1, (next ?? previous).keyStart);
  const separator = space.replace(/(\r\n|\n|\r(?!\n))(?:[ \t]*(?:\r\n|\n|\r(?!\n)))+/g, '$1');
  if (next) {
    return separator;
  }
  return `,${/[\r\n]/.test(separator) ? separator : layout.gap}`;
}

function firstKey(node: JsonNode): JsonNode | null {
  for (const member of node.members) {
    const key = typeof member.key === 'string' ? member : firstKey(member);
    if (key) {
      return key;
    }
  }
  return null;
}
