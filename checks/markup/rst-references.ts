import type { Check, FormPair, Span, Subject } from '../check.ts';
import type { RstInline } from './rst-paragraph.ts';
import { type RstScan, scanRst } from './rst-scan.ts';
import { sameCounts } from './same-items.ts';

/** Roles whose whole content is for the reader, so that it is translated. */
const translatable = new Set([
  'abbr',
  'code',
  'dfn',
  'eq',
  'file',
  'guilabel',
  'index',
  'kbd',
  'math',
  'menuselection',
  'samp',
  'sub',
  'sup',
]);

export const rstReferences = {
  id: 'rst-references',
  name: 'Inconsistent reStructuredText',
  description:
    'The translation has other roles, references or inline markup of reStructuredText than the source.',
  kind: 'target',
  enabledBy: ['rst-text'],
  fires: ({ pairs }: Subject) => pairs.some(differs),
  placeables,
} satisfies Check;

function differs({ source, target }: FormPair): boolean {
  return !sameCounts(keysOf(scanRst(source)), keysOf(scanRst(target)));
}

function keysOf({ inlines }: RstScan): string[] {
  return inlines.map(keyOf).filter((key) => key !== null);
}

/** Markup with equal keys may stand for each other; null for what a translation may add or leave out. */
function keyOf({ kind, content, role, uri }: RstInline): string | null {
  switch (kind) {
    case 'citation':
    case 'default-role':
    case 'target':
      return null;
    case 'role':
      return translatable.has(role) ? `:${role}:` : `:${role}:${roleTarget(content)}`;
    case 'footnote':
      return `[${content}]_`;
    case 'substitution':
      return `|${content}|`;
    case 'reference':
    case 'address':
      return uri === null ? 'reference' : 'link';
    default:
      return kind;
  }
}

function roleTarget(content: string): string {
  const open = content.endsWith('>') ? content.lastIndexOf('<') : -1;
  return open > 0 && content[open - 1] !== '\\' ? content.slice(open + 1, -1) : content;
}

function placeables(text: string): Span[] {
  const spans: Span[] = [];
  for (const { kind, role, start, end, inner } of scanRst(text).inlines) {
    if (kind === 'substitution' || kind === 'footnote' || (kind === 'role' && !translatable.has(role))) {
      spans.push({ start, end });
    } else if (kind === 'role') {
      spans.push({ start, end: inner.start }, { start: inner.end, end });
    }
  }
  return spans;
}

/** Markers of emphasis, and literals as a whole: where only prose counts, these go as well as the placeables. */
export function rstMarkers(text: string): Span[] {
  const spans: Span[] = [];
  for (const { kind, start, end, inner } of scanRst(text).inlines) {
    if (kind === 'literal') {
      spans.push({ start, end });
    } else if (kind === 'emphasis' || kind === 'strong') {
      spans.push({ start, end: inner.start }, { start: inner.end, end });
    }
  }
  return spans;
}
