import { action } from '../../models/actions.ts';
import { Change } from '../../models/change.ts';
import type { Component } from '../../models/component.ts';
import { joinForms } from '../../models/forms.ts';
import { Suggestion } from '../../models/suggestion.ts';
import type { User } from '../../models/user.ts';
import type { TestActors } from './components.ts';
import { HistoryClaims, type UpstreamFiles } from './history-claims.ts';
import type { HistoryUpstream } from './history-upstream.ts';
import { hasTwins, type LayoutFormat } from './layout.ts';
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

/** Where a history takes place. */
export interface HistoryWorld {
  actors: TestActors;
  authors: readonly User[];
  /** Makes the remote repository of a history. */
  createUpstream(files: ReadonlyMap<string, string>): Promise<HistoryUpstream>;
}

/** A component and its upstream, both of which change at random, and what must hold of them all the time. */
export class RepositoryHistory {
  /** What was done, for reading after a failure. */
  readonly story: string[] = [];
  readonly #claims: HistoryClaims;
  readonly #actors: TestActors;
  readonly #format: LayoutFormat;
  readonly #random: Random;
  readonly #upstream: HistoryUpstream;
  readonly #component: Component;
  readonly #authors: readonly User[];
  #fresh = ['n1', 'n2', 'n3', 'n4'];
  #baseKeys = [...keys, ...this.#fresh, 'm1', 'm2'];

  private constructor(
    { actors, authors }: HistoryWorld,
    format: LayoutFormat,
    random: Random,
    place: { upstream: HistoryUpstream; component: Component },
  ) {
    this.#actors = actors;
    this.#authors = authors;
    this.#format = format;
    this.#random = random;
    this.#upstream = place.upstream;
    this.#component = place.component;
    this.#claims = new HistoryClaims(format);
  }

  /** What has gone wrong so far. */
  get faults(): string[] {
    return this.#claims.faults;
  }

  static async run(world: HistoryWorld, format: LayoutFormat, random: Random): Promise<RepositoryHistory> {
    const { path, fields } = places[format];
    const files = new Map([[path, newFile(format, random, keys)]]);
    if (fields.template !== '') {
      files.set(fields.template, baseFile(format, [...keys, 'n1', 'n2', 'n3', 'n4', 'm1', 'm2']));
    }
    const upstream = await world.createUpstream(files);
    try {
      const component = await world.actors.createComponent(upstream.url, {
        ...fields,
        file_format: format,
        push: upstream.url,
        merge_style: random.pick(mergeStyles),
        push_on_commit: random.below(4) === 0,
      });
      const history = new RepositoryHistory(world, format, random, { upstream, component });
      history.#claims.upstreamHas(files.get(path) ?? '');
      await history.#happen();
      return history;
    } finally {
      await upstream.remove();
    }
  }

  /** An error is a fault like others: without the story nobody would know what led to it. */
  async #happen(): Promise<void> {
    try {
      for (let step = 4 + this.#random.below(7); step > 0; step -= 1) {
        await this.#step();
      }
      await this.#finish();
    } catch (error) {
      this.faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
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
    const strings = await this.#strings();
    const key = this.#random.pick([...strings.keys()]);
    const text = `${this.#random.pick(['ours', 'it\'s "ours"', 'naše\nřeč', '<ours> &'])} ${this.story.length}`;
    const author = this.#random.pick(this.#authors);
    const state = this.#random.below(6) === 0 ? 10 : 20;
    await this.#actors.edit(this.#component, 'cs', key, text, { author, state });
    this.#claims.weEdited(key, text);
    this.story.push(`${author.full_name} edits ${key}: ${JSON.stringify(text)} (${state})`);
  }

  /** Whatever the job does upstream, it goes forward: no push needs force. */
  async #job(kind: 'commit' | 'pull' | 'push'): Promise<void> {
    const before = await this.#state();
    const outcome = await this.#actors.run(this.#component, kind, {});
    const after = await this.#state();
    this.story.push(`${kind}: ${JSON.stringify(outcome)}`);
    if (!outcome.result) {
      this.faults.push(`${kind}: ${outcome.detail}`);
    }
    if (!(await this.#upstream.isAncestor(before.head, after.head))) {
      this.faults.push(`${kind} took a commit of upstream back`);
    }
    this.#claims.afterJob(kind, before, after);
  }

