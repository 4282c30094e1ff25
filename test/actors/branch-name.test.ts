import { execFileSync } from 'node:child_process';
import test from 'ava';
import { isBranchName } from '../../actors/branch-name.ts';

const names: Record<string, boolean> = {
  main: true,
  'release/1.0': true,
  'feature/žluťoučký-kůň': true,
  'a.b': true,
  'a@b': true,
  'a#b&c=d%': true,
  '': false,
  '@': false,
  '-a': false,
  '--upload-pack=x': false,
  '/a': false,
  'a/': false,
  'a//b': false,
  'a.': false,
  '.a': false,
  'a/.b': false,
  'a.lock': false,
  'a.lock/b': false,
  'a..b': false,
  'a b': false,
  'a~1': false,
  'a^': false,
  'a:b': false,
  'a?': false,
  'a*': false,
  'a[b': false,
  'a\\b': false,
  'a@{1}': false,
  'a\nb': false,
  'a\x7f': false,
};

for (const [name, isValid] of Object.entries(names)) {
  test(`${JSON.stringify(name)} is ${isValid ? 'a' : 'no'} name of a branch, as git says`, (t) => {
    t.is(isBranchName(name), isValid);
    t.is(git(name), isValid);
  });
}

for (const name of ['HEAD', 'FETCH_HEAD', 'ORIG_HEAD', 'MERGE_HEAD', 'refs/heads/main']) {
  test(`${name} is left to git`, (t) => {
    t.false(isBranchName(name));
  });
}

function git(name: string): boolean {
  try {
    execFileSync('git', ['check-ref-format', '--branch', name], { stdio: 'ignore' });
    // It also expands "@{-1}" and takes "@", neither of which is a name to keep.
    return name !== '@';
  } catch {
    return false;
  }
}
