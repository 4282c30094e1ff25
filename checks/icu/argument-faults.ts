import type { Flags } from '../flags.ts';
import { isReported } from './icu-flags.ts';
import { type Argument, isPluralType } from './message.ts';

const pluralSelectors: ReadonlySet<string> = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

/** Names that are numbers wherever a message does not say what they are. */
const countNames: ReadonlySet<string> = new Set(['count', 'number']);

/** Sub-messages without the one for all other cases, or under selectors that will never be chosen. */
export function hasSelectorFault(
  uses: readonly Argument[],
  inSource: readonly Argument[],
  flags: Flags,
): boolean {
  return uses.some(({ type, selectors }) => {
    if (!selectors) {
      return false;
    }
    if (isReported(flags, 'require_other') && !selectors.includes('other')) {
      return true;
    }
    if (isPluralType(type)) {
      return isReported(flags, 'plural_selectors') && !selectors.every(isPluralSelector);
    }
    return (
      type === 'select' &&
      inSource.length > 0 &&
      isReported(flags, 'submessage_selectors') &&
      !selectors.every((selector) => isSelectorOf(inSource, selector))
    );
  });
}

/**
 * A number may be written out, chosen by or ordered by, whichever the language needs; any other argument keeps the types
 * that the source gives it.
 */
export function isWrongType(expected: readonly Argument[], found: readonly Argument[]): boolean {
  if (expected.some(isNumeric)) {
    return !found.some(isNumeric) || found.some(({ type }) => type !== null && !isNumericType(type));
  }
  const types = new Set(expected.map(({ type }) => type));
  return found.some(({ type }) => type !== null && !types.has(type));
}

function isPluralSelector(selector: string): boolean {
  return pluralSelectors.has(selector) || selector.startsWith('=');
}

function isSelectorOf(uses: readonly Argument[], selector: string): boolean {
  return uses.some(({ type, selectors }) => type === 'select' && selectors?.includes(selector) === true);
}

function isNumeric({ name, type }: Argument): boolean {
  return type === null ? countNames.has(name) : isNumericType(type);
}

function isNumericType(type: string): boolean {
  return type === 'number' || isPluralType(type);
}