  /** People change texts, places, layout and comments, add strings and remove some. */
  async #changeUpstream(): Promise<void> {
    await this.#upstream.commit(await this.#editedFiles());
    this.#claims.upstreamHas((await this.#state()).text);
    this.story.push('upstream changes');
  }

  /** The newest commit is replaced, with the file as it was before it or with another one. */
  async #rewrite(): Promise<void> {
    const { path } = places[this.#format];
    const former = await this.#upstream.former(path);
    if (former === null) {
      return;
    }
    const isTakenBack = this.#random.below(2) === 0;
    await this.#upstream.rewrite(isTakenBack ? new Map([[path, former]]) : await this.#editedFiles());
    this.#claims.upstreamBegins((await this.#state()).text);
    this.story.push(`upstream ${isTakenBack ? 'takes back' : 'replaces'} its newest commit`);
  }

  async #editedFiles(): Promise<Map<string, string>> {
    const { path, fields } = places[this.#format];
    let { text } = await this.#state();
    for (let count = 1 + this.#random.below(3); count > 0; count -= 1) {
      const edited = editUpstream(this.#format, this.#random, text, this.#fresh);
      text = edited.text;
      if (edited.removed !== null && this.#random.below(2) === 0) {
        this.#baseKeys = this.#baseKeys.filter((key) => key !== edited.removed);
      }
    }
    const files = new Map([[path, text]]);
    if (fields.template !== '') {
      files.set(fields.template, baseFile(this.#format, this.#baseKeys));
    }
    return files;
  }

  /** Upstream takes our commits, some or all: squashed into one, or one by one on top of its own. */
  async #takeOver(): Promise<void> {
    const copy = this.#actors.inCopy(this.#component, '.');
    const choose = (count: number) => ({
      count: 1 + this.#random.below(Math.max(1, count)),
      isSquashed: this.#random.below(2) === 0,
    });
    const { available, taken, isSquashed } = await this.#upstream.takeOver(copy, choose, {
      path: places[this.#format].path,
      accepts: (text) => !hasTwins(this.#format, text),
    });
    this.#claims.upstreamHas((await this.#state()).text);
    this.story.push(`upstream ${isSquashed ? 'squashes' : 'takes'} ${taken} of our ${available} commits`);
  }

  async #finish(): Promise<void> {
    await this.#job('pull');
    await this.#job('push');
    const { text } = await this.#state();
    await this.#claims.atEnd(text, await this.#strings(), (edit) => this.#isKept(edit));
    const pending = await this.#actors.pending(this.#component);
    const alerts = await this.#actors.alerts(this.#component);
    this.faults.push(
      ...pending.map((row) => `waiting: ${JSON.stringify(row)}`),
      ...alerts.map((name) => `alert ${name}`),
    );
  }

  /** As a suggestion, or in the history as the text, or the suggestion, of a string that is gone. */
  async #isKept(text: string): Promise<boolean> {
    const { writer } = this.#actors.db;
    const target = joinForms([text]);
    const { id } = await this.#actors.translation(this.#component, 'cs');
    const suggested = Suggestion.query(writer)
      .join('units', 'units.id', 'suggestions.unit_id')
      .where({ 'units.translation_id': id, 'suggestions.target': target });
    const told = Change.query(writer).where({ component_id: this.#component.id, target });
    const gone = told.where((either) =>
      either
        .whereIn('action', [action.STRING_REPO_UPDATE, action.STRING_REMOVE])
        .orWhere((one) => one.where('action', action.SUGGESTION).whereNull('unit_id')),
    );
    return (await suggested.resultSize()) > 0 || (await gone.resultSize()) > 0;
  }

  /** Our texts by key, or by source text in PO. */
  #strings(): Promise<Map<string, string>> {
    return this.#actors
      .units(this.#component, 'cs')
      .then((units) => new Map(units.map((unit) => [nameOf(unit, this.#format), unit.target[0] ?? ''])));
  }

  async #state(): Promise<UpstreamFiles & { head: string }> {
    const { path, fields } = places[this.#format];
    const { template } = fields;
    const { head, files } = await this.#upstream.state(template === '' ? [path] : [path, template]);
    return { head, text: files.get(path) ?? '', base: files.get(template) ?? null };
  }
}

function nameOf({ context, source }: { context: string; source: string[] }, format: LayoutFormat): string {
  return format === 'po' ? (source[0] ?? '') : context;
}
