import type { Check } from '../check.ts';
import { baseLanguage } from '../languages.ts';
import { firstDiffers, isTiny, lastDiffers } from './text-ends.ts';

export const beginNewline = {
  id: 'begin_newline',
  name: 'Starting newline',
  description: 'Only one of source and translation starts with a line break.',
  kind: 'target',
  enabledBy: null,
  fires: ({ pairs }) => pairs.some(({ source, target }) => firstDiffers(source, target, '\n')),
} as const satisfies Check;

export const endNewline = {
  id: 'end_newline',
  name: 'Trailing newline',
  description: 'Only one of source and translation ends with a line break.',
  kind: 'target',
  enabledBy: null,
  fires: ({ pairs }) => pairs.some(({ source, target }) => lastDiffers(source, target, '\n')),
} as const satisfies Check;

export const beginSpace = {
  id: 'begin_space',
  name: 'Starting spaces',
  description: 'Source and translation start with different numbers of spaces.',
  kind: 'target',
  enabledBy: null,
  fires: ({ pairs }) =>
    pairs.some(
      ({ source, target }) =>
        leadingSpaces(source) !== leadingSpaces(target) && !isBlank(target) && !areTiny(source, target),
    ),
} as const satisfies Check;

export const endSpace = {
  id: 'end_space',
  name: 'Trailing space',
  description: 'Source and translation end with different numbers of spaces.',
  kind: 'target',
  enabledBy: null,
  fires: ({ pairs }) =>
    pairs.some(
      ({ source, target }) =>
        trailingSpaces(source) !== trailingSpaces(target) &&
        source !== '' &&
        !isBlank(target) &&
        !areTiny(source, target),
    ),
} as const satisfies Check;

export const doubleSpace = {
  id: 'double_space',
  name: 'Double space',
  description: 'The translation has two spaces in a row, the source has not.',
  kind: 'target',
  enabledBy: null,
  fires: ({ pairs }) =>
    pairs.some(({ source, target }) => target.includes('  ') && source !== '' && !source.includes('  ')),
} as const satisfies Check;

export const newlineCount = {
  id: 'newline-count',
  name: 'Mismatching line breaks',
  description: 'Source and translation have different numbers of line breaks.',
  kind: 'target',
  enabledBy: null,
  fires: ({ pairs }) =>
    pairs.some(
      ({ source, target }) =>
        source !== '' && target !== '' && occurrences(source, '\n') !== occurrences(target, '\n'),
    ),
} as const satisfies Check;

export const escapedNewline = {
  id: 'escaped_newline',
  name: 'Mismatched \\n',
  description: 'Source and translation have different numbers of \\n.',
  kind: 'target',
  enabledBy: null,
  fires: ({ pairs }) =>
    pairs.some(
      ({ source, target }) =>
        source !== '' && target !== '' && escapedNewlines(source) !== escapedNewlines(target),
    ),
} as const satisfies Check;

export const zeroWidthSpace = {
  id: 'zero-width-space',
  name: 'Zero-width space',
  description: 'The translation has a zero-width space, the source has not.',
  kind: 'target',
  enabledBy: null,
  // Khmer marks the ends of words with them.
  applies: ({ around }) => baseLanguage(around.language) !== 'km',
  fires: ({ pairs }) =>
    pairs.some(({ source, target }) => target.includes('\u200b') && !source.includes('\u200b')),
} as const satisfies Check;

function leadingSpaces(text: string): number {
  let count = 0;
  while (text.charCodeAt(count) === 0x20) {
    count++;
  }
  return count;
}

function trailingSpaces(text: string): number {
  let count = 0;
  while (text.charCodeAt(text.length - 1 - count) === 0x20) {
    count++;
  }
  return count;
}

function isBlank(text: string): boolean {
  return leadingSpaces(text) === text.length;
}

function areTiny(source: string, target: string): boolean {
  return isTiny(source) && isTiny(target);
}

function escapedNewlines(text: string): number {
  // Paths of Windows (`C:\\net\news`) hold backslashes of their own.
  return text.includes('\\n') ? occurrences(text.replace(/[A-Z]:\\\\[^\\ ]+(?:\\[^\\ ]+)+/g, ''), '\\n') : 0;
}

function occurrences(text: string, part: string): number {
  let count = 0;
  for (let index = text.indexOf(part); index >= 0; index = text.indexOf(part, index + part.length)) {
    count++;
  }
  return count;
}
