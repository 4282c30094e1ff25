import type { Former } from '../models/compare-units.ts';
import { joinForms } from '../models/forms.ts';
import type { Unit } from '../models/unit.ts';

/** What a scan has changed in one language. */
export interface Touched {
  /** Id hashes of strings that are new or changed; null: look at all. */
  hashes: Set<string> | null;
  /** Of a language that was not there before, those whose text another one of it has, too; null: not known. */
  repeated: ReadonlySet<string> | null;
  /** What strings said before that changed or went. */
  former: Former[];
}

/** More strings than this are not remembered one by one. */
const most = 10_000;

/** What a scan changes, by the ids of the translations: these strings are compared with others when it is over. */
export class TouchedStrings {
  /** Ids of source strings whose translations changed. */
  readonly sources = new Set<number>();
  #translations = new Map<number, Touched>();

  get all(): ReadonlyMap<number, Touched> {
    return this.#translations;
  }

  /** A language that is read for the first time. */
  isNew(translationId: number, repeated: ReadonlySet<string> | null): void {
    const touched = this.#of(translationId);
    touched.hashes = null;
    touched.repeated = repeated && repeated.size > most ? null : repeated;
  }

  changed(translationId: number, hashes: readonly string[]): void {
    const touched = this.#of(translationId);
    for (const hash of hashes) {
      touched.hashes?.add(hash);
    }
    if ((touched.hashes?.size ?? 0) > most) {
      touched.hashes = null;
    }
  }

  /** Strings that came in. */
  added(units: readonly { source_unit_id: number | null }[]): void {
    for (const { source_unit_id } of units) {
      if (source_unit_id !== null) {
        this.sources.add(source_unit_id);
      }
    }
  }

  /** Strings as they were. */
  left(
    translationId: number,
    units: readonly Pick<Unit, 'content_hash' | 'target' | 'source_unit_id'>[],
  ): void {
    this.added(units);
    const former = units.map(({ content_hash, target }) => ({ content_hash, target: joinForms(target) }));
    this.#of(translationId).former.push(...former);
  }

  #of(translationId: number): Touched {
    const known = this.#translations.get(translationId);
    if (known) {
      return known;
    }
    const touched: Touched = { hashes: new Set(), repeated: null, former: [] };
    this.#translations.set(translationId, touched);
    return touched;
  }
}
