import type { StringChange, Text } from '../adapters/merge.ts';
import type { ReplayResult } from '../adapters/tasks/replay.ts';
import { groupByAuthor } from './commit-groups.ts';
import { adapterOf } from './component-files.ts';
import type { Identity } from './git-commit.ts';
import { type MergeTarget, mergeTargets, targetOptions } from './merge-targets.ts';
import type { OurCommit } from './our-commits.ts';
import { type Snapshot, snapshotOf } from './snapshot.ts';
import type { Workplace } from './workplace.ts';

/** A commit to make on top of upstream. */
export interface PlannedCommit {
  author: Identity;
  authorDate: Date;
  message: string;
  /** Content by path; null: deleted. */
  files: Map<string, Uint8Array | null>;
}

/** A text of ours that does not get into the file. */
export interface Displaced {
  target: MergeTarget;
  author: Identity;
  context: string;
  source: string[];
  ours: string[];
}

export interface FileSummary {
  filename: string;
  component_id: number;
  added: number;
  changed: number;
  conflicting: number;
  lost: number;
}

/** What comes of our commits on top of upstream. */
export interface MergePlan {
  commits: PlannedCommit[];
  /** Upstream has changed the string as well, to something else. */
  conflicts: Displaced[];
  /** Upstream has removed the string. */
  lost: Displaced[];
  files: FileSummary[];
}

/** One string that one of our commits changed. */
interface Row extends StringChange {
  unit_id: number;
  author_id: number;
  created_at: number;
  commit: OurCommit;
  target: MergeTarget;
  /** All that the string goes through in our commits; this change leads to the item `step`. */
  history: (Text | null)[];
  step: number;
}

/** One of our commits, taken apart. */
interface CommitStep {
  commit: OurCommit;
  before: Snapshot;
  after: Snapshot;
  rows: Row[];
  /** Paths that are not edited string by string. */
  whole: string[];
}

/** Works out, without changing anything, what our commits are worth on top of `upstream`. */
export async function planMerge(
  place: Workplace,
  upstream: string,
  commits: readonly OurCommit[],
): Promise<MergePlan> {
  const planner = new Planner(place, await snapshotOf(place, upstream), await mergeTargets(place));
  await planner.replay(commits);
  return planner.plan();
}

class Planner {
  #place: Workplace;
  #upstream: Snapshot;
  #targets: Map<string, MergeTarget[]>;
  /** What our commits started from. */
  #former: Snapshot | null = null;
  /** Files that differ from upstream so far. */
  #files = new Map<string, Uint8Array | null>();
  #commits: PlannedCommit[] = [];
  #summaries = new Map<string, FileSummary>();
  /** Texts that found no place, the newest of each string. */
  #displaced = { conflicts: new Map<number, Displaced>(), lost: new Map<number, Displaced>() };
  #unitIds = new Map<string, number>();
  #authorIds = new Map<string, number>();
  #histories = new Map<number, (Text | null)[]>();

  constructor(place: Workplace, upstream: Snapshot, targets: Map<string, MergeTarget[]>) {
    this.#place = place;
    this.#upstream = upstream;
    this.#targets = targets;
  }

