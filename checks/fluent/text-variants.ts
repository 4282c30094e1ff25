import type { Expression, Pattern } from '@fluent/syntax';
import { referencesIn } from './references.ts';

/** Stands before and after what a placeable refers to: characters that no text may have. */
export const placeableStart = '\uFDD0';
export const placeableEnd = '\uFDD1';

/** Selects side by side multiply their variants. */
const mostVariants = 100;

/**
 * The texts that a pattern can come out as, with its literals as they read and its placeables between signs.
 *
 * @returns null if there are more than anyone could translate.
 */
export function textVariants({ elements }: Pattern): string[] | null {
  let texts = [''];
  for (const element of elements) {
    const pieces = element.type === 'TextElement' ? [element.value] : piecesOf(element.expression);
    if (!pieces || texts.length * pieces.length > mostVariants) {
      return null;
    }
    texts = pieces.length === 1 ? texts.map((text) => text + pieces[0]) : crossed(texts, pieces);
  }
  return texts;
}

function crossed(texts: readonly string[], pieces: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => pieces.map((piece) => text + piece)))];
}

function piecesOf(expression: Expression): string[] | null {
  switch (expression.type) {
    case 'StringLiteral':
      return [expression.parse().value];
    case 'NumberLiteral':
      return [expression.value];
    case 'Placeable':
      return piecesOf(expression.expression);
    case 'SelectExpression': {
      const branches = expression.variants.map(({ value }) => textVariants(value));
      return branches.includes(null) ? null : branches.flatMap((texts) => texts ?? []);
    }
    default:
      return [`${placeableStart}${referencesIn(expression).join()}${placeableEnd}`];
  }
}
