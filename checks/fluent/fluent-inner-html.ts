import type { Check, Span, Subject } from '../check.ts';
import { countsOf, distinct, haveSameVariants } from './counts.ts';
import { isTerm, parseEntry } from './entry.ts';
import { readInnerHtml } from './inner-html.ts';
import { textVariants } from './text-variants.ts';

export const fluentSourceInnerHtml = {
  id: 'fluent-source-inner-html',
  name: 'Fluent source inner HTML',
  description: 'The source is not safe to be set as inner HTML.',
  kind: 'source',
  enabledBy: ['fluent-source-inner-html'],
  fires: (subject: Subject) => subject.unit.source.some((text) => elementsOf(text, subject) === 'broken'),
} satisfies Check;

export const fluentTargetInnerHtml = {
  id: 'fluent-target-inner-html',
  name: 'Fluent translation inner HTML',
  description: 'The translation is not safe to be set as inner HTML, or has other elements than the source.',
  kind: 'target',
  enabledBy: ['fluent-target-inner-html'],
  fires: (subject: Subject) =>
    subject.pairs.some(({ source, target }) => {
      const found = elementsOf(target, subject);
      return found === 'broken' || (found !== 'unknown' && differs(elementsOf(source, subject), found));
    }),
  placeables: tags,
} satisfies Check;

/** Elements by variant. `unknown`: no entry, one without a value, or one of too many variants. */
type Elements = readonly (readonly string[])[] | 'broken' | 'unknown';

function elementsOf(text: string, subject: Subject): Elements {
  const value = text === '' ? null : parseEntry(text, isTerm(subject))?.value;
  const texts = value && textVariants(value);
  if (!texts) {
    return 'unknown';
  }
  const elements: string[][] = [];
  for (const variant of texts) {
    const found = readInnerHtml(variant);
    if (!found) {
      return 'broken';
    }
    elements.push(found);
  }
  return elements;
}

function differs(source: Elements, target: readonly (readonly string[])[]): boolean {
  if (typeof source === 'string') {
    return false;
  }
  return !haveSameVariants(distinct(source.map(countsOf)), distinct(target.map(countsOf)));
}

function tags(text: string): Span[] {
  if (!text.includes('<')) {
    return [];
  }
  return Array.from(text.matchAll(/<\/?[A-Za-z][^<>]*>/g), ({ index, 0: tag }) => ({
    start: index,
    end: index + tag.length,
  }));
}
