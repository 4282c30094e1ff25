import { lookup } from 'node:dns/promises';
import { realpath } from 'node:fs/promises';
import { isIP, isIPv6 } from 'node:net';
import { resolve, sep } from 'node:path';
import { isPublicAddress } from './address-rules.ts';
import type { Remote } from './git-environment.ts';
import {
  type Credentials,
  parseRepositoryUrl,
  type RepositoryUrl,
  RepositoryUrlError,
} from './repository-url.ts';

export interface RepositoryPolicy {
  /** Also paths of this machine, `http`, `git` and `file` URLs, and hosts in private networks. */
  allowLocal: boolean;
  /** Repositories below this folder are allowed in any case. */
  demoFolder?: string;
  /** Key to show to ssh servers, and the hosts known; unset: those of the account that runs the server. */
  ssh?: Remote['ssh'];
  /** Addresses of a host name; unset: the system's resolver. */
  resolve?: (host: string) => Promise<string[]>;
}

/**
 * Checks an address each time it is used, so that neither a setting from the past nor a name that has moved leads
 * into the private network. Gives what git commands take.
 * @param credentials instead of those in the address
 * @throws {RepositoryUrlError}
 */
export async function openRemote(
  text: string,
  policy: RepositoryPolicy,
  credentials: Credentials | null = null,
): Promise<Remote> {
  const parsed = parseRepositoryUrl(text);
  const { url, protocol } = parsed;
  const secret = credentials ?? parsed.credentials;
  const remote: Remote = {
    url,
    protocol,
    ...(secret && protocol !== 'ssh' && protocol !== 'file' ? secret : {}),
    ...(policy.ssh && protocol === 'ssh' ? { ssh: policy.ssh } : {}),
  };
  if (protocol === 'file') {
    await checkPath(parsed.path, policy);
    return remote;
  }
  if (policy.allowLocal) {
    return remote;
  }
  if (protocol === 'http' || protocol === 'git') {
    throw new RepositoryUrlError(`Repository URLs of the kind ${protocol}: are not allowed on this server.`);
  }
  const addresses = await publicAddresses(parsed.host, policy.resolve ?? resolveHost);
  return protocol === 'https' ? { ...remote, pinned: pin(parsed, addresses) } : remote;
}

async function checkPath(path: string, { allowLocal, demoFolder }: RepositoryPolicy): Promise<void> {
  if (allowLocal || (demoFolder !== undefined && (await isInside(path, demoFolder)))) {
    return;
  }
  throw new RepositoryUrlError('Repositories on the disk of this server are not allowed.');
}

async function isInside(path: string, folder: string): Promise<boolean> {
  try {
    return (await realpath(path)).startsWith((await realpath(folder)) + sep);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) {
      throw error;
    }
    // Nobody shall learn from the answer what there is elsewhere on the disk.
    if (code === 'ENOENT' || !resolve(path).startsWith(resolve(folder) + sep)) {
      return false;
    }
    throw new RepositoryUrlError(`The server cannot read this repository of the demo (${code}).`);
  }
}

/** @throws {RepositoryUrlError} when even one address is not public: which one a client takes is not ours to choose */
async function publicAddresses(
  host: string,
  resolve: (host: string) => Promise<string[]>,
): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host);
  if (addresses.length === 0) {
    throw new RepositoryUrlError(`The host ${host} cannot be found.`);
  }
  if (!addresses.every(isPublicAddress)) {
    throw new RepositoryUrlError(
      `The host ${host} is in a private network; this server does not allow that.`,
    );
  }
  return addresses;
}

async function resolveHost(host: string): Promise<string[]> {
  try {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => address);
  } catch (error) {
    throw new RepositoryUrlError(`The host ${host} cannot be found.`, { cause: error });
  }
}

/** In the form of curl's option: otherwise git would look the name up again, and could get another answer. */
function pin({ host, port }: RepositoryUrl, addresses: readonly string[]): string {
  const list = addresses.map((address) => (isIPv6(address) ? `[${address}]` : address));
  const name = isIPv6(host) ? `[${host}]` : host;
  return `${name}:${port || 443}:${list.join(',')}`;
}
