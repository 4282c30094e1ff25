import type { Remote } from './git-environment.ts';
import { openRemote } from './repository-guard.ts';
import { openCredentials } from './repository-secret.ts';
import type { Workplace } from './workplace.ts';

/** Where the repository comes from. @throws {RepositoryUrlError} when the server does not allow it (any more) */
export function sourceRemote({ owner, services }: Workplace): Promise<Remote> {
  return open(owner.repo, owner.repo_secret, services);
}

/** Where commits go. Without credentials of its own an address that equals the other uses those of that one. */
export function pushRemote({ owner, services }: Workplace): Promise<Remote> {
  const secret = owner.push_secret ?? (owner.push === owner.repo ? owner.repo_secret : null);
  return open(owner.push, secret, services);
}

/** The repository exists on this server only. */
export function isLocal({ owner }: Workplace): boolean {
  return owner.vcs === 'local';
}

/** Whether commits can go anywhere. */
export function canPush({ owner }: Workplace): boolean {
  return owner.vcs !== 'local' && owner.push !== '';
}

function open(
  url: string,
  secret: string | null,
  { repositories, secretKey }: Workplace['services'],
): Promise<Remote> {
  return openRemote(url, repositories, secret === null ? null : openCredentials(secret, secretKey));
}
