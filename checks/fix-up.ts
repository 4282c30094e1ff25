import type { Subject } from './check.ts';

/** A correction that is made to every translation before it is stored, without asking. */
export interface FixUp {
  /** As people see it in the history. */
  name: string;
  /** Whether it is made to strings like this one, by language and flags. */
  applies?(subject: Subject): boolean;
  /** Corrects one form; `source` is the source form that goes with it. */
  fix(target: string, source: string, subject: Subject): string;
}
