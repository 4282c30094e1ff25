const limit = 500;
const longest = 5000;

/**
 * The same function, which remembers its results for the last texts: several checks ask about one translation, and every
 * language about one source. Long texts are rare, and read anew.
 */
export function remembering<Result extends object | boolean | null>(
  read: (text: string) => Result,
): (text: string) => Result {
  let recent = new Map<string, Result>();
  let older: ReadonlyMap<string, Result> = new Map();
  return (text) => {
    if (text.length > longest) {
      return read(text);
    }
    const known = recent.get(text);
    if (known !== undefined) {
      return known;
    }
    const result = older.get(text) ?? read(text);
    if (recent.size >= limit) {
      older = recent;
      recent = new Map();
    }
    recent.set(text, result);
    return result;
  };
}
