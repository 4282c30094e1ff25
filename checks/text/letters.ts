import type { Check } from '../check.ts';
import { baseLanguage } from '../languages.ts';

export const kabyleCharacters = {
  id: 'kabyle-characters',
  name: 'Non‑standard characters in Kabyle',
  description: 'The translation has Greek or Turkish letters where Kabyle has its own.',
  kind: 'target',
  enabledBy: null,
  applies: ({ around }) => baseLanguage(around.language) === 'kab',
  fires: ({ unit }) => unit.target.some((text) => /[γΓεΕğĞ]/.test(text)),
} as const satisfies Check;

export const kashida = {
  id: 'kashida',
  name: 'Kashida letter used',
  description: 'The translation stretches words with kashida.',
  kind: 'target',
  enabledBy: null,
  fires: ({ unit }) => unit.target.some((text) => kashidas.test(text) && insideWord.test(text)),
} as const satisfies Check;

export const multipleCapital = {
  id: 'multiple_capital',
  name: 'Multiple capitals',
  description: 'The translation has a word with several capitals, the source has none.',
  kind: 'target',
  enabledBy: null,
  fires: ({ pairs }) =>
    pairs.some(({ source, target }) => adjacentCapitals.test(target) && !adjacentCapitals.test(source)),
} as const satisfies Check;

const kashidas = /[\u0640\ufcf2-\ufcf4\ufe71\ufe77\ufe79\ufe7b\ufe7d\ufe7f]/;
const insideWord = (() => {
  const letter = `[[\\p{L}&&\\p{Script=Arabic}]--${kashidas.source}]`;
  return new RegExp(`(?<=${letter})${kashidas.source}+(?=${letter})`, 'v');
})();

const adjacentCapitals = /\p{Lu}\p{Lu}/u;
