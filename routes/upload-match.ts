import { setImmediate as pause } from 'node:timers/promises';
import type { SyncUnit } from '../adapters/tasks/read.ts';
import type { Database } from '../models/database.ts';
import { joinForms, splitForms } from '../models/forms.ts';

/** As much of a string as an upload asks for before it changes it. */
export interface UploadedUnit {
  id: number;
  context: string;
  /** Forms, joined. */
  source: string;
  state: number;
}

/** Strings looked at between two turns of other work: a few milliseconds. */
const pageSize = 500;

/** Finds the string of a translation that a row of an uploaded file belongs to. */
export class UnitMatcher {
  #byIdentity = new Map<string, UploadedUnit>();
  #byContext = new Map<string, UploadedUnit>();
  #bySource = new Map<string, UploadedUnit>();
  /** Contexts with the first forms of sources: files tell plural strings apart by those. */
  #known = new Set<string>();

  static async of({ reader }: Database, translationId: number): Promise<UnitMatcher> {
    const matcher = new UnitMatcher();
    for (let last = 0; ; await pause()) {
      const page: UploadedUnit[] = await reader('units')
        .where('translation_id', translationId)
        .where('id', '>', last)
        .orderBy('id')
        .limit(pageSize)
        .select('id', 'context', 'source', 'state');
      matcher.#add(page);
      if (page.length < pageSize) {
        return matcher;
      }
      last = page.at(-1)!.id;
    }
  }

  #add(units: readonly UploadedUnit[]): void {
    for (const unit of units) {
      this.#byIdentity.set(`${unit.context}\u0004${unit.source}`, unit);
      this.#byContext.set(unit.context, unit);
      this.#known.add(`${unit.context}\u0004${splitForms(unit.source)[0]}`);
      // Of several strings with one text the first one.
      if (!this.#bySource.has(unit.source)) {
        this.#bySource.set(unit.source, unit);
      }
    }
  }

  /** @param monolingual the row says its key and no source */
  find(row: SyncUnit, monolingual: boolean): UploadedUnit | undefined {
    if (monolingual) {
      return this.#byContext.get(row.context);
    }
    const source = joinForms(row.source);
    return (
      this.#byIdentity.get(`${row.context}\u0004${source}`) ??
      this.#byIdentity.get(`\u0004${source}`) ??
      this.#bySource.get(source)
    );
  }

  /** Whether there is a string that a file of the translation cannot tell from the row's. */
  holds({ context, source }: SyncUnit, monolingual: boolean): boolean {
    return monolingual ? this.#byContext.has(context) : this.#known.has(`${context}\u0004${source[0]}`);
  }
}
