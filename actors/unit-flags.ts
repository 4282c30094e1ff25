/** Flags by name; the value is what follows the first colon, null for a flag without one. */
export type Flags = Map<string, string | null>;

/**
 * The flags in force where `texts` are lists of flags from the outermost (project) to the innermost (the string itself):
 * later ones win over earlier ones of the same name, and `discard:NAME` takes a flag away.
 */
export function effectiveFlags(...texts: readonly string[]): Flags {
  const flags: Flags = new Map();
  for (const text of texts) {
    for (const { name, value } of readFlags(text)) {
      if (name === 'discard' && value !== null) {
        flags.delete(value);
      } else {
        flags.set(name, value);
      }
    }
  }
  return flags;
}

/** Order of a string in the editor: `priority:N`, 100 without it. */
export function priorityOf(flags: Flags): number {
  const value = Number(flags.get('priority') ?? Number.NaN);
  return Number.isInteger(value) ? value : 100;
}

function readFlags(text: string): { name: string; value: string | null }[] {
  const flags: { name: string; value: string | null }[] = [];
  // As most texts are.
  if (text === '') {
    return flags;
  }
  // Commas part flags, but not inside quotes, where a backslash takes the next character as it is.
  for (const [part] of text.matchAll(/(?:"(?:\\.|[^"\\])*"|[^,"]|")+/gs)) {
    const flag = part.trim();
    const colon = flag.indexOf(':');
    if (flag !== '') {
      flags.push(
        colon < 0
          ? { name: flag, value: null }
          : { name: flag.slice(0, colon).trim(), value: flag.slice(colon + 1).trim() },
      );
    }
  }
  return flags;
}
