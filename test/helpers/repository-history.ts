import { adapterById } from '../../adapters/registry.ts';
import { Change } from '../../models/change.ts';
import type { Component } from '../../models/component.ts';
import { joinForms } from '../../models/forms.ts';
import { Suggestion } from '../../models/suggestion.ts';
import type { User } from '../../models/user.ts';
import type { TestActors } from './components.ts';
import { czechOptions } from './format-options.ts';
import { createGitRepository, type Files, type TestRepository } from './git.ts';
import { foreignChanges, type LayoutFormat } from './layout.ts';
import type { Random } from './random.ts';
import { baseFile, editUpstream, newFile } from './upstream-edits.ts';

const places: Record<LayoutFormat, { path: string; fields: Partial<Component> & { template: string } }> = {
  po: { path: 'po/cs.po', fields: { filemask: 'po/*.po', template: '' } },
  json: { path: 'i18n/cs.json', fields: { filemask: 'i18n/*.json', template: 'i18n/en.json' } },
  properties: {
    path: 'app_cs.properties',
    fields: { filemask: 'app_*.properties', template: 'app.properties' },
  },
  aresource: {
    path: 'res/values-cs/strings.xml',
    fields: { filemask: 'res/values-*/strings.xml', template: 'res/values/strings.xml' },
  },
};

const mergeStyles = ['merge', 'rebase', 'merge_noff'] as const;
const keys = ['s1', 's2', 's3', 's4', 's5', 's6'];

/** A component and its upstream, both of which change at random, and what must hold of them all the time. */
export class RepositoryHistory {
  /** What has gone wrong so far. */
  readonly faults: string[] = [];
  /** What was done, for reading after a failure. */
  readonly story: string[] = [];
  #actors: TestActors;
  #format: LayoutFormat;
  #random: Random;
  #repository: TestRepository;
  #component: Component;
  #authors: readonly User[];
  #fresh = ['n1', 'n2', 'n3', 'n4'];
  #baseKeys = [...keys, ...this.#fresh, 'm1', 'm2'];
  /** Our newest text of each string. Every text is made once only. */
  #ours = new Map<string, string>();
  /** Texts that upstream had at some time. */
  #seen = new Set<string>();

  constructor(
    actors: TestActors,
    format: LayoutFormat,
    random: Random,
    place: { repository: TestRepository; component: Component; authors: readonly User[] },
  ) {
    this.#actors = actors;
    this.#format = format;
    this.#random = random;
    this.#repository = place.repository;
    this.#component = place.component;
    this.#authors = place.authors;
  }

  static async run(
    actors: TestActors,
    format: LayoutFormat,
    random: Random,
    authors: readonly User[],
  ): Promise<RepositoryHistory> {
    const { path, fields } = places[format];
    const files: Files = { [path]: newFile(format, random, keys) };
    if (fields.template !== '') {
      files[fields.template] = baseFile(format, [...keys, 'n1', 'n2', 'n3', 'n4', 'm1', 'm2']);
    }
    const { repository, remove } = await createGitRepository(files);
    try {
      const component = await actors.createComponent(repository.url, {
        ...fields,
        file_format: format,
        push: repository.url,
        merge_style: random.pick(mergeStyles),
        push_on_commit: random.below(4) === 0,
      });
      const history = new RepositoryHistory(actors, format, random, { repository, component, authors });
      for (let step = 4 + random.below(7); step > 0; step -= 1) {
        await history.#step();
      }
      await history.#finish();
      return history;
    } finally {
      await remove();
    }
  }

