import { readdirSync } from 'node:fs';
import test from 'ava';
import { ignoreFlag } from '../../checks/active.ts';
import type { Check } from '../../checks/check.ts';
import { parseFlags } from '../../checks/flags.ts';
import { checkById, checks } from '../../checks/registry.ts';
import { checkCardById, checkCards, storedChecks } from '../../checks/stored.ts';
import { subjectOf } from '../../checks/subject.ts';
import { awkwardStrings } from '../helpers/awkward-strings.ts';
import { checked } from '../helpers/checked.ts';

const room = new URL('../../checks/', import.meta.url);

/** Ids and names as clients know them. */
const documented: Readonly<Record<string, string>> = {
  accelerator: 'Accelerator key',
  angularjs_format: 'AngularJS interpolation string',
  'asciidoc-markup': 'AsciiDoc markup',
  automattic_components_format: 'Automattic components formatting',
  bbcode: 'BBCode markup',
  begin_newline: 'Starting newline',
  begin_space: 'Starting spaces',
  c_format: 'C format',
  c_sharp_format: 'C# format',
  check_glossary: 'Does not follow glossary',
  double_space: 'Double space',
  duplicate: 'Consecutive duplicated words',
  ellipsis: 'Ellipsis',
  end_colon: 'Mismatched colon',
  end_ellipsis: 'Mismatched ellipsis',
  end_exclamation: 'Mismatched exclamation mark',
  end_interrobang: 'Mismatched interrobang',
  end_newline: 'Trailing newline',
  end_question: 'Mismatched question mark',
  end_semicolon: 'Mismatched semicolon',
  end_space: 'Trailing space',
  end_stop: 'Mismatched full stop',
  es_format: 'ECMAScript template literals',
  escaped_newline: 'Mismatched \\n',
  'fluent-parts': 'Fluent parts',
  'fluent-references': 'Fluent references',
  'fluent-source-inner-html': 'Fluent source inner HTML',
  'fluent-source-syntax': 'Fluent source syntax',
  'fluent-target-inner-html': 'Fluent translation inner HTML',
  'fluent-target-syntax': 'Fluent translation syntax',
  i18next_interpolation: 'i18next interpolation',
  icu_message_format: 'ICU MessageFormat',
  icu_message_format_syntax: 'ICU MessageFormat syntax',
  inconsistent: 'Inconsistent',
  java_format: 'Java MessageFormat',
  java_printf_format: 'Java format',
  javascript_format: 'JavaScript format',
  'kabyle-characters': 'Non‑standard characters in Kabyle',
  kashida: 'Kashida letter used',
  laravel_format: 'Laravel format',
  long_untranslated: 'Long untranslated',
  lua_format: 'Lua format',
  'max-length': 'Maximum length of translation',
  'max-lines': 'Maximum number of lines',
  'max-size': 'Maximum size of translation',
  'md-link': 'Markdown links',
  'md-reflink': 'Markdown references',
  'md-syntax': 'Markdown syntax',
  multiple_capital: 'Multiple capitals',
  multiple_failures: 'Multiple failing checks',
  'newline-count': 'Mismatching line breaks',
  objc_format: 'Objective-C format',
  object_pascal_format: 'Object Pascal format',
  optional_plural: 'Unpluralised',
  percent_placeholders: 'Percent placeholders',
  perl_brace_format: 'Perl brace format',
  perl_format: 'Perl format',
  php_format: 'PHP format',
  placeholders: 'Placeholders',
  plurals: 'Missing plurals',
  prohibited_initial_character: 'Prohibited initial character',
  punctuation_spacing: 'Punctuation spacing',
  python_brace_format: 'Python brace format',
  python_format: 'Python format',
  qt_format: 'Qt format',
  qt_plural_format: 'Qt plural format',
  regex: 'Regular expression',
  reused: 'Reused translation',
  'rst-references': 'Inconsistent reStructuredText',
  'rst-syntax': 'reStructuredText syntax error',
  ruby_format: 'Ruby format',
  'safe-html': 'Unsafe HTML',
  'safe-mdx': 'Safe MDX',
  same: 'Unchanged translation',
  'same-plurals': 'Same plurals',
  scheme_format: 'Scheme format',
  'source-max-length': 'Source string length',
  translated: 'Has been translated',
  unnamed_format: 'Multiple unnamed variables',
  url: 'URL',
  vue_format: 'Vue I18n formatting',
  'xml-chars-around-tags': 'Chars around XML tags',
  'xml-invalid': 'XML syntax',
  'xml-tags': 'XML markup',
  'zero-width-space': 'Zero-width space',
};

async function exportedChecks(): Promise<string[]> {
  const ids: string[] = [];
  for (const file of readdirSync(room, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.ts')) {
      const module: object = await import(new URL(file, room).href);
      for (const value of Object.values(module)) {
        if (typeof value === 'object' && value !== null && 'fires' in value && 'enabledBy' in value) {
          ids.push((value as Check).id);
        }
      }
    }
  }
  return ids;
}

