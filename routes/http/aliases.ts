/*
 * Spellings that existing clients send and that mean something of ours. Answers never use them.
 */

/** Scheme of URLs that name the repository of another component: `dragoman://project/component`. */
export const internalScheme = 'dragoman://';

const acceptedSchemes = [internalScheme, 'weblate://'];

/** `repo` with the internal scheme spelled our way; other addresses stay as they are. */
export function acceptedRepository(repo: string): string {
  const scheme = acceptedSchemes.find((known) => repo.toLowerCase().startsWith(known));
  return scheme === undefined ? repo : internalScheme + repo.slice(scheme.length);
}
