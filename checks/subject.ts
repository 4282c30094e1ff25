import type { CheckedUnit, FormPair, Span, Subject, Surroundings } from './check.ts';
import type { Flags } from './flags.ts';
import { measuredText } from './measure.ts';
import { pairForms } from './pairing.ts';
import { findPlaceables } from './placeables.ts';

/** A string as its checks see it; what several of them ask for is worked out when the first one does. */
export function subjectOf(unit: CheckedUnit, around: Surroundings): Subject {
  return new LazySubject(unit, around);
}

class LazySubject implements Subject {
  readonly unit: CheckedUnit;
  readonly around: Surroundings;
  #pairs: readonly FormPair[] | undefined;
  #placeables: Map<string, readonly Span[]> | undefined;

  constructor(unit: CheckedUnit, around: Surroundings) {
    this.unit = unit;
    this.around = around;
  }

  get flags(): Flags {
    return this.unit.flags;
  }

  get pairs(): readonly FormPair[] {
    this.#pairs ??= pairForms(this.unit, this.around);
    return this.#pairs;
  }

  readonly placeables = (text: string): readonly Span[] => {
    this.#placeables ??= new Map();
    const known = this.#placeables.get(text);
    if (known) {
      return known;
    }
    const spans = findPlaceables(text, this);
    this.#placeables.set(text, spans);
    return spans;
  };

  readonly measured = (text: string): string => measuredText(text, this.flags);
}
