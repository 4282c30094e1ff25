import test from 'ava';
import type { Check } from '../../../checks/check.ts';
import { asciidocMarkup } from '../../../checks/markup/asciidoc-markup.ts';
import { bbcode } from '../../../checks/markup/bbcode.ts';
import { mdLink } from '../../../checks/markup/md-link.ts';
import { mdReflink } from '../../../checks/markup/md-reflink.ts';
import { mdSyntax } from '../../../checks/markup/md-syntax.ts';
import { rstReferences } from '../../../checks/markup/rst-references.ts';
import { rstSyntax } from '../../../checks/markup/rst-syntax.ts';
import { safeHtml } from '../../../checks/markup/safe-html.ts';
import { safeMdx } from '../../../checks/markup/safe-mdx.ts';
import { url } from '../../../checks/markup/url.ts';
import { xmlCharsAroundTags } from '../../../checks/markup/xml-chars-around-tags.ts';
import { xmlInvalid } from '../../../checks/markup/xml-invalid.ts';
import { xmlTags } from '../../../checks/markup/xml-tags.ts';
import { subjectOf } from '../../../checks/subject.ts';
import { checked } from '../../helpers/checked.ts';

/** One that reads again what it has read, or calls itself for each level, does not come to the end of these. */
const texts: Record<string, string> = {
  'nested elements': '<a>'.repeat(10_000) + '</a>'.repeat(10_000),
  'open elements': '<div>'.repeat(70_000),
  'open tags': '<a b="'.repeat(50_000),
  'open comments': '<!--'.repeat(80_000),
  'end tags': `</${' '.repeat(1_000_000)}`,
  'angle brackets': '<'.repeat(1_000_000),
  'square brackets': '['.repeat(1_000_000),
  'closed brackets': '['.repeat(100_000) + ']'.repeat(100_000),
  'nested links': '[a]('.repeat(70_000) + ')'.repeat(70_000),
  'open links': '[a](<'.repeat(70_000),
  'open tags of forums': '[b]'.repeat(100_000),
  braces: '{'.repeat(1_000_000),
  'strings in braces': '{"'.repeat(100_000),
  'templates in braces': `{\`\${`.repeat(70_000),
  'regular expressions in braces': '{/['.repeat(70_000),
  'open emphasis': '*a _a **a '.repeat(40_000),
  'runs of backticks': Array.from({ length: 1000 }, (_, length) => '`'.repeat(length)).join(' '),
  backticks: '`a '.repeat(100_000),
  roles: ':a'.repeat(100_000),
  names: 'a_-'.repeat(100_000),
  'open substitutions': '|a '.repeat(100_000),
  addresses: 'a@'.repeat(100_000),
  macros: 'a:'.repeat(100_000),
  'pass-throughs': '+a ++b +++c $$d `+e '.repeat(50_000),
  references: '<<a[[b'.repeat(50_000),
  ampersands: '&'.repeat(1_000_000),
  backslashes: '\\'.repeat(1_000_000),
  blanks: ' '.repeat(1_000_000),
  links: '[a](b) '.repeat(150_000),
  emphasis: '*a* '.repeat(200_000),
  'closed tags of forums': '[b]a[/b]'.repeat(130_000),
  elements: '<b>a</b>'.repeat(130_000),
  'inline markup': ':a:`b` |c| d_ '.repeat(70_000),
  mistakes: '|a\n\n'.repeat(150_000),
  'empty lines': '\n '.repeat(200_000),
};

const checks: readonly [Check, flags: string][] = [
  [asciidocMarkup, 'asciidoc-text'],
  [bbcode, 'bbcode-text'],
  [mdLink, 'md-text'],
  [mdReflink, 'md-text'],
  [mdSyntax, 'md-text'],
  [rstReferences, 'rst-text'],
  [rstSyntax, 'rst-text'],
  [safeHtml, 'auto-safe-html, md-text'],
  [safeMdx, 'safe-mdx'],
  [url, 'url'],
  [xmlCharsAroundTags, ''],
  [xmlInvalid, 'xml-text'],
  [xmlTags, 'xml-text'],
];

for (const [check, flags] of checks) {
  test(`${check.id} comes to an end with whatever text`, (t) => {
    for (const [name, text] of Object.entries(texts)) {
      const { unit, around } = checked({ source: text, target: `${text}x`, flags });
      const subject = subjectOf(unit, around);

      const looks = check.applies?.(subject) ?? true;
      const fires = looks && check.fires(subject);
      const spans = [...(check.placeables?.(text, subject) ?? [])];

      t.is(typeof fires, 'boolean', name);
      t.true(
        spans.every(({ start, end }) => start >= 0 && start <= end && end <= text.length),
        name,
      );
    }
  });
}