  plan(): MergePlan {
    return {
      commits: this.#commits,
      conflicts: [...this.#displaced.conflicts.values()],
      lost: [...this.#displaced.lost.values()],
      files: [...this.#summaries.values()],
    };
  }

  /** Edits of strings become as few commits as their authors allow; one that adds or removes files stays one commit. */
  async replay(commits: readonly OurCommit[]): Promise<void> {
    // All is read before anything is decided: whether a text is out of date, later commits tell.
    const steps: CommitStep[] = [];
    for (const commit of commits) {
      this.#place.ctx.signal.throwIfAborted();
      steps.push(await this.#read(commit));
    }
    this.#former = steps[0]?.before ?? null;
    let rows: Row[] = [];
    for (const step of steps) {
      if (step.whole.length === 0) {
        rows.push(...step.rows);
        continue;
      }
      await this.#writeStrings(rows);
      rows = [];
      // All of it together: a job finds its commit again by its trailer, which two must not have.
      this.#addCommit(
        step.commit,
        new Map([...(await this.#stringFiles(step.rows)), ...(await this.#wholeFiles(step))]),
      );
    }
    await this.#writeStrings(rows);
  }

  async #read(commit: OurCommit): Promise<CommitStep> {
    const { before, after } = commit.content ?? {
      before: await snapshotOf(this.#place, `${commit.sha}^`),
      after: await snapshotOf(this.#place, commit.sha),
    };
    const edited = commit.files.filter(
      (path) => this.#targets.has(path) && before.hashes.has(path) && after.hashes.has(path),
    );
    const rows: Row[] = [];
    for (const path of edited) {
      rows.push(...(await this.#rowsOf(commit, path, before, after)));
    }
    return { commit, before, after, rows, whole: commit.files.filter((path) => !edited.includes(path)) };
  }

  async #rowsOf(commit: OurCommit, path: string, before: Snapshot, after: Snapshot): Promise<Row[]> {
    const rows: Row[] = [];
    for (const target of this.#targets.get(path) ?? []) {
      const { changes } = await this.#place.services.pool.changes(
        {
          format: adapterOf(target.component).id,
          before: await before.read(path),
          after: await after.read(path),
          options: await targetOptions(target, after),
        },
        { signal: this.#place.ctx.signal },
      );
      for (const change of changes) {
        rows.push(this.#rowOf(commit, target, change));
      }
    }
    return rows;
  }

  #rowOf(commit: OurCommit, target: MergeTarget, change: StringChange): Row {
    const { id } = target.translation;
    const unitId = numberOf(this.#unitIds, JSON.stringify([id, change.context, ...change.source]));
    const history = this.#histories.get(unitId) ?? [change.before];
    this.#histories.set(unitId, history);
    history.push(change.after);
    return {
      ...change,
      unit_id: unitId,
      author_id: numberOf(this.#authorIds, `${commit.author.name} <${commit.author.email}>`),
      created_at: commit.authorDate.getTime(),
      commit,
      target,
      history,
      step: history.length - 1,
      before: history[0] ?? null,
    };
  }

  async #writeStrings(rows: readonly Row[]): Promise<void> {
    for (const group of groupByAuthor(rows)) {
      this.#addCommit(group.rows.at(-1)!.commit, await this.#stringFiles(group.rows));
    }
  }

  /** The files with one author's edits in them. */
  async #stringFiles(rows: readonly Row[]): Promise<Map<string, Uint8Array | null>> {
    const newest = [...new Map(rows.map((row) => [row.unit_id, row])).values()];
    const files = new Map<string, Uint8Array | null>();
    for (const [target, changes] of Map.groupBy(newest, (row) => row.target)) {
      await this.#writeTarget(target, changes, rows.at(-1)!.commit.authorDate, files);
    }
    return files;
  }

  async #writeTarget(
    target: MergeTarget,
    rows: readonly Row[],
    revised: Date,
    files: Map<string, Uint8Array | null>,
  ): Promise<void> {
    const path = target.translation.filename;
    const bytes = await this.#content(path);
    if (bytes === null) {
      this.#note(rows, { changed: [], added: [], settled: [], conflicts: [], lost: [...rows.keys()] });
      return;
    }
    const { language_code: language } = target.translation;
    const options = await targetOptions(target, this.#upstream);
    const replayed = await this.#place.services.pool.replay(
      {
        format: adapterOf(target.component).id,
        bytes,
        changes: rows.map(({ context, source, before, after, note, flags, explanation, history, step }) => {
          const [known, later] = [history.slice(0, step + 1), history.slice(step + 1)];
          return { context, source, before, after, note, flags, explanation, known, later };
        }),
        options: { ...options, header: { language, revised } },
        former: await this.#formerNames(target, options.template !== null),
        sourceLanguage: target.component.source_language.code,
      },
      { signal: this.#place.ctx.signal },
    );
    this.#note(rows, replayed);
    if (replayed.changed.length + replayed.added.length > 0) {
      this.#files.set(path, replayed.bytes);
      files.set(path, replayed.bytes);
    }
  }

  async #formerNames(target: MergeTarget, usesTemplate: boolean): Promise<Uint8Array | null> {
    const path = usesTemplate ? target.component.template : target.translation.filename;
    return this.#former?.hashes.has(path) ? this.#former.read(path) : null;
  }

  #note(rows: readonly Row[], outcome: Omit<ReplayResult, 'bytes'>): void {
    for (const kind of ['conflicts', 'lost'] as const) {
      for (const index of outcome[kind]) {
        const { unit_id, target, commit, context, source, after } = rows[index]!;
        if (after?.target.some((form) => form !== '')) {
          const displaced = { target, author: commit.author, context, source, ours: after.target };
          this.#displaced[kind].set(unit_id, displaced);
        }
      }
    }
    const [first] = rows;
    if (first) {
      const summary = this.#summaryOf(first.target);
      summary.added += outcome.added.length;
      summary.changed += outcome.changed.length;
      summary.conflicting += outcome.conflicts.length;
      summary.lost += outcome.lost.length;
    }
  }

  #summaryOf({ component: { id: component_id }, translation: { filename } }: MergeTarget): FileSummary {
    const known = this.#summaries.get(filename);
    const summary = known ?? { filename, component_id, added: 0, changed: 0, conflicting: 0, lost: 0 };
    this.#summaries.set(filename, summary);
    return summary;
  }

  /** Files as wholes: ours if upstream left them alone or does not have them, else upstream's. */
  async #wholeFiles({ before, after, whole }: CommitStep): Promise<Map<string, Uint8Array | null>> {
    const files = new Map<string, Uint8Array | null>();
    for (const path of whole) {
      const isUntouched = this.#upstream.hashes.get(path) === before.hashes.get(path);
      if (isUntouched || this.#files.has(path)) {
        const content = after.hashes.has(path) ? await after.read(path) : null;
        this.#files.set(path, content);
        files.set(path, content);
      }
    }
    return files;
  }

  #addCommit({ author, authorDate, message }: OurCommit, files: Map<string, Uint8Array | null>): void {
    if (files.size > 0) {
      this.#commits.push({ author, authorDate, message, files });
    }
  }

  async #content(path: string): Promise<Uint8Array | null> {
    const written = this.#files.get(path);
    if (written !== undefined) {
      return written;
    }
    return this.#upstream.hashes.has(path) ? this.#upstream.read(path) : null;
  }
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const number = numbers.get(name) ?? numbers.size;
  numbers.set(name, number);
  return number;
}
