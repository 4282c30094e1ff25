import type { Check } from '../check.ts';

export const plurals = {
  id: 'plurals',
  name: 'Missing plurals',
  description: 'Some plural forms are translated and others are not.',
  kind: 'target',
  enabledBy: null,
  applies: ({ around, unit }) => !around.multivalue && unit.source.length > 1,
  fires: ({ unit }) => unit.target.includes('') && unit.target.some((form) => form !== ''),
} as const satisfies Check;

export const samePlurals = {
  id: 'same-plurals',
  name: 'Same plurals',
  description: 'All plural forms are translated in the same way.',
  kind: 'target',
  enabledBy: null,
  applies: ({ unit }) => unit.source.length > 1 && unit.target.length > 1,
  fires: ({ unit: { target } }) => target[0] !== '' && target.every((form) => form === target[0]),
} as const satisfies Check;
