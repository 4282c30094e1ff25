import test from 'ava';
import { linkTarget, parseRepositoryUrl, RepositoryUrlError } from '../../actors/repository-url.ts';

const accepted: Record<string, Partial<ReturnType<typeof parseRepositoryUrl>>> = {
  'https://git.example.org/acme/hello.git': {
    url: 'https://git.example.org/acme/hello.git',
    protocol: 'https',
    host: 'git.example.org',
    port: 0,
    path: 'acme/hello.git',
    credentials: null,
  },
  'https://ana:s3%40cret@git.example.org:8443/x': {
    url: 'https://git.example.org:8443/x',
    port: 8443,
    credentials: { username: 'ana', password: 's3@cret' },
  },
  'https://token@git.example.org/x': {
    url: 'https://git.example.org/x',
    credentials: { username: 'token', password: '' },
  },
  'https://GIT.example.org/x': { url: 'https://git.example.org/x', host: 'git.example.org' },
  'https://0x7f.1/x': { url: 'https://127.0.0.1/x', host: '127.0.0.1' },
  'https://[::1]:8443/x': { host: '::1', port: 8443 },
  'http://git.example.org/x': { protocol: 'http' },
  'git://git.example.org/x': { protocol: 'git' },
  'ssh://git@git.example.org:2222/acme/hello.git': {
    url: 'ssh://git@git.example.org:2222/acme/hello.git',
    protocol: 'ssh',
    host: 'git.example.org',
    port: 2222,
    path: 'acme/hello.git',
    credentials: null,
  },
  'git@git.example.org:acme/hello.git': {
    url: 'git@git.example.org:acme/hello.git',
    protocol: 'ssh',
    host: 'git.example.org',
    path: 'acme/hello.git',
    credentials: null,
  },
  'git@[fd00::1]:acme/hello.git': { protocol: 'ssh', host: 'fd00::1' },
  'file:///srv/git/hello.git': { url: '/srv/git/hello.git', protocol: 'file', host: '' },
  'file:///srv/%2e%2e/etc': { url: '/etc', path: '/etc' },
  '/srv/git/hello.git': { url: '/srv/git/hello.git', protocol: 'file', path: '/srv/git/hello.git' },
};

for (const [text, expected] of Object.entries(accepted)) {
  test(`accepted: ${text}`, (t) => {
    t.like(parseRepositoryUrl(text), expected);
  });
}

const refused = [
  '',
  'hello',
  './hello.git',
  '../hello.git',
  '/srv/git/../../etc',
  'file://host/srv/git/hello.git',
  '-uhttps://example.org',
  '--upload-pack=touch /tmp/x',
  'ext::sh -c touch% /tmp/x',
  'ext::sh',
  'fd::17',
  'hg::https://example.org/x',
  'https://example.org/a b',
  'https://example.org/a\nb',
  'https://example.org\\@127.0.0.1/x',
  'https://',
  'https://user:a%0Ab@example.org/x',
  'https://%zz@example.org/x',
  'ftp://example.org/x',
  'javascript:alert(1)',
  'data://x/y',
  'ssh://-oProxyCommand=touch/x',
  'ssh://git@-oProxyCommand=x/y',
  'ssh://-l@example.org/x',
  'ssh://git:secret@example.org/x',
  'ssh://git@exa%6dple.org/x',
  '-oProxyCommand=x:y',
  'git@-oProxyCommand=x:y',
  '-l@example.org:x',
  'git@example.org:-x',
  'git@example.org:',
  'example.org:acme/hello.git',
  'C:\\repository',
  'local:',
];

for (const text of refused) {
  test(`refused: ${JSON.stringify(text)}`, (t) => {
    t.throws(() => parseRepositoryUrl(text), { instanceOf: RepositoryUrlError });
  });
}

test('a link names a component', (t) => {
  t.is(linkTarget('dragoman://hello/web'), 'hello/web');
  t.is(linkTarget('dragoman://hello/category/web/'), 'hello/category/web');
  t.is(linkTarget('https://hello/web'), null);
});
