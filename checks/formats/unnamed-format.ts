import type { Check, Subject } from '../check.ts';
import type { FormatCheck } from './format-check.ts';
import { placeholdersOf } from './placeholder.ts';
import {
  cFormat,
  javaPrintfFormat,
  javascriptFormat,
  luaFormat,
  objcFormat,
  objectPascalFormat,
  perlFormat,
  phpFormat,
  pythonFormat,
  schemeFormat,
} from './printf-formats.ts';
import { pythonBraceFormat } from './python-brace-format.ts';

/** Formats that have a way to name arguments; with the others the author has no choice. */
const looked: readonly FormatCheck[] = [
  cFormat,
  javaPrintfFormat,
  javascriptFormat,
  luaFormat,
  objcFormat,
  objectPascalFormat,
  perlFormat,
  phpFormat,
  pythonBraceFormat,
  pythonFormat,
  schemeFormat,
];

export const unnamedFormat = {
  id: 'unnamed_format',
  name: 'Multiple unnamed variables',
  description:
    'The string has several variables without names, so that translators cannot change their order.',
  kind: 'source',
  enabledBy: null,
  fires: ({ flags, unit }: Subject) => {
    const [text = ''] = unit.source;
    // Two formats may see the same placeholder: it is one variable.
    const starts = new Set<number>();
    for (const check of looked) {
      if (check.enabledBy?.some((flag) => flags.has(flag))) {
        for (const start of unnamedStarts(text, check)) {
          starts.add(start);
        }
      }
    }
    return starts.size > 1;
  },
} satisfies Check;

/** In Python's format `%%` needs its place among the arguments like an unnamed variable, and counts as one. */
function unnamedStarts(text: string, check: FormatCheck): number[] {
  return placeholdersOf(text, check.format)
    .filter(({ isUnnamed, isEscape }) => isUnnamed || (isEscape && check === pythonFormat))
    .map(({ start }) => start);
}
