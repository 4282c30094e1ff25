import type { Check, FormPair, Span, Subject } from '../check.ts';
import { parseXml, readXml } from './xml-document.ts';
import { isXmlString, tagsOf } from './xml-strings.ts';

export const xmlTags = {
  id: 'xml-tags',
  name: 'XML markup',
  description:
    'The translation has other XML tags or attributes than the source, or has them in another order.',
  kind: 'target',
  enabledBy: null,
  applies: isXmlString,
  fires: ({ pairs }: Subject) => pairs.some(differs),
  placeables,
} satisfies Check;

function differs({ source, target }: FormPair): boolean {
  const expected = readXml(source);
  if (!expected) {
    return false;
  }
  const found = expected.whole ? parseXml(target, true) : readXml(target);
  if (!found) {
    return false;
  }
  return (
    found.nodes.length !== expected.nodes.length ||
    found.nodes.some((node, index) => node !== expected.nodes[index])
  );
}

function placeables(text: string): Span[] {
  const spans = tagsOf(text);
  if (text.includes('&')) {
    for (const match of text.matchAll(/&#?\w+;/g)) {
      spans.push({ start: match.index, end: match.index + match[0].length });
    }
  }
  return spans;
}
