import type { Check } from '../check.ts';

export const prohibitedInitialCharacter = {
  id: 'prohibited_initial_character',
  name: 'Prohibited initial character',
  // Spreadsheets take such cells for formulas.
  description: 'The term starts with a space, or with a character that means something to spreadsheets.',
  kind: 'glossary',
  enabledBy: null,
  fires: ({ unit }) => /^[=+\-@|%\p{Zs}]/u.test(unit.source[0] ?? ''),
} as const satisfies Check;
