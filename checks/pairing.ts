import type { CheckedUnit, FormPair, PluralForms, Surroundings } from './check.ts';
import { samePluralForms } from './plural-forms.ts';

/** The source form that each target form is compared with. */
export function pairForms({ source, target }: CheckedUnit, around: Surroundings): readonly FormPair[] {
  if (source.length === 1 && target.length === 1) {
    return [{ source: source[0]!, target: target[0]!, form: 0 }];
  }
  const { sourcePlural, plural } = around;
  const last = source.length - 1;
  const isRegular = source.length === sourcePlural.number && target.length === plural.number;
  const partners = isRegular ? partnersOf(sourcePlural, plural) : undefined;
  return target.map((text, form) => ({
    source: source[partners?.[form] ?? last] ?? '',
    target: text,
    form,
  }));
}

const known = new WeakMap<PluralForms, WeakMap<PluralForms, readonly number[]>>();

/** By target form, the index of the source form that is used for the same counts. */
function partnersOf(source: PluralForms, target: PluralForms): readonly number[] {
  const ofSource = known.get(source) ?? new WeakMap<PluralForms, readonly number[]>();
  known.set(source, ofSource);
  const partners = ofSource.get(target) ?? findPartners(source, target);
  ofSource.set(target, partners);
  return partners;
}

function findPartners(source: PluralForms, target: PluralForms): readonly number[] {
  if (samePluralForms(source, target)) {
    return target.samples.map((_, form) => form);
  }
  const last = source.number - 1;
  return target.samples.map((samples, form) => {
    if (samples.length === 1) {
      return formOfCount(source, samples[0]!);
    }
    if (form === target.number - 1) {
      return last;
    }
    const reached = source.samples.flatMap((list, index) =>
      list.length > 1 && samples.some((n) => list.includes(n)) ? [index] : [],
    );
    return reached.length === 1 ? reached[0]! : last;
  });
}

function formOfCount({ samples, number }: PluralForms, n: number): number {
  const own = samples.findIndex((list) => list.length === 1 && list[0] === n);
  if (own >= 0) {
    return own;
  }
  const shared = samples.findIndex((list) => list.includes(n));
  return shared >= 0 ? shared : number - 1;
}
