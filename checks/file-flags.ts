/** Flags that all strings of a format have. */
const formatFlags: Readonly<Record<string, string>> = {
  aresource: 'java-printf-format',
  'moko-resource': 'java-printf-format',
  'cmp-resource': 'java-printf-format',
  properties: 'auto-java-messageformat',
  gwt: 'auto-java-messageformat',
  strings: 'objc-format',
  stringsdict: 'objc-format',
  arb: 'icu-message-format',
  formatjs: 'icu-message-format',
  i18next: 'i18next-interpolation',
  i18nextv4: 'i18next-interpolation',
  laravel: 'laravel-format',
  resourcedictionary: 'c-sharp-format',
  'mi18n-lang': 'es-format',
  html: 'safe-html, strict-same',
  odf: 'strict-same',
  idml: 'strict-same',
  markdown: 'auto-safe-html, md-text, strict-same',
  mdx: 'auto-safe-html, md-text, safe-mdx, strict-same',
  asciidoc: 'asciidoc-text, safe-html, strict-same',
  fluent:
    'fluent-parts, fluent-references, fluent-source-inner-html, fluent-source-syntax, fluent-target-inner-html, fluent-target-syntax, ignore-xml-invalid, ignore-xml-tags',
};

/** The list of flags that a file format (by its id) gives to its strings. */
export function flagsOfFormat(id: string): string {
  return Object.hasOwn(formatFlags, id) ? formatFlags[id]! : '';
}

const textKinds: readonly (readonly [extension: RegExp, flags: string])[] = [
  [/\.rst(?![\w.])/i, 'rst-text'],
  [/\.(?:md|markdown)(?![\w.])/i, 'md-text'],
  [/\.mdx(?![\w.])/i, 'md-text, safe-mdx'],
  [/\.(?:adoc|ad|asciidoc)(?![\w.])/i, 'asciidoc-text'],
];

/** The list of flags that the place of a string (`index.rst:5`) gives it: documents have markup of their kind. */
export function flagsOfLocation(location: string): string {
  if (!location.includes('.')) {
    return '';
  }
  const kind = textKinds.find(([extension]) => extension.test(location));
  return kind?.[1] ?? '';
}
