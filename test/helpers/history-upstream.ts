import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, type GitRunner, runGit } from '../../actors/git-process.ts';

/** What a branch has: its newest commit, and the files that were asked for; null for those that it lacks. */
export interface UpstreamState {
  head: string;
  files: Map<string, string | null>;
}

/**
 * A remote repository with the branch `main`, as git.ts makes one, for thousands of rounds: files go into it and come out of
 * it with one git command each, which a helper process starts.
 */
export class HistoryUpstream {
  /** Path of the bare repository. */
  readonly url: string;
  #folder: string;
  #clone: string;
  #runner: GitRunner;
  #hasClone = false;

  private constructor(folder: string, runner: GitRunner) {
    this.#folder = folder;
    this.url = join(folder, 'remote.git');
    this.#clone = join(folder, 'clone');
    this.#runner = runner;
  }

  /** @param empty path of a repository without commits, of `emptyRepository` */
  static async create(
    runner: GitRunner,
    empty: string,
    files: ReadonlyMap<string, string>,
  ): Promise<HistoryUpstream> {
    const upstream = new HistoryUpstream(await mkdtemp(join(tmpdir(), 'dragoman-git-')), runner);
    await cp(empty, upstream.url, { recursive: true });
    await upstream.#import([], 'Start', null, files);
    return upstream;
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async state(paths: readonly string[]): Promise<UpstreamState> {
    const objects = await this.#read(['main^{commit}', ...paths.map((path) => `main:${path}`)]);
    const files = paths.map((path, index) => [path, objects[index + 1]?.content ?? null] as const);
    return { head: objects[0]?.hash ?? '', files: new Map(files) };
  }

  /** Somebody else pushes a commit. */
  async commit(files: ReadonlyMap<string, string>): Promise<void> {
    await this.#import(['refs/heads/main^0'], 'Upstream change', null, files);
  }

  /** As `commit`, but in place of the newest commit: a push with force. */
  async rewrite(files: ReadonlyMap<string, string>): Promise<void> {
    const [tip] = await this.#read(['main^{commit}']);
    const lines = tip?.content.slice(0, tip.content.indexOf('\n\n')).split('\n') ?? [];
    const fields = lines.map((line) => line.split(' '));
    const parents = fields.flatMap(([name, value = '']) => (name === 'parent' ? [value] : []));
    const tree = fields.find(([name]) => name === 'tree')?.[1] ?? '';
    await this.#import(parents, 'Upstream rewrite', tree, files);
  }

  /** Content of a file before the newest commit; null when that is the first one, or had no such file. */
  async former(path: string): Promise<string | null> {
    return (await this.#read([`main~1:${path}`]))[0]?.content ?? null;
  }

  /** Whether every commit of `ancestor` is part of the history of `descendant`. */
  async isAncestor(ancestor: string, descendant: string): Promise<boolean> {
    const args = ['merge-base', ancestor, descendant];
    return ancestor === descendant || (await this.#git(this.url, args, { accept: [1] })).trim() === ancestor;
  }

  /**
   * Somebody takes the first commits of a working copy that `main` does not have, those that apply: as one commit, or one
   * by one.
   * @param choose how many to try of so many
   * @param check.accepts whether a file may be as it is then: git merges by lines, and who takes commits looks at the result
   * @returns how many there were and how many were taken
   */
  async takeOver(
    copy: string,
    choose: (available: number) => { count: number; isSquashed: boolean },
    check: { path: string; accepts: (text: string) => boolean },
  ): Promise<{ available: number; taken: number; isSquashed: boolean }> {
    const { head } = await this.state([]);
    const git = (...args: string[]) => this.#git(this.#clone, args);
    await this.#openClone();
    await git('fetch', '--quiet', copy, '+main:refs/ours');
    const list = await git('rev-list', '--reverse', '--no-merges', `${head}..refs/ours`);
    const commits = list.split('\n').filter(Boolean);
    const { count, isSquashed } = choose(commits.length);
    if (commits.length === 0) {
      return { available: 0, taken: 0, isSquashed: false };
    }
    await git('checkout', '--quiet', '--force', '--detach', head);
    let taken = 0;
    for (const commit of commits.slice(0, count)) {
      taken += (await this.#pick(commit)) ? 1 : 0;
    }
    if (taken > 0 && !check.accepts(await git('show', `HEAD:${check.path}`))) {
      return { available: commits.length, taken: 0, isSquashed: false };
    }
    if (taken > 0 && isSquashed) {
      await git('reset', '--quiet', '--soft', head);
      await git('commit', '--quiet', '--allow-empty', '--message=Squashed');
    }
    await git('push', '--quiet', 'origin', 'HEAD:refs/heads/main');
    return { available: commits.length, taken, isSquashed: taken > 0 && isSquashed };
  }

  /** Gives false when the commit does not apply. */
  async #pick(commit: string): Promise<boolean> {
    try {
      await this.#git(this.#clone, ['cherry-pick', commit]);
      return true;
    } catch {
      await this.#git(this.#clone, ['cherry-pick', '--abort']);
      return false;
    }
  }

  async #openClone(): Promise<void> {
    if (!this.#hasClone) {
      this.#hasClone = true;
      await this.#git(this.#folder, ['clone', '--quiet', '--shared', '--no-checkout', this.url, this.#clone]);
    }
  }

  /** One commit on `main`, which is moved there whatever it was; all of `tree` is in it beside the files. */
  async #import(
    parents: readonly string[],
    message: string,
    tree: string | null,
    files: ReadonlyMap<string, string>,
  ): Promise<void> {
    const [first, ...others] = parents;
    const stream = [
      'commit refs/heads/main\n',
      `committer Upstream Author <upstream@example.org> ${Math.floor(Date.now() / 1000)} +0000\n`,
      asData(message),
      ...(first === undefined ? [] : [`from ${first}\n`]),
      ...others.map((parent) => `merge ${parent}\n`),
      ...(tree === null ? [] : [`M 040000 ${tree} \n`]),
      ...[...files].flatMap(([path, text]) => [`M 100644 inline ${path}\n`, asData(text)]),
      '\n',
    ];
    await this.#git(this.url, ['fast-import', '--quiet', '--force'], { input: stream.join('') });
  }

  async #read(names: readonly string[]): Promise<({ hash: string; content: string } | null)[]> {
    const input = `${names.join('\n')}\n`;
    const output = Buffer.from(await this.#git(this.url, ['cat-file', '--batch'], { input }));
    let start = 0;
    return names.map(() => {
      const end = output.indexOf('\n', start);
      const line = output.toString('utf8', start, end);
      const { hash, size } = /^(?<hash>[0-9a-f]{40}) \w+ (?<size>\d+)$/.exec(line)?.groups ?? {};
      if (hash === undefined) {
        start = end + 1;
        return null;
      }
      const content = output.toString('utf8', end + 1, end + 1 + Number(size));
      start = end + 1 + Number(size) + 1;
      return { hash, content };
    });
  }

  #git(folder: string, args: readonly string[], options: Partial<Command> = {}): Promise<string> {
    return runGit(folder, { ...options, args, env: identity, runner: this.#runner });
  }
}

/** Makes a bare repository to copy from, with the settings of one that nobody minds losing. */
export async function emptyRepository(folder: string, runner: GitRunner): Promise<string> {
  const path = join(folder, 'empty.git');
  const init = ['init', '--quiet', '--bare', '--template=', '--initial-branch=main', path];
  await runGit(folder, { args: init, runner });
  for (const [name, value] of Object.entries({ 'core.fsync': 'none', 'receive.autogc': 'false' })) {
    await runGit(path, { args: ['config', name, value], runner });
  }
  return path;
}

const identity = {
  GIT_ALLOW_PROTOCOL: 'file',
  GIT_AUTHOR_NAME: 'Upstream Author',
  GIT_AUTHOR_EMAIL: 'upstream@example.org',
  GIT_COMMITTER_NAME: 'Upstream Author',
  GIT_COMMITTER_EMAIL: 'upstream@example.org',
};

function asData(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
