import type { Check, Span, Subject } from '../check.ts';
import { haveSameVariants } from './counts.ts';
import type { Entry } from './entry.ts';
import { someEntryPair } from './entry-pairs.ts';
import { referenceVariants } from './references.ts';

export const fluentReferences = {
  id: 'fluent-references',
  name: 'Fluent references',
  description: 'The translation refers to other variables, messages or terms than the source.',
  kind: 'target',
  enabledBy: ['fluent-references'],
  fires: (subject: Subject) => someEntryPair(subject, differs),
  placeables: references,
} satisfies Check;

function differs(source: Entry, target: Entry): boolean {
  if (source.value && target.value) {
    if (!haveSameVariants(referenceVariants(source.value), referenceVariants(target.value))) {
      return true;
    }
  }
  if (source.isTerm) {
    return false;
  }
  return source.attributes.entries().some(([name, pattern]) => {
    const translated = target.attributes.get(name);
    return (
      translated !== undefined && !haveSameVariants(referenceVariants(pattern), referenceVariants(translated))
    );
  });
}

/** `{ $count }`, `{ message.attribute }`, `{ -term(case: "x") }`, `{ NUMBER($n) }`. */
const reference = /\{\s*[$-]?[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)?\s*(?:\([^(){}]*\)\s*)?\}/g;

function references(text: string): Span[] {
  if (!text.includes('{')) {
    return [];
  }
  return Array.from(text.matchAll(reference), ({ index, 0: whole }) => ({
    start: index,
    end: index + whole.length,
  }));
}
