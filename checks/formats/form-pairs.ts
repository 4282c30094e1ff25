import type { Subject } from '../check.ts';

/** A source form and the translation form to compare with it. */
export interface FormatPair {
  source: string;
  target: string;
  /** The translation may leave placeholders out, as in "one file" for "%d file". */
  mayMiss: boolean;
}

/** Their plural resources are filled in whatever the count is, zero included. */
const androidStyle: ReadonlySet<string> = new Set(['aresource', 'moko-resource', 'cmp-resource']);

/**
 * The pairs that format checks compare. They have a rule of their own for plurals: forms for many go with the source's
 * second form, and a form used for one count only need not repeat the number.
 */
export function formatPairs(subject: Subject, hasPlaceholder: (text: string) => boolean): FormatPair[] {
  const { source, target } = subject.unit;
  const [singular = '', plural] = source;
  const [first = '', ...others] = target;
  if (plural === undefined) {
    return [{ source: singular, target: first, mayMiss: false }];
  }
  if (others.length === 0) {
    return [{ source: plural, target: first, mayMiss: false }];
  }
  const firstSource = !hasPlaceholder(singular) && hasPlaceholder(plural) ? plural : singular;
  return [
    { source: firstSource, target: first, mayMiss: firstMayMiss(subject) },
    ...others.map((text, index) => ({
      source: plural,
      target: text,
      mayMiss: subject.around.plural.samples[index + 1]?.length === 1,
    })),
  ];
}

/** Zero and one together are excused too, though wrong for zero: such strings are rarely shown for it. */
function firstMayMiss({ flags, around }: Subject): boolean {
  if (flags.has('strict-format')) {
    return false;
  }
  const samples = around.plural.samples[0] ?? [];
  return samples.length === 1 || (samples.join() === '0,1' && !androidStyle.has(around.fileFormat));
}
