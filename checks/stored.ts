import type { Check } from './check.ts';
import { checks } from './registry.ts';

/** What there is to know of a check without running it. */
export type CheckCard = Pick<Check, 'id' | 'name' | 'description' | 'kind' | 'enabledBy' | 'ignoredBy'>;

/** Checks that compare strings with each other, or with their past. The database finds those that fail; see models/. */
export const storedChecks = [
  {
    id: 'inconsistent',
    name: 'Inconsistent',
    description: 'The same string is translated in different ways, or not everywhere.',
    kind: 'target',
    enabledBy: null,
  },
  {
    id: 'long_untranslated',
    name: 'Long untranslated',
    description: 'The string has waited for its translations for a long time.',
    kind: 'source',
    enabledBy: null,
  },
  {
    id: 'multiple_failures',
    name: 'Multiple failing checks',
    description: 'Translations into several languages fail checks.',
    kind: 'source',
    enabledBy: null,
  },
  {
    id: 'reused',
    name: 'Reused translation',
    description: 'Different strings have the same translation.',
    kind: 'target',
    enabledBy: null,
  },
  {
    id: 'translated',
    name: 'Has been translated',
    description: 'The string was translated before.',
    kind: 'target',
    enabledBy: null,
  },
] as const satisfies readonly CheckCard[];

/** Every check of the server, in alphabetical order of the ids. */
export const checkCards: readonly CheckCard[] = [...checks, ...storedChecks].sort((a, b) =>
  a.id < b.id ? -1 : 1,
);

const byId: ReadonlyMap<string, CheckCard> = new Map(checkCards.map((card) => [card.id, card]));

/** The check that the API calls `id`, wherever it is evaluated. */
export function checkCardById(id: string): CheckCard | undefined {
  return byId.get(id);
}
