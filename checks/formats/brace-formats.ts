import { enclosedFormat } from './enclosed-format.ts';
import { formatCheck } from './format-check.ts';
import { matchedFormat } from './matched-format.ts';

export const perlBraceFormat = formatCheck(
  { id: 'perl_brace_format', name: 'Perl brace format' },
  matchedFormat({ leads: ['{'], pattern: /\{[A-Za-z0-9_]+\}/g }),
);

/** `{0,10:N2}`: alignment and format are the translator's. */
export const cSharpFormat = formatCheck(
  { id: 'c_sharp_format', name: 'C# format', enabledBy: ['c-sharp-format', 'csharp-format'] },
  matchedFormat({ leads: ['{'], pattern: /\{(\d+)(?:, *[+-]?\d+ *)?(?::[A-Za-z0-9#., ]*)?\}/g }),
);

export const laravelFormat = formatCheck(
  { id: 'laravel_format', name: 'Laravel format' },
  matchedFormat({ leads: [':'], pattern: /:[A-Za-z][A-Za-z0-9_]*/g }),
);

export const percentPlaceholders = formatCheck(
  { id: 'percent_placeholders', name: 'Percent placeholders' },
  matchedFormat({ leads: ['%'], pattern: /%[A-Za-z0-9_]+%/g }),
);

/** `{{name}}`, `{{/name}}`, `{{name/}}`. */
export const automatticComponentsFormat = formatCheck(
  { id: 'automattic_components_format', name: 'Automattic components formatting' },
  matchedFormat({
    leads: ['{{'],
    pattern: /\{\{\s*(?:\/\s*)?[\p{L}\p{N}_-]+\s*(?:\/\s*)?\}\}/gu,
  }),
);

export const angularjsFormat = formatCheck(
  { id: 'angularjs_format', name: 'AngularJS interpolation string' },
  enclosedFormat({
    leads: ['{{'],
    opening: /\{\{/g,
    closing: () => '}}',
    key: (_, inside) => inside.replace(/\s+/g, ''),
  }),
);

/** Also `$t(key)`, another string put in. */
export const i18nextInterpolation = formatCheck(
  { id: 'i18next_interpolation', name: 'i18next interpolation' },
  enclosedFormat({
    leads: ['{{', '$t('],
    opening: /\{\{|\$t\(/g,
    closing: (opening) => (opening === '{{' ? '}}' : ')'),
    key: (whole) => whole.replace(/\s+/g, ''),
  }),
);

export const esFormat = formatCheck(
  { id: 'es_format', name: 'ECMAScript template literals' },
  enclosedFormat({
    leads: ['$' + '{'],
    opening: /\$\{/g,
    closing: () => '}',
    key: (_, inside) => inside.replace(/\s+/g, ''),
  }),
);

/** `{name}`, and links to other messages: `@:path`, `@.lower:path`, `@:(path)`. */
export const vueFormat = formatCheck(
  { id: 'vue_format', name: 'Vue I18n formatting' },
  enclosedFormat({
    leads: ['{', '@'],
    opening: /%?\{(?=[^}])|@(?:\.[a-z]+)?:(?:[\p{L}\p{N}_\-./|]+|\([\p{L}\p{N}_\-.:/|]+\))/giu,
    closing: (opening) => (opening.endsWith('{') ? '}' : ''),
    key: (whole) => whole,
  }),
);
