import { type Format, matches } from './placeholder.ts';

interface Grammar {
  leads: readonly string[];
  /** Global; its first group, or all of it where there is none, is the key. */
  pattern: RegExp;
  isUnnamed?(key: string): boolean;
}

/** Placeholders that one regular expression finds; it must take time in proportion to any text. */
export function matchedFormat({ leads, pattern, isUnnamed = () => false }: Grammar): Format {
  return {
    leads,
    find: (text) =>
      Array.from(matches(text, pattern), ({ index, 0: whole, 1: key = whole }) => ({
        start: index,
        end: index + whole.length,
        key,
        isUnnamed: isUnnamed(key),
        isEscape: false,
      })),
  };
}
