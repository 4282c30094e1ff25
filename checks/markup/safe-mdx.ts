import type { Check, FormPair, Subject } from '../check.ts';
import { MdxPlaces, mdxExpressions } from './mdx-expressions.ts';

export const safeMdx = {
  id: 'safe-mdx',
  name: 'Safe MDX',
  description: 'The translation has other expressions in braces than the source, or has them elsewhere.',
  kind: 'target',
  enabledBy: ['safe-mdx'],
  fires: ({ pairs }: Subject) => pairs.some(differs),
} satisfies Check;

function differs({ source, target }: FormPair): boolean {
  const places = new MdxPlaces();
  const expected = mdxExpressions(source, places);
  const found = mdxExpressions(target, places);
  return (
    found.length !== expected.length || found.some((expression, index) => expression !== expected[index])
  );
}
