import type { Check, FormPair, Span, Subject } from '../check.ts';
import { markdownMarkers } from './markdown-markers.ts';
import { sameSets } from './same-items.ts';

export const mdSyntax = {
  id: 'md-syntax',
  name: 'Markdown syntax',
  description:
    'The translation uses other kinds of Markdown emphasis, code or automatic links than the source.',
  kind: 'target',
  enabledBy: ['md-text'],
  fires: ({ pairs }: Subject) => pairs.some(differs),
  placeables: (text: string): Span[] => markdownMarkers(text).flatMap(({ spans }) => spans),
} satisfies Check;

function differs({ source, target }: FormPair): boolean {
  return !sameSets(markersOf(source), markersOf(target));
}

function markersOf(text: string): string[] {
  return markdownMarkers(text).map(({ marker }) => marker);
}
