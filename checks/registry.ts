import type { Check } from './check.ts';
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
import { icuMessageFormat, icuMessageFormatSyntax } from './icu/icu-message-format.ts';
import { asciidocMarkup } from './markup/asciidoc-markup.ts';
import { bbcode } from './markup/bbcode.ts';
import { mdLink } from './markup/md-link.ts';
import { mdReflink } from './markup/md-reflink.ts';
import { mdSyntax } from './markup/md-syntax.ts';
import { rstReferences } from './markup/rst-references.ts';
import { rstSyntax } from './markup/rst-syntax.ts';
import { safeHtml } from './markup/safe-html.ts';
import { safeMdx } from './markup/safe-mdx.ts';
import { url } from './markup/url.ts';
import { xmlCharsAroundTags } from './markup/xml-chars-around-tags.ts';
import { xmlInvalid } from './markup/xml-invalid.ts';
import { xmlTags } from './markup/xml-tags.ts';
import { placeholders } from './placeholders.ts';
import { regex } from './regex.ts';
import { accelerator } from './text/accelerator.ts';
import { duplicate } from './text/duplicate.ts';
import { endStop } from './text/end-stop.ts';
import { checkGlossary, prohibitedInitialCharacter } from './text/glossary.ts';
import { maxLength, maxLines, sourceMaxLength } from './text/length.ts';
import { kabyleCharacters, kashida, multipleCapital } from './text/letters.ts';
import { maxSize } from './text/max-size.ts';
import { plurals, samePlurals } from './text/plurals.ts';
import {
  endColon,
  endEllipsis,
  endExclamation,
  endInterrobang,
  endQuestion,
  endSemicolon,
} from './text/punctuation.ts';
import { punctuationSpacing } from './text/punctuation-spacing.ts';
import { same } from './text/same.ts';
import { ellipsis, optionalPlural } from './text/source.ts';
import {
  beginNewline,
  beginSpace,
  doubleSpace,
  endNewline,
  endSpace,
  escapedNewline,
  newlineCount,
  zeroWidthSpace,
} from './text/whitespace.ts';

/** Every check that looks at one string, in alphabetical order of the ids. */
export const checks: readonly Check[] = [
  accelerator,
  angularjsFormat,
  asciidocMarkup,
  automatticComponentsFormat,
  bbcode,
  beginNewline,
  beginSpace,
  cFormat,
  cSharpFormat,
  checkGlossary,
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
  mdLink,
  mdReflink,
  mdSyntax,
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
  rstReferences,
  rstSyntax,
  rubyFormat,
  safeHtml,
  safeMdx,
  same,
  samePlurals,
  schemeFormat,
  sourceMaxLength,
  unnamedFormat,
  url,
  vueFormat,
  xmlCharsAroundTags,
  xmlInvalid,
  xmlTags,
  zeroWidthSpace,
];

const byId: ReadonlyMap<string, Check> = new Map(checks.map((check) => [check.id, check]));

/** The check that the API calls `id`, if it looks at one string; see stored.ts for the others. */
export function checkById(id: string): Check | undefined {
  return byId.get(id);
}
