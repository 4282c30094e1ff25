import type { Check, FormPair, Subject } from '../check.ts';
import { parseXml, readXml } from './xml-document.ts';
import { isXmlString } from './xml-strings.ts';

export const xmlInvalid = {
  id: 'xml-invalid',
  name: 'XML syntax',
  description: 'The source is well-formed XML, the translation is not.',
  kind: 'target',
  enabledBy: null,
  applies: isXmlString,
  fires: ({ pairs }: Subject) => pairs.some(breaks),
} satisfies Check;

function breaks({ source, target }: FormPair): boolean {
  const expected = readXml(source);
  if (!expected) {
    return false;
  }
  return (expected.whole ? parseXml(target, true) : readXml(target)) === null;
}
