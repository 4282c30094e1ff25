import test from 'ava';
import { validateFlags } from '../../checks/flag-rules.ts';
import { FlagError } from '../../checks/flag-syntax.ts';

for (const text of [
  '',
  'accelerator:&',
  'c-format, ignore-all-checks, ignore-c-format',
  'c-sharp-format',
  'check-glossary, ignore-check-glossary',
  'discard:read-only',
  'fluent-type:Term',
  'font-family:"DIN next pro", font-size:12, font-spacing:-1, font-weight:bold',
  'icu-flags:xml:-missing, icu-tag-prefix:x',
  'ignore-inconsistent, ignore-long-untranslated, ignore-multiple-failures, ignore-reused, ignore-translated',
  'ignore-end-stop, ignore-max-size, ignore-newline-count, ignore-prohibited-initial-character',
  'max-length:10, max-lines:2, max-size:100:2',
  'max-size:100',
  'placeholders:$A$:r"[A-Z]+"',
  'priority:-5',
  'forbidden, read-only, terminology',
  'regex:"^a,b$"',
  'replacements:%s:"John Doe":x:',
  'rst-text, strict-format, strict-same, xml-text',
  'variant:"Save file"',
]) {
  test(`"${text}" may be given, and is in its normal form`, (t) => {
    t.is(validateFlags(text), text);
  });
}

test('an alias is stored under its name', (t) => {
  t.is(validateFlags('markdown-text,read-only'), 'md-text, read-only');
});

for (const [text, reason] of [
  ['no-c-format', /"no-c-format": is unknown/],
  ['csharp-format', /unknown/],
  ['ignore-nothing', /unknown/],
  ['__proto__', /unknown/],
  ['constructor:x', /unknown/],
  ['read-only:yes', /"read-only": takes no value/],
  ['max-length', /"max-length": needs a value/],
  ['max-length:ten', /whole number/],
  ['max-length:1:2', /whole number/],
  ['max-lines:', /whole number/],
  ['max-size:1:2:3', /one or two/],
  ['priority:r"1"', /whole number/],
  ['accelerator:ab', /punctuation/],
  ['accelerator:a', /punctuation/],
  ['font-weight:heavy', /normal, light or bold/],
  ['placeholders', /needs a value/],
  ['placeholders:a:', /empty placeholder/],
  ['placeholders:r"("', /no regular expression/],
  ['regex:(', /no regular expression/],
  ['regex:a:b', /one value/],
  ['replacements:a', /pairs/],
  [`variant:${'x'.repeat(577)}`, /longer than 576/],
  ['discard:nonsense', /"nonsense" is unknown/],
  ['discard:discard', /unknown/],
  ["it's", /Character 3/],
] as const) {
  test(`"${text.slice(0, 40)}" is refused with a reason`, (t) => {
    t.throws(() => validateFlags(text), { instanceOf: FlagError, message: reason });
  });
}
