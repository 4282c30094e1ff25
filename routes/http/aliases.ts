import { linkScheme } from '../../actors/repository-url.ts';

/*
 * Spellings that existing clients send and that mean something of ours. Answers never use them.
 */

/** Schemes of addresses that name the repository of another component; answers use the first. */
export const acceptedSchemes = [linkScheme, 'weblate://'];

/** `repo` with the scheme of links spelled our way; other addresses stay as they are. */
export function acceptedRepository(repo: string): string {
  const scheme = acceptedSchemes.find((known) => repo.toLowerCase().startsWith(known));
  return scheme === undefined ? repo : linkScheme + repo.slice(scheme.length);
}
