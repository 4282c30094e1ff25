/** A repository address that must not be used; the message is for the one who gave it. */
export class RepositoryUrlError extends Error {
  override name = 'RepositoryUrlError';
}

export interface Credentials {
  username: string;
  password: string;
}

export interface RepositoryUrl {
  /** Without credentials; of ssh with its user, who is no secret. Fit for git and for answers. */
  url: string;
  protocol: 'https' | 'http' | 'ssh' | 'git' | 'file';
  /** Without the brackets of IPv6 addresses; '' for `file`. */
  host: string;
  /** 0: the usual one of the protocol. */
  port: number;
  /** Absolute path for `file`, the part after the host otherwise. */
  path: string;
  credentials: Credentials | null;
}

/** `repo` of components whose repository exists only here. */
export const localRepository = 'local:';

/** Scheme of addresses that name the component whose repository is to be shared. */
export const linkScheme = 'dragoman://';

/** Path (`project/[category/…]component`) of the component that a link names; null when the address is no link. */
export function linkTarget(text: string): string | null {
  return text.startsWith(linkScheme) ? text.slice(linkScheme.length).replace(/\/+$/, '') : null;
}

/**
 * Takes an address of git's apart: `https://…`, `ssh://…`, `user@host:path`, `http://…`, `git://…`, `file://…` or an
 * absolute path. Whether it may be used is for repository-guard.ts to say.
 * @throws {RepositoryUrlError}
 */
export function parseRepositoryUrl(text: string): RepositoryUrl {
  // Git reads options and commands of transport helpers (`ext::sh -c …`) where an address belongs.
  if (text === '' || text.startsWith('-') || /[\s\0-\x1f\x7f\\]/.test(text) || /^[\w+.-]*::/.test(text)) {
    throw new RepositoryUrlError('This is not a repository URL.');
  }
  if (text.startsWith('/')) {
    return localPath(text);
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    return parseUrl(text);
  }
  return parseScp(text);
}

function parseUrl(text: string): RepositoryUrl {
  const url = URL.parse(text);
  if (!url) {
    throw new RepositoryUrlError('This is not a repository URL.');
  }
  const protocol = url.protocol.slice(0, -1);
  if (protocol === 'file') {
    if (url.host !== '') {
      throw new RepositoryUrlError('A file URL names no host: file:///path.');
    }
    return localPath(decode(url.pathname));
  }
  if (protocol !== 'https' && protocol !== 'http' && protocol !== 'ssh' && protocol !== 'git') {
    throw new RepositoryUrlError(`Repository URLs of the kind ${protocol}: are not supported.`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  checkHost(host);
  const port = Number(url.port);
  const path = url.pathname.replace(/^\//, '');
  if (protocol === 'ssh') {
    if (url.password !== '') {
      throw new RepositoryUrlError('A password in an ssh URL has no effect; use the SSH key of this server.');
    }
    checkUser(decode(url.username));
    return { url: text, protocol, host, port, path, credentials: null };
  }
  const credentials = credentialsOf(url);
  url.username = '';
  url.password = '';
  return { url: url.href, protocol, host, port, path, credentials };
}

/** `user@host:path`; the host may be an IPv6 address in brackets. */
function parseScp(text: string): RepositoryUrl {
  const parts = /^(?<user>[^@/:[\]]+)@(?:\[(?<address>[0-9a-f:.]+)\]|(?<name>[^@/:[\]]+)):(?<path>[^:].*)$/i;
  const { user = '', address, name = '', path = '' } = parts.exec(text)?.groups ?? {};
  const host = address ?? name;
  if (path === '' || path.startsWith('-')) {
    throw new RepositoryUrlError('This is not a repository URL.');
  }
  checkHost(host);
  checkUser(user);
  return { url: text, protocol: 'ssh', host, port: 0, path, credentials: null };
}

function localPath(path: string): RepositoryUrl {
  if (path.split('/').includes('..')) {
    throw new RepositoryUrlError('A path to a repository must not contain "..".');
  }
  return { url: path, protocol: 'file', host: '', port: 0, path, credentials: null };
}

function credentialsOf(url: URL): Credentials | null {
  const [username, password] = [decode(url.username), decode(url.password)];
  if (username === '' && password === '') {
    return null;
  }
  // Git's helpers speak in lines.
  if (/[\0\r\n]/.test(username + password)) {
    throw new RepositoryUrlError('User name and password must not contain line breaks.');
  }
  return { username, password };
}

/** ssh would take a host or user that begins with a dash for an option. */
function checkHost(host: string): void {
  if (!/^[a-z0-9_:.-]+$/i.test(host) || host.startsWith('-')) {
    throw new RepositoryUrlError('The repository URL has no valid host.');
  }
}

function checkUser(user: string): void {
  if (user !== '' && (!/^[\w.+-]+$/.test(user) || user.startsWith('-'))) {
    throw new RepositoryUrlError('The repository URL has no valid user name.');
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new RepositoryUrlError('The repository URL has a "%" that stands for nothing.', { cause: error });
  }
}
