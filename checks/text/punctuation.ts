import type { Check } from '../check.ts';
import { baseLanguage, isCjk, writesNoStops } from '../languages.ts';
import { withoutReferences } from './entities.ts';
import { endsWithOne, lastDiffers } from './text-ends.ts';

export const endColon = {
  id: 'end_colon',
  name: 'Mismatched colon',
  description: 'Only one of source and translation ends with a colon.',
  kind: 'target',
  enabledBy: null,
  applies: ({ around }) => !writesNoStops(around.language),
  fires: ({ pairs, around }) =>
    pairs.some(
      ({ source, target }) => source !== '' && target !== '' && colonDiffers(source, target, around.language),
    ),
} as const satisfies Check;

export const endEllipsis = {
  id: 'end_ellipsis',
  name: 'Mismatched ellipsis',
  description: 'Only one of source and translation ends with an ellipsis.',
  kind: 'target',
  enabledBy: null,
  applies: ({ around }) => !writesNoStops(around.language),
  fires: ({ pairs }) =>
    pairs.some(({ source, target }) => lastDiffers(source, target, '…') && !source.endsWith('...')),
} as const satisfies Check;

export const endExclamation = {
  id: 'end_exclamation',
  name: 'Mismatched exclamation mark',
  description: 'Only one of source and translation ends with an exclamation mark.',
  kind: 'target',
  enabledBy: null,
  applies: ({ around }) => baseLanguage(around.language) !== 'hy' && !writesNoStops(around.language),
  fires: ({ pairs, around }) =>
    pairs.some(({ source, target }) => exclamationDiffers(source, target, baseLanguage(around.language))),
} as const satisfies Check;

export const endInterrobang = {
  id: 'end_interrobang',
  name: 'Mismatched interrobang',
  description: 'Only one of source and translation ends with an interrobang.',
  kind: 'target',
  enabledBy: null,
  fires: ({ pairs }) =>
    pairs.some(
      ({ source, target }) =>
        source !== '' && target !== '' && endsWithInterrobang(source) !== endsWithInterrobang(target),
    ),
} as const satisfies Check;

export const endQuestion = {
  id: 'end_question',
  name: 'Mismatched question mark',
  description: 'Only one of source and translation ends with a question mark.',
  kind: 'target',
  enabledBy: null,
  applies: ({ around }) => !writesNoStops(around.language),
  fires: ({ pairs, around }) =>
    pairs.some(
      ({ source, target }) =>
        source !== '' && target !== '' && questionDiffers(source, target, baseLanguage(around.language)),
    ),
} as const satisfies Check;

export const endSemicolon = {
  id: 'end_semicolon',
  name: 'Mismatched semicolon',
  description: 'Only one of source and translation ends with a semicolon.',
  kind: 'target',
  enabledBy: null,
  fires: ({ pairs, around }) =>
    pairs.some(({ source, target }) => semicolonDiffers(source, target, baseLanguage(around.language))),
} as const satisfies Check;

function colonDiffers(source: string, target: string, language: string): boolean {
  if (baseLanguage(language) === 'hy') {
    return source.endsWith(':') && !endsWithOne(target, ':՝`');
  }
  if (isCjk(language)) {
    return endsWithOne(source, ':;') && !endsWithOne(target, ';:：.。');
  }
  return lastDiffers(source, target, ':：៖');
}

function exclamationDiffers(source: string, target: string, base: string): boolean {
  if (!lastDiffers(source, target, base === 'my' ? '!႟' : '!！՜᥄႟߹')) {
    return false;
  }
  // Texy! is the name of a program. Basque sets the inverted mark wherever the exclamation begins.
  const isExcused = [source, target].some((text) => endsWithInterrobang(text) || text.endsWith('Texy!'));
  const isBasque = base === 'eu' && source.endsWith('!') && target.includes('¡') && target.includes('!');
  return !isExcused && !isBasque;
}

function questionDiffers(source: string, target: string, base: string): boolean {
  return (
    questionMarkDiffers(source, target, base) && !endsWithInterrobang(source) && !endsWithInterrobang(target)
  );
}

function questionMarkDiffers(source: string, target: string, base: string): boolean {
  switch (base) {
    case 'hy':
      return source.endsWith('?') && !endsWithOne(target, '?՞։');
    case 'el':
      return source.endsWith('?') && !endsWithOne(target, '?;\u037e');
    case 'my':
      return source.endsWith('?') !== target.endsWith('\u1038\u104b');
    default:
      return lastDiffers(source, target, '?՞؟⸮？፧꘏⳺');
  }
}

const interrobangs = ['?!', '!?', '؟!', '!؟', '？！', '！？', '⁈', '⁉'];

function endsWithInterrobang(text: string): boolean {
  return endsWithOne(text, '!?؟！？⁈⁉') && interrobangs.some((mark) => text.endsWith(mark));
}

function semicolonDiffers(source: string, target: string, base: string): boolean {
  if (!endsWithOne(source, ';') && !endsWithOne(target, ';')) {
    return false;
  }
  // The question mark of Greek looks like a semicolon.
  if (base === 'el' && source.endsWith('?')) {
    return false;
  }
  return lastDiffers(withoutReferences(source), withoutReferences(target), ';');
}
