import { type Flags, mergeFlags } from './flags.ts';
import { compileUserPattern } from './user-pattern.ts';

/** Characters of the name of a group of variants. */
export const longestVariant = 576;

/**
 * Instructions of a compiled expression, and matches of it in one key: together with the length of a key they bound
 * what naming one string can take, to a tenth of a second or so for the worst there is.
 */
const most = { instructions: 300, matches: 16 };

/** Names the group of a string by its key (or context); null: the string is in none. */
export type VariantNamer = (key: string) => string | null;

/** An expression that finds no variants; the message says why. */
export class VariantRegexError extends Error {
  override name = 'VariantRegexError';
}

/**
 * How a component's `variant_regex` names groups: a key that it matches, without all matches. A key that is longer than
 * names may be, matched more often than anyone would mark a variant, or matched without losing a character is in no
 * group.
 *
 * @throws {VariantRegexError} on an expression that cannot be used
 */
export function variantNamer(regex: string): VariantNamer {
  const pattern = compileUserPattern(regex);
  if (!pattern) {
    throw new VariantRegexError('it is no regular expression that can be used');
  }
  if (pattern.programSize() > most.instructions) {
    throw new VariantRegexError('it is too large');
  }
  if (pattern.test('')) {
    throw new VariantRegexError('it matches the empty text');
  }
  return (key) => {
    if (!isName(key)) {
      return null;
    }
    const matcher = pattern.matcher(key);
    const kept: string[] = [];
    let end = 0;
    for (let count = 0; matcher.find(); count += 1) {
      if (count === most.matches) {
        return null;
      }
      kept.push(key.slice(end, matcher.start()));
      end = matcher.end();
    }
    const name = kept.join('') + key.slice(end);
    return name === key ? null : name;
  };
}

/** As `variantNamer`, of a stored expression: one that is empty, or cannot be used, names no group. */
export function storedNamer(regex: string): VariantNamer {
  try {
    return regex === '' ? () => null : variantNamer(regex);
  } catch (error) {
    if (error instanceof VariantRegexError) {
      return () => null;
    }
    throw error;
  }
}

/** The group that flags (`variant:TEXT`) put a string into; null: none. Lists are ordered as for `mergeFlags`. */
export function flaggedVariant(...texts: readonly string[]): string | null {
  if (!texts.some((text) => text.includes('variant'))) {
    return null;
  }
  return variantIn(mergeFlags(...texts));
}

function variantIn(flags: Flags): string | null {
  const values = flags.get('variant') ?? [];
  const [name] = values;
  return values.length === 1 && typeof name === 'string' && name !== '' && isName(name) ? name : null;
}

function isName(text: string): boolean {
  // Every character is one or two units of a JavaScript string.
  return (
    text.length <= longestVariant || (text.length <= 2 * longestVariant && [...text].length <= longestVariant)
  );
}
