import { accelerator } from './accelerator.ts';
import type { Check } from './check.ts';
import { duplicate } from './duplicate.ts';
import { endStop } from './end-stop.ts';
import { prohibitedInitialCharacter } from './glossary.ts';
import { maxLength, maxLines, sourceMaxLength } from './length.ts';
import { kabyleCharacters, kashida, multipleCapital } from './letters.ts';
import { maxSize } from './max-size.ts';
import { plurals, samePlurals } from './plurals.ts';
import {
  endColon,
  endEllipsis,
  endExclamation,
  endInterrobang,
  endQuestion,
  endSemicolon,
} from './punctuation.ts';
import { punctuationSpacing } from './punctuation-spacing.ts';
import { same } from './same.ts';
import { ellipsis, optionalPlural } from './source.ts';
import {
  beginNewline,
  beginSpace,
  doubleSpace,
  endNewline,
  endSpace,
  escapedNewline,
  newlineCount,
  zeroWidthSpace,
} from './whitespace.ts';

/** Every check that looks at one string, in alphabetical order of the ids. */
export const checks: readonly Check[] = [
  accelerator,
  beginNewline,
  beginSpace,
  doubleSpace,
  duplicate,
  ellipsis,
  endColon,
  endEllipsis,
  endExclamation,
  endInterrobang,
  endNewline,
  endQuestion,
  endSemicolon,
  endSpace,
  endStop,
  escapedNewline,
  kabyleCharacters,
  kashida,
  maxLength,
  maxLines,
  maxSize,
  multipleCapital,
  newlineCount,
  optionalPlural,
  plurals,
  prohibitedInitialCharacter,
  punctuationSpacing,
  same,
  samePlurals,
  sourceMaxLength,
  zeroWidthSpace,
];

const byId: ReadonlyMap<string, Check> = new Map(checks.map((check) => [check.id, check]));

/** The check that the API calls `id`, if it looks at one string; see stored.ts for the others. */
export function checkById(id: string): Check | undefined {
  return byId.get(id);
}