  async #step(): Promise<void> {
    switch (this.#random.below(9)) {
      case 0:
      case 1:
      case 2:
        return this.#work();
      case 3:
        return this.#job(this.#random.pick(['pull', 'push'] as const));
      case 4:
      case 5:
        return this.#takeOver();
      case 6:
        return this.#rewrite();
      default:
        return this.#changeUpstream();
    }
  }

  /** Some edits, mostly committed: upstream then finds commits of several authors that it does not have. */
  async #work(): Promise<void> {
    for (let count = 1 + this.#random.below(4); count > 0; count -= 1) {
      await this.#edit();
    }
    if (this.#random.below(4) > 0) {
      await this.#job('commit');
    }
  }

  /** One of the translators saves a string. */
  async #edit(): Promise<void> {
    const units = await this.#actors.units(this.#component, 'cs');
    const { context, source } = this.#random.pick(units);
    const key = this.#format === 'po' ? (source[0] ?? '') : context;
    const text = `${this.#random.pick(['ours', 'it\'s "ours"', 'naše\nřeč', '<ours> &'])} ${this.story.length}`;
    const author = this.#random.pick(this.#authors);
    const state = this.#random.below(6) === 0 ? 10 : 20;
    await this.#actors.edit(this.#component, 'cs', key, text, { author, state });
    this.#ours.set(key, text);
    this.story.push(`${author.full_name} edits ${key}: ${JSON.stringify(text)} (${state})`);
  }

  /** Whatever the job does upstream, it goes forward and leaves alone what was not edited here. */
  async #job(kind: 'commit' | 'pull' | 'push'): Promise<void> {
    const before = await this.#state();
    const outcome = await this.#actors.run(this.#component, kind, {});
    const after = await this.#state();
    this.story.push(`${kind}: ${JSON.stringify(outcome)}`);
    if (!outcome.result) {
      this.faults.push(`${kind}: ${outcome.detail}`);
    }
    const base = await this.#repository.git('merge-base', before.head, after.head);
    if (base.trim() !== before.head) {
      this.faults.push(`${kind} took a commit of upstream back`);
    }
    if (before.base !== after.base) {
      this.faults.push(`${kind} changed the base file`);
    }
    const edited = new Set(this.#ours.keys());
    this.faults.push(...foreignChanges(this.#format, before.text, after.text, edited));
    this.#see(after.text);
  }

  /** People change texts, places, layout and comments, add strings and remove some. */
  async #changeUpstream(): Promise<void> {
    await this.#repository.commit(await this.#editedFiles());
    this.story.push('upstream changes');
  }

  /** The newest commit is replaced, with the file as it was before it or with another one. */
  async #rewrite(): Promise<void> {
    const { path } = places[this.#format];
    const count = Number(await this.#repository.git('rev-list', '--count', 'main'));
    const files =
      count > 1 && this.#random.below(2) === 0
        ? { [path]: await this.#repository.git('show', `main~1:${path}`) }
        : await this.#editedFiles();
    if (count > 1) {
      await this.#repository.rewrite(files);
      this.#see(files[path] ?? '');
      this.story.push('upstream replaces its newest commit');
    }
  }

  async #editedFiles(): Promise<Record<string, string>> {
    const { path, fields } = places[this.#format];
    let text = (await this.#state()).text;
    for (let count = 1 + this.#random.below(3); count > 0; count -= 1) {
      const edited = editUpstream(this.#format, this.#random, text, this.#fresh);
      text = edited.text;
      if (edited.removed !== null && this.#random.below(2) === 0) {
        this.#baseKeys = this.#baseKeys.filter((key) => key !== edited.removed);
      }
    }
    this.#see(text);
    return {
      [path]: text,
      ...(fields.template === '' ? {} : { [fields.template]: baseFile(this.#format, this.#baseKeys) }),
    };
  }

  /** Upstream takes our commits, some or all: squashed into one, or one by one on top of its own. */
  async #takeOver(): Promise<void> {
    const git = (...args: string[]) => this.#repository.git('-C', this.#repository.clone, ...args);
    await git('fetch', '--quiet', this.#repository.url, '+main:refs/theirs');
    await git('fetch', '--quiet', this.#actors.inCopy(this.#component, '.'), '+main:refs/ours');
    await git('checkout', '--quiet', '--force', '-B', 'main', 'refs/theirs');
    const list = await git('rev-list', '--reverse', '--no-merges', 'refs/theirs..refs/ours');
    const ours = list.split('\n').filter(Boolean);
    const count = 1 + this.#random.below(Math.max(1, ours.length));
    let taken = 0;
    for (const commit of ours.slice(0, count)) {
      taken += (await this.#pick(git, commit)) ? 1 : 0;
    }
    const isSquashed = taken > 0 && this.#random.below(2) === 0;
    if (isSquashed) {
      await git('reset', '--quiet', '--soft', 'refs/theirs');
      await git('commit', '--quiet', '--allow-empty', '--message=Squashed');
    }
    await git('push', '--quiet', 'origin', 'HEAD:main');
    this.#see((await this.#state()).text);
    this.story.push(`upstream ${isSquashed ? 'squashes' : 'takes'} ${taken} of our ${ours.length} commits`);
  }

  /** Gives false when the commit does not apply. */
  async #pick(git: (...args: string[]) => Promise<string>, commit: string): Promise<boolean> {
    try {
      await git('cherry-pick', commit);
      return true;
    } catch {
      await git('cherry-pick', '--abort');
      return false;
    }
  }

  async #finish(): Promise<void> {
    await this.#job('pull');
    await this.#job('push');
    const texts = this.#read((await this.#state()).text);
    for (const [key, text] of this.#ours) {
      if (texts.get(key) !== text && !this.#seen.has(text) && !(await this.#isKept(text))) {
        this.faults.push(`${key}: ${JSON.stringify(text)} disappeared`);
      }
    }
    for (const { context, source, target } of await this.#actors.units(this.#component, 'cs')) {
      const key = this.#format === 'po' ? (source[0] ?? '') : context;
      if ((texts.get(key) ?? '') !== (target[0] ?? '')) {
        this.faults.push(`${key} is ${JSON.stringify(target)} here, upstream ${texts.get(key)}`);
      }
    }
    const pending = await this.#actors.pending(this.#component);
    const alerts = await this.#actors.alerts(this.#component);
    this.faults.push(
      ...pending.map((row) => `waiting: ${JSON.stringify(row)}`),
      ...alerts.map((name) => `alert ${name}`),
      ...(await this.#actors.drift()).map((drift) => `drift: ${JSON.stringify(drift)}`),
    );
  }

  /** As a suggestion, or in the history as the text of a string that is gone. */
  async #isKept(text: string): Promise<boolean> {
    const { writer } = this.#actors.db;
    const target = joinForms([text]);
    const gone = Change.query(writer).where({ component_id: this.#component.id, target });
    return (
      (await Suggestion.query(writer).where({ target }).resultSize()) > 0 ||
      (await gone.whereIn('action', [59, 63]).resultSize()) > 0
    );
  }

  async #state(): Promise<{ head: string; text: string; base: string | null }> {
    const { path, fields } = places[this.#format];
    return {
      head: (await this.#repository.git('rev-parse', 'main')).trim(),
      text: (await this.#repository.show(path)) ?? '',
      base: fields.template === '' ? null : await this.#repository.show(fields.template),
    };
  }

  #see(text: string): void {
    for (const [, value] of this.#read(text)) {
      this.#seen.add(value);
    }
  }

  #read(text: string): Map<string, string> {
    const adapter = adapterById(this.#format)!;
    const { entries } = adapter.parse(Buffer.from(text), czechOptions(adapter));
    return new Map(
      entries.map(({ context, source, target }) => [
        this.#format === 'po' ? (source[0] ?? '') : context,
        target[0] ?? '',
      ]),
    );
  }
}
