/** A text of project aliases that does not read `from:to,from:to`. */
export class LanguageAliasError extends Error {
  constructor(part: string) {
    super(`expected "from:to", found "${part}"`);
    this.name = 'LanguageAliasError';
  }
}

/**
 * Reads a project's own spellings, `ia_FOO:ia,german:de`: code as file names have it (letter case counts) → language code.
 *
 * @throws {LanguageAliasError} naming the first part that is not two texts with one colon between.
 */
export function parseLanguageAliases(text: string): Map<string, string> {
  const aliases = new Map<string, string>();
  if (text.trim() === '') {
    return aliases;
  }
  for (const part of text.split(',')) {
    const [from = '', to = '', ...rest] = part.split(':').map((side) => side.trim());
    if (from === '' || to === '' || rest.length > 0) {
      throw new LanguageAliasError(part.trim());
    }
    aliases.set(from, to);
  }
  return aliases;
}

const sourceWords = ['default', 'source', 'src'];

/**
 * The code to look up for a code in a file name: the project's alias of it, else the source language for `source`, `src` and
 * `default`, else the code itself.
 */
export function resolveFileCode(
  code: string,
  aliases: ReadonlyMap<string, string>,
  sourceCode: string,
): string {
  return aliases.get(code) ?? (sourceWords.includes(code) ? sourceCode : code);
}
