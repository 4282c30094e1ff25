import type { Check, GlossaryTerm, Subject } from '../check.ts';
import { folded, hasTerm, writesSpaces } from '../glossary-words.ts';

export const checkGlossary = {
  id: 'check_glossary',
  name: 'Does not follow glossary',
  description: 'The translation does not use the terms of the glossary.',
  kind: 'target',
  enabledBy: ['check-glossary'],
  applies: ({ unit }) => (unit.terms?.length ?? 0) > 0,
  fires: (subject) => {
    const terms = [...Map.groupBy(subject.unit.terms ?? [], ({ source }) => folded(source.trim())).values()];
    return subject.unit.target.some((form) => terms.some((entries) => breaksTerm(form, entries, subject)));
  },
} as const satisfies Check;

/** Several entries of one term are alternatives; one that says not how to translate it asks for nothing. */
function breaksTerm(form: string, entries: readonly GlossaryTerm[], { around }: Subject): boolean {
  const text = folded(form);
  const isWhole = writesSpaces(around.language);
  const has = ({ target }: GlossaryTerm) => hasTerm(text, folded(target.trim()), isWhole);
  const translated = entries.filter(({ target }) => target.trim() !== '');
  const wanted = translated.filter(({ isForbidden }) => !isForbidden);
  const forbidden = translated.filter(({ isForbidden }) => isForbidden);
  return forbidden.some(has) || (wanted.length > 0 && !wanted.some(has));
}

export const prohibitedInitialCharacter = {
  id: 'prohibited_initial_character',
  name: 'Prohibited initial character',
  // Spreadsheets take such cells for formulas.
  description: 'The term starts with a space, or with a character that means something to spreadsheets.',
  kind: 'glossary',
  enabledBy: null,
  fires: ({ unit }) => /^[=+\-@|%\p{Zs}]/u.test(unit.source[0] ?? ''),
} as const satisfies Check;
