import type { Format, Placeholder } from './placeholder.ts';

/** A syntax in the manner of printf; its parts are sources of regular expressions. */
export interface PercentGrammar {
  lead: string;
  /** Names or numbers the argument. */
  selector: string;
  /** What only a key that says which argument it takes has in it. */
  mark: RegExp;
  /** Signs, as in a character class. */
  flags: string;
  width?: string;
  precision?: string;
  /** Sizes of the argument; the first that fits is taken, so order matters. */
  lengths?: string;
  conversion: string;
  /** Stands for all from the flags to the conversion. */
  instead?: string;
  /** The lead, with its selector, is a placeholder even where no conversion follows. */
  bare: boolean;
  /** The doubled lead is compared as well. */
  keepsEscape?: boolean;
}

/**
 * Placeholders made of lead, selector, flags, width, precision, length and conversion. All but the lead is the key, so
 * `%.1f` and `%.2f` differ, while apostrophes, which group digits, are left out of it.
 */
export function percentFormat(grammar: PercentGrammar): Format {
  const { lead, mark, keepsEscape = false } = grammar;
  const directive = new RegExp(`${lead}${grammar.selector}${directiveSource(grammar)}`, 'y');

  function placeholder(start: number, end: number, inside: string): Placeholder {
    const isDoubled = inside === lead;
    return {
      start,
      end,
      key: inside.includes("'") ? inside.replaceAll("'", '') : inside,
      isUnnamed: !isDoubled && !mark.test(inside),
      isEscape: isDoubled && !keepsEscape,
    };
  }

  return {
    leads: [lead],
    find(text) {
      const found: Placeholder[] = [];
      let start = text.indexOf(lead);
      while (start >= 0) {
        directive.lastIndex = start;
        // `test` makes no array of the match, which would take most of the time of this check.
        const isPlaceholder = directive.test(text);
        const end = isPlaceholder ? directive.lastIndex : start + 1;
        if (isPlaceholder) {
          found.push(placeholder(start, end, text.slice(start + 1, end)));
        }
        start = text.indexOf(lead, end);
      }
      return found;
    },
  };
}

function directiveSource(grammar: PercentGrammar): string {
  const { flags, width = '\\d*', precision = '(?:\\.\\d+)?', lengths, conversion, instead, bare } = grammar;
  const length = lengths ? `(?:${lengths})?` : '';
  const usual = `${flags}${width}${precision}${length}(?:${conversion})`;
  return `(?:${instead ? `${instead}|` : ''}${usual})${bare ? '?' : ''}`;
}
