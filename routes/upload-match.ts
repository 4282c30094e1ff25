import type { SyncUnit } from '../adapters/tasks/read.ts';
import { joinForms } from '../models/forms.ts';
import type { Unit } from '../models/unit.ts';

/** Finds the string of a translation that a row of an uploaded file belongs to. */
export class UnitMatcher {
  #byIdentity = new Map<string, Unit>();
  #byContext = new Map<string, Unit>();
  #bySource = new Map<string, Unit>();

  constructor(units: readonly Unit[]) {
    for (const unit of units) {
      const source = joinForms(unit.source);
      this.#byIdentity.set(`${unit.context}\u0004${source}`, unit);
      this.#byContext.set(unit.context, unit);
      // Of several strings with one text the first one.
      if (!this.#bySource.has(source)) {
        this.#bySource.set(source, unit);
      }
    }
  }

  /** @param monolingual the row says its key and no source */
  find(row: SyncUnit, monolingual: boolean): Unit | undefined {
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
}
