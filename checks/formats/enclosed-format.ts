import type { Format, Placeholder } from './placeholder.ts';

interface Grammar {
  leads: readonly string[];
  /** Global; finds where a placeholder starts. */
  opening: RegExp;
  /** What ends a placeholder that starts so; the empty text if the opening is all of it. */
  closing(opening: string): string;
  key(whole: string, inside: string): string;
}

/**
 * Placeholders from an opening to the first closing sign after it. A closing sign that is not found once is not looked
 * for again, so openings without end take no more time than others.
 */
export function enclosedFormat({ leads, opening, closing, key }: Grammar): Format {
  return {
    leads,
    find(text) {
      const found: Placeholder[] = [];
      const absent = new Set<string>();
      let index = 0;
      while (true) {
        opening.lastIndex = index;
        const match = opening.exec(text);
        if (!match) {
          return found;
        }
        const inner = match.index + match[0].length;
        const sign = closing(match[0]);
        const close = absent.has(sign) ? -1 : text.indexOf(sign, inner);
        if (close < 0) {
          absent.add(sign);
          index = inner;
          continue;
        }
        index = close + sign.length;
        const whole = text.slice(match.index, index);
        found.push({
          start: match.index,
          end: index,
          key: key(whole, text.slice(inner, close)),
          isUnnamed: false,
          isEscape: false,
        });
      }
    },
  };
}
