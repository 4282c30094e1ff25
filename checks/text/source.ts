import type { Check } from '../check.ts';

export const ellipsis = {
  id: 'ellipsis',
  name: 'Ellipsis',
  description: 'The source has three dots instead of an ellipsis.',
  kind: 'source',
  enabledBy: null,
  fires: ({ unit }) => unit.source[0]?.includes('...') ?? false,
} as const satisfies Check;

export const optionalPlural = {
  id: 'optional_plural',
  name: 'Unpluralised',
  description: 'The source leaves the number open with "(s)" instead of having plural forms.',
  kind: 'source',
  enabledBy: null,
  applies: ({ unit }) => unit.source.length === 1,
  fires: ({ unit }) => /[\p{L}\p{M}\p{N}_]\(s\)(?![\p{L}\p{M}\p{N}_])/u.test(unit.source[0] ?? ''),
} as const satisfies Check;
