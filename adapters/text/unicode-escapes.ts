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
 */
export function escapeHabit(text: string): EscapeHabit {
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
    upperCase: letters !== '' && letters === letters.toUpperCase(),
  };
}

/** `text` with the characters that `habit` names as `\uXXXX`. */
export function escapeByHabit(text: string, habit: EscapeHabit): string {
  if (!habit.nonAscii && habit.units.size === 0) {
    return text;
  }
  return text.replace(/[\s\S]/g, (unit) =>
    habit.units.has(unit) || (habit.nonAscii && unit > '\x7f') ? unicodeEscape(unit, habit) : unit,
  );
}

/** `\uXXXX` of one UTF-16 unit. */
export function unicodeEscape(unit: string, { upperCase }: Pick<EscapeHabit, 'upperCase'>): string {
  const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${upperCase ? hex.toUpperCase() : hex}`;
}
