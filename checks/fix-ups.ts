import type { CheckedUnit, Surroundings } from './check.ts';
import {
  controlCharacters,
  devanagariDanda,
  edgeWhitespace,
  spacedPunctuation,
  trailingEllipsis,
  zeroWidthSpaces,
} from './fix-characters.ts';
import { unsafeHtml } from './fix-html.ts';
import type { FixUp } from './fix-up.ts';
import { samePluralForms, sameSamples } from './plural-forms.ts';
import { subjectOf } from './subject.ts';

/** All corrections in the order in which they are made. */
export const fixUps: readonly FixUp[] = [
  edgeWhitespace,
  trailingEllipsis,
  zeroWidthSpaces,
  controlCharacters,
  devanagariDanda,
  spacedPunctuation,
  unsafeHtml,
];

/**
 * The forms of a translation as they are to be stored. Of `unit`, its source, flags and note count. The base file of a
 * component without source texts in its translations is nobody's translation, and is not to be passed here.
 */
export function fixUp(target: readonly string[], unit: CheckedUnit, around: Surroundings): string[] {
  const subject = subjectOf({ ...unit, target }, around);
  const active = fixUps.filter(({ applies }) => applies === undefined || applies(subject));
  return target.map((text, form) => {
    const source = sourceOf(form, unit.source, around);
    return active.reduce((fixed, { fix }) => fix(fixed, source, subject), text);
  });
}

/** The source form whose edges a form takes over. */
function sourceOf(form: number, source: readonly string[], around: Surroundings): string {
  const first = source[0] ?? '';
  if (source.length <= 1 || around.multivalue) {
    return first;
  }
  const { sourcePlural, plural } = around;
  const isSame = samePluralForms(sourcePlural, plural);
  const samples = plural.samples[form] ?? [];
  const index = isSame ? form : sourcePlural.samples.findIndex((list) => sameSamples(list, samples));
  const last = plural.number > source.length ? first : (source.at(-1) ?? '');
  return source[index] ?? last;
}
