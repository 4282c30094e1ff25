import type { PluralForms } from './check.ts';

/** Samples of a form that are kept; a form of exactly one is for one count only, such as the singular of English. */
const sampleLimit = 10;

/**
 * A plural rule with the counts that its forms are used for.
 *
 * @param read reads a formula, and throws when it cannot.
 */
export function pluralForms(
  number: number,
  formula: string,
  read: (formula: string) => (n: number) => number,
): PluralForms {
  const form = read(formula);
  const samples = Array.from({ length: number }, (): number[] => []);
  let open = number;
  for (let n = 0; n <= 2_000_000 && open > 0; n += n < 10_000 ? 1 : 1000) {
    const list = samples[form(n)];
    if (list && list.length < sampleLimit) {
      list.push(n);
      open -= list.length === sampleLimit ? 1 : 0;
    }
  }
  return { number, formula, samples };
}

/** Whether two rules give every count the same form, however they are written. */
export function samePluralForms(left: PluralForms, right: PluralForms): boolean {
  if (left === right || (left.number === right.number && left.formula === right.formula)) {
    return true;
  }
  return (
    left.samples.length === right.samples.length &&
    left.samples.every((list, form) => sameSamples(list, right.samples[form] ?? []))
  );
}

export function sameSamples(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((n, index) => n === right[index]);
}
