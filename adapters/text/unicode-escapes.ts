/** Which characters a file writes as `\uXXXX`, so that new text in it looks like the old. */
export interface EscapeHabit {
  /** Everything outside ASCII. */
  nonAscii: boolean;
  /** UTF-16 units that are always escaped here, such as a no-break space. */
  units: ReadonlySet<string>;
  /** `\u00E9`, not `\u00e9`. */
  upperCase: boolean;
}

/**
 * The habit of a text in which a backslash starts every escape. A unit counts as always escaped when it never stands
 * there as itself; all of non-ASCII when no such character does and an escaped one is visible (an editor that cannot
 * show no-break spaces says nothing about letters).
 * @param upperCase the case of digits where the text has none that tells.
 */
export function escapeHabit(text: string, upperCase = false): EscapeHabit {
  const units = new Set<string>();
  let letters = '';
  for (const [, hex] of text.matchAll(/\\(?:u([0-9a-fA-F]{4})|[\s\S])/g)) {
    if (hex) {
      units.add(String.fromCharCode(Number.parseInt(hex, 16)));
      letters ||= hex.replace(/[0-9]/g, '');
    }
  }
  const hasRaw = /[^\0-\x7f]/.test(text);
  const hasVisible = [...units].some((unit) => unit > '\x7f' && /[^\p{Z}\p{C}]|\p{Cs}/u.test(unit));
  return {
    nonAscii: hasVisible && !hasRaw,
    units: new Set([...units].filter((unit) => !/[\w"\\]/.test(unit) && !text.includes(unit))),
    upperCase: letters === '' ? upperCase : letters === letters.toUpperCase(),
  };
}

/** Whether a character is written as `\uXXXX` under this habit; of a surrogate pair, both halves or none. */
export function isEscaped(char: string, habit: EscapeHabit): boolean {
  return (habit.nonAscii && char > '\x7f') || char.split('').every((unit) => habit.units.has(unit));
}

/** `\uXXXX` of each UTF-16 unit of a character. */
export function unicodeEscape(char: string, { upperCase }: Pick<EscapeHabit, 'upperCase'>): string {
  return char
    .split('')
    .map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
    .map((hex) => `\\u${upperCase ? hex.toUpperCase() : hex}`)
    .join('');
}
