import { dirname, resolve } from 'node:path';
import { env } from 'node:process';

/** Where to fetch from or push to, and as whom. */
export interface Remote {
  /** As `parseRepositoryUrl` gives it: without a password. */
  url: string;
  /** `https`, `http`, `ssh`, `git` or `file`: the only protocol git may speak for this command. */
  protocol: string;
  username?: string;
  password?: string;
  /** `host:port:address` of http and https, to keep git from resolving the name once more than the guard did. */
  pinned?: string;
  /** Files of the key to show and of the hosts known. */
  ssh?: { identity: string; knownHosts: string };
}

/** What git takes from the process it is started by: where programs are, proxies, certificates, the ssh agent. */
const inherited = [
  'PATH',
  'TMPDIR',
  'SSH_AUTH_SOCK',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'no_proxy',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
];

/**
 * Settings that hold for every command, given by environment: they win over `.git/config` and are not to be seen in the
 * list of processes.
 */
const settings: readonly [string, string][] = [
  // Nothing that lies in a repository may run: no hooks, no file watcher, no helper, no submodule.
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['credential.helper', ''],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'no'],
  ['core.protectNTFS', 'true'],
  ['core.protectHFS', 'true'],
  // Bytes are ours to decide: no conversion of line ends, no ignore or attribute files from outside.
  ['core.autocrlf', 'false'],
  ['core.quotePath', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.excludesFile', '/dev/null'],
  // Background maintenance would hold locks when the next command starts.
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['commit.gpgSign', 'false'],
  ['init.defaultBranch', 'main'],
  // A redirect could lead to an address that the guard refused; moved repositories are followed by repository-move.ts.
  ['http.followRedirects', 'false'],
  // Gives up on a server that stays silent for a minute.
  ['http.lowSpeedLimit', '1'],
  ['http.lowSpeedTime', '60'],
];

/** Answers git's question for a password from the environment; git asks it for nobody but the host it is set for. */
const helper =
  '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$DRAGOMAN_USERNAME" "$DRAGOMAN_PASSWORD"; }; f';

/** The whole environment of one git command that works in `folder`. */
export function gitEnvironment(folder: string, remote: Remote | null): Record<string, string> {
  return {
    ...pick(inherited),
    // No file of the account that runs the server is read: no .gitconfig, no .netrc.
    HOME: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    // Texts in English: git-error.ts reads them.
    LC_ALL: 'C',
    // A damaged working copy must not make git look for a repository further up, such as the server's own sources.
    GIT_CEILING_DIRECTORIES: dirname(resolve(folder)),
    // Refs are files, which git-refs.ts reads.
    GIT_DEFAULT_REF_FORMAT: 'files',
    GIT_LITERAL_PATHSPECS: '1',
    // Nobody sits there to be asked.
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS_REQUIRE: 'never',
    GIT_EDITOR: ':',
    GIT_PAGER: 'cat',
    GIT_ALLOW_PROTOCOL: remote?.protocol ?? '',
    GIT_SSH_COMMAND: sshCommand(remote),
    // By this mark orphans.ts finds commands that outlived the process that started them.
    DRAGOMAN_GIT_FOLDER: resolve(folder),
    ...(remote?.password === undefined
      ? {}
      : { DRAGOMAN_USERNAME: remote.username ?? '', DRAGOMAN_PASSWORD: remote.password }),
    ...asVariables([...settings, ...remoteSettings(remote)]),
  };
}

function remoteSettings(remote: Remote | null): [string, string][] {
  const found: [string, string][] = [];
  if (remote?.pinned !== undefined) {
    found.push(['http.curloptResolve', remote.pinned]);
  }
  if (remote?.password !== undefined) {
    found.push([`credential.${new URL(remote.url).origin}.helper`, helper]);
  }
  return found;
}

/** For a shell, which git runs it with. */
function sshCommand(remote: Remote | null): string {
  const options = [
    'BatchMode=yes',
    'StrictHostKeyChecking=accept-new',
    'ConnectTimeout=30',
    'ServerAliveInterval=15',
  ];
  if (remote?.ssh) {
    const { identity, knownHosts } = remote.ssh;
    options.push(`IdentityFile=${sshPath(identity)}`, 'IdentitiesOnly=yes');
    options.push(`UserKnownHostsFile=${sshPath(knownHosts)}`);
  }
  return ['ssh', ...options.map((option) => `-o '${option.replaceAll("'", "'\\''")}'`)].join(' ');
}

/** In quotes because of spaces; ssh gives a percent sign a meaning of its own. */
function sshPath(path: string): string {
  return `"${path.replaceAll('%', '%%')}"`;
}

function asVariables(entries: readonly [string, string][]): Record<string, string> {
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(entries.length) };
  for (const [index, [key, value]] of entries.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return variables;
}

function pick(names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = env[name];
    if (value !== undefined) {
      found[name] = value;
    }
  }
  return found;
}
