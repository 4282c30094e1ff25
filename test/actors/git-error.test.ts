import test from 'ava';
import { cleanText, type GitErrorKind, gitError } from '../../actors/git-error.ts';

/** What git and forges print, by what it means. */
const words: [GitErrorKind, string][] = [
  ['rejected', ' ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to'],
  ['rejected', ' ! [rejected]        main -> main (non-fast-forward)'],
  ['rejected', ' ! [rejected]        main -> main (stale info)'],
  ['rejected', ' ! [remote rejected] main -> main (protected branch hook declined)'],
  ['missing-branch', "fatal: couldn't find remote ref refs/heads/nowhere"],
  ['auth', "fatal: Authentication failed for 'https://git.example.org/x/'"],
  ['auth', "fatal: could not read Username for 'https://git.example.org': terminal prompts disabled"],
  [
    'auth',
    'git@git.example.org: Permission denied (publickey).\nfatal: Could not read from remote repository.',
  ],
  ['auth', 'Host key verification failed.\nfatal: Could not read from remote repository.'],
  ['auth', "fatal: unable to access 'https://git.example.org/x/': The requested URL returned error: 403"],
  ['auth', 'remote: HTTP Basic: Access denied'],
  ['unreachable', "fatal: unable to access 'https://x/': Could not resolve host: x"],
  ['unreachable', 'ssh: connect to host x port 22: Connection refused'],
  ['unreachable', "fatal: repository 'https://git.example.org/x/' not found"],
  ['unreachable', "fatal: '/srv/x.git' does not appear to be a git repository"],
  ['unreachable', 'fatal: early EOF\nfatal: fetch-pack: invalid index-pack output'],
  ['unreachable', "fatal: unable to access 'https://x/': The requested URL returned error: 502"],
  ['failed', 'fatal: not a git repository (or any of the parent directories): .git'],
  ['failed', 'error: your index file is smaller than expected'],
];

for (const [kind, text] of words) {
  test(`${kind}: ${text.split('\n')[0]}`, (t) => {
    t.is(gitError(text, []).kind, kind);
  });
}

test('an error without a word still says something', (t) => {
  t.is(gitError(' \n', []).message, 'git failed without a word');
});

const cleaned: Record<string, [text: string, clean: string]> = {
  'credentials in an address': [
    "unable to access 'https://ana:pw@git.example.org/x.git/'",
    "unable to access 'https://git.example.org/x.git/'",
  ],
  'credentials with an at sign': ['https://ana:p@w@git.example.org/x', 'https://git.example.org/x'],
  'the user of ssh': ['ssh://git@git.example.org/x', 'ssh://git.example.org/x'],
  'a path of this machine': ["fatal: '/srv/data/vcs/5/.git/index.lock' exists", "fatal: '…' exists"],
  'two paths': ['/home/ana/a: cannot open /var/lib/b', '…: cannot open …'],
  'a file address': ["fetching 'file:///srv/git/x.git' failed", "fetching '…' failed"],
  'an address is no path': [
    'see https://git.example.org/acme/hello',
    'see https://git.example.org/acme/hello',
  ],
  'a file of the repository is no path': ['CONFLICT in locale/cs/a.po', 'CONFLICT in locale/cs/a.po'],
  'an scp address': ['git@git.example.org:acme/hello.git', 'git@git.example.org:acme/hello.git'],
};

for (const [title, [text, clean]] of Object.entries(cleaned)) {
  test(`cleaned: ${title}`, (t) => {
    t.is(cleanText(text), clean);
  });
}

test('a password is taken out wherever it stands, encoded as well', (t) => {
  t.is(cleanText('remote: token s3c/ret is bad (s3c%2Fret)', ['s3c/ret']), 'remote: token … is bad (…)');
});

test('an empty or very short password is not looked for', (t) => {
  t.is(cleanText('abc', ['', 'a']), 'abc');
});