test('the list has every check of the folder once, in alphabetical order', async (t) => {
  const ids = checks.map(({ id }) => id);

  t.deepEqual(ids, (await exportedChecks()).sort());
  t.is(new Set(ids).size, ids.length);
});

test('together with those of the database these are the documented checks', (t) => {
  const known = Object.fromEntries(checkCards.map(({ id, name }) => [id, name]));

  t.deepEqual(known, documented);
  t.is(checkCards.length, checks.length + storedChecks.length);
});

test('checks are found by id', (t) => {
  t.is(checkById('end_stop')?.name, 'Mismatched full stop');
  t.is(checkById('inconsistent'), undefined);
  t.is(checkCardById('inconsistent')?.name, 'Inconsistent');
  t.is(checkCardById('nonsense'), undefined);
});

const unusual: Readonly<Record<string, readonly string[]>> = {
  'asciidoc-markup': ['asciidoc-text'],
  bbcode: ['bbcode-text'],
  'md-link': ['md-text'],
  'md-reflink': ['md-text'],
  'md-syntax': ['md-text'],
  'rst-references': ['rst-text'],
  'rst-syntax': ['rst-text'],
  icu_message_format_syntax: ['icu-message-format'],
  c_sharp_format: ['c-sharp-format', 'csharp-format'],
  java_format: ['java-format', 'auto-java-messageformat'],
  'safe-html': ['safe-html', 'auto-safe-html'],
};
const unusualIgnore: Readonly<Record<string, string>> = {
  icu_message_format_syntax: 'ignore-icu-message-format',
};

for (const card of checkCards) {
  const flag = card.id.replaceAll('_', '-');

  test(`${card.id} is turned on and off by the documented flags`, (t) => {
    t.is(ignoreFlag(card), unusualIgnore[card.id] ?? `ignore-${flag}`);
    if (card.enabledBy !== null) {
      t.deepEqual([...card.enabledBy].sort(), [...(unusual[card.id] ?? [flag])].sort());
    }
  });
}

const harsh: readonly string[] = [
  '',
  '\ud800',
  '\udc00\ud800 \udfff',
  'a\0b\0',
  '{'.repeat(2000),
  '}'.repeat(2000),
  '{a '.repeat(1000) + '}'.repeat(1000),
  '<a>'.repeat(1000),
  '<'.repeat(3000),
  '[['.repeat(1500),
  '%'.repeat(3000),
  '\\'.repeat(3000),
  "'".repeat(3000),
  '`'.repeat(3000),
  '*_'.repeat(1500),
  '('.repeat(3000),
  '&'.repeat(3000),
  '&#xffffffff; &#x110000; &#xd800;',
  ' '.repeat(20_000),
  'word '.repeat(4000),
  'x'.repeat(20_000),
  `${'a.'.repeat(5000)}@`,
  `${'@'.repeat(3000)}http://`,
  '__proto__ {__proto__} %(constructor)s <toString>',
  ...awkwardStrings,
];

const values: Readonly<Record<string, string>> = {
  accelerator: ':&',
  'max-length': ':10',
  'max-lines': ':1',
  'max-size': ':100:2',
  placeholders: ':$A$:r"%\\w+%"',
  regex: ':r"^a"',
};

for (const check of checks) {
  test(`${check.id} gives the same answer twice to any strings, and never throws`, (t) => {
    const flags = (check.enabledBy ?? []).map((flag) => flag + (values[flag] ?? '')).join(', ');
    for (const [index, text] of harsh.entries()) {
      const other = harsh[(index + 1) % harsh.length]!;
      for (const [source, target] of [
        [[text], [text]],
        [[text], [other]],
        [
          [text, other],
          [other, '', text],
        ],
      ] as const) {
        for (const language of ['cs', 'fr', 'ja']) {
          const { unit, around } = checked({ source, target, flags, language });

          t.is(answer(check), answer(check));

          function answer({ applies, fires, placeables }: Check): string {
            const subject = subjectOf(unit, around);
            const applied = applies?.(subject) ?? true;
            const spans = [...(placeables?.(text, subject) ?? [])];
            t.true(spans.every(({ start, end }) => start >= 0 && start <= end && end <= text.length));
            return `${applied} ${applied && fires(subject)} ${JSON.stringify(spans)}`;
          }
        }
      }
    }
  });
}

test('flags without values do not make checks throw', (t) => {
  const flags = parseFlags(
    'accelerator, max-length, max-lines, max-size, placeholders, regex, replacements, font-size',
  );
  for (const check of checks) {
    const { unit, around } = checked({ source: 'a', target: 'b' });

    t.notThrows(() => check.fires(subjectOf({ ...unit, flags }, around)), check.id);
  }
});
