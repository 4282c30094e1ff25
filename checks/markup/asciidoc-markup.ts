import type { Check, FormPair, Span, Subject } from '../check.ts';
import { readAsciidoc } from './asciidoc-scan.ts';
import { sameCounts } from './same-items.ts';

export const asciidocMarkup = {
  id: 'asciidoc-markup',
  name: 'AsciiDoc markup',
  description: 'The translation has other AsciiDoc macros, references or pass-throughs than the source.',
  kind: 'target',
  enabledBy: ['asciidoc-text'],
  fires: ({ pairs }: Subject) => pairs.some(differs),
  placeables: (text: string): Span[] => readAsciidoc(text),
} satisfies Check;

function differs({ source, target }: FormPair): boolean {
  return !sameCounts(keysOf(source), keysOf(target));
}

function keysOf(text: string): string[] {
  return readAsciidoc(text).map(({ key }) => key);
}
