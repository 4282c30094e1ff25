import type { Remote } from './git-environment.ts';

/**
 * Where a repository has moved for good; null when it has not, or when nobody can tell. Git itself follows no redirect
 * here: it could lead into a private network, or take a password to somebody else. A move is believed only within the
 * same scheme, host and port, and when the answer names the same question at another path.
 */
export async function movedTo(remote: Remote, signal: AbortSignal): Promise<string | null> {
  if (!/^https?:/.test(remote.url) || remote.password !== undefined) {
    return null;
  }
  const question = '/info/refs?service=git-upload-pack';
  const asked = remote.url.replace(/\/+$/, '') + question;
  const response = await fetch(asked, { redirect: 'manual', signal });
  await response.body?.cancel();
  const location = URL.parse(response.headers.get('location') ?? '', asked);
  if (![301, 308].includes(response.status) || !location?.href.endsWith(question)) {
    return null;
  }
  const isSame =
    location.origin === new URL(asked).origin && location.username === '' && location.password === '';
  return isSame ? location.href.slice(0, -question.length) : null;
}
