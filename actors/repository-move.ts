import type { Remote } from './git-environment.ts';
import { GitError } from './git-error.ts';

/**
 * Runs a command, and once more at the new address if the repository has moved for good. Git itself follows no redirect
 * here: it could lead into a private network, or take a password to somebody else. A move is believed only when the new
 * address differs in its path alone; hosts use that for renamed projects and for addresses without `.git`.
 */
export async function followingMoves<T>(
  remote: Remote,
  signal: AbortSignal | undefined,
  command: (remote: Remote) => Promise<T>,
): Promise<T> {
  try {
    return await command(remote);
  } catch (error) {
    const url = error instanceof GitError && error.isRedirect ? await movedTo(remote, signal) : null;
    if (url === null) {
      throw error;
    }
    return command({ ...remote, url });
  }
}

const question = '/info/refs?service=git-upload-pack';

async function movedTo(remote: Remote, signal: AbortSignal | undefined): Promise<string | null> {
  const asked = remote.url.replace(/\/+$/, '') + question;
  const response = await askOnce(asked, remote, signal);
  const location = URL.parse(response?.headers.get('location') ?? '', asked);
  if (!response || ![301, 308].includes(response.status) || !location?.href.endsWith(question)) {
    return null;
  }
  const isSamePlace = location.origin === new URL(asked).origin;
  const isPlain = location.username === '' && location.password === '';
  return isSamePlace && isPlain ? location.href.slice(0, -question.length) : null;
}

/** Null when there is no answer: then the error of git's says more. */
async function askOnce(
  asked: string,
  { username = '', password }: Remote,
  signal: AbortSignal | undefined,
): Promise<Response | null> {
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  const headers: Record<string, string> = password === undefined ? {} : { authorization: `Basic ${basic}` };
  const enough = AbortSignal.timeout(30_000);
  try {
    const response = await fetch(asked, {
      redirect: 'manual',
      headers,
      signal: signal ? AbortSignal.any([signal, enough]) : enough,
    });
    await response.body?.cancel();
    return response;
  } catch {
    signal?.throwIfAborted();
    return null;
  }
}
