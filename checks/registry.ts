import { accelerator } from './accelerator.ts';
import type { Check } from './check.ts';
import { duplicate } from './duplicate.ts';
import { endStop } from './end-stop.ts';
import { fluentSourceInnerHtml, fluentTargetInnerHtml } from './fluent/fluent-inner-html.ts';
import { fluentParts } from './fluent/fluent-parts.ts';
import { fluentReferences } from './fluent/fluent-references.ts';
import { fluentSourceSyntax, fluentTargetSyntax } from './fluent/fluent-syntax.ts';
import {
  angularjsFormat,
  automatticComponentsFormat,
  cSharpFormat,
  esFormat,
  i18nextInterpolation,
  laravelFormat,
  percentPlaceholders,
  perlBraceFormat,
  vueFormat,
} from './formats/brace-formats.ts';
import { javaFormat } from './formats/java-format.ts';
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
  rubyFormat,
  schemeFormat,
} from './formats/printf-formats.ts';
import { pythonBraceFormat } from './formats/python-brace-format.ts';
import { qtFormat, qtPluralFormat } from './formats/qt-formats.ts';
import { unnamedFormat } from './formats/unnamed-format.ts';
import { prohibitedInitialCharacter } from './glossary.ts';
import { icuMessageFormat, icuMessageFormatSyntax } from './icu/icu-message-format.ts';
import { maxLength, maxLines, sourceMaxLength } from './length.ts';
import { kabyleCharacters, kashida, multipleCapital } from './letters.ts';
import { maxSize } from './max-size.ts';
import { placeholders } from './placeholders.ts';
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
import { regex } from './regex.ts';
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
  angularjsFormat,
  automatticComponentsFormat,
  beginNewline,
  beginSpace,
  cFormat,
  cSharpFormat,
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
  esFormat,
  escapedNewline,
  fluentParts,
  fluentReferences,
  fluentSourceInnerHtml,
  fluentSourceSyntax,
  fluentTargetInnerHtml,
  fluentTargetSyntax,
  i18nextInterpolation,
  icuMessageFormat,
  icuMessageFormatSyntax,
  javaFormat,
  javaPrintfFormat,
  javascriptFormat,
  kabyleCharacters,
  kashida,
  laravelFormat,
  luaFormat,
  maxLength,
  maxLines,
  maxSize,
  multipleCapital,
  newlineCount,
  objcFormat,
  objectPascalFormat,
  optionalPlural,
  percentPlaceholders,
  perlBraceFormat,
  perlFormat,
  phpFormat,
  placeholders,
  plurals,
  prohibitedInitialCharacter,
  punctuationSpacing,
  pythonBraceFormat,
  pythonFormat,
  qtFormat,
  qtPluralFormat,
  regex,
  rubyFormat,
  same,
  samePlurals,
  schemeFormat,
  sourceMaxLength,
  unnamedFormat,
  vueFormat,
  zeroWidthSpace,
];

const byId: ReadonlyMap<string, Check> = new Map(checks.map((check) => [check.id, check]));

/** The check that the API calls `id`, if it looks at one string; see stored.ts for the others. */
export function checkById(id: string): Check | undefined {
  return byId.get(id);
}
