import test from 'ava';
import { flagsOfFormat, flagsOfLocation } from '../../checks/file-flags.ts';
import { validateFlags } from '../../checks/flag-rules.ts';

for (const [format, flags] of [
  ['po', ''],
  ['constructor', ''],
  ['aresource', 'java-printf-format'],
  ['properties', 'auto-java-messageformat'],
  ['stringsdict', 'objc-format'],
  ['formatjs', 'icu-message-format'],
  ['i18nextv4', 'i18next-interpolation'],
  ['resourcedictionary', 'c-sharp-format'],
  ['html', 'safe-html, strict-same'],
  ['mdx', 'auto-safe-html, md-text, safe-mdx, strict-same'],
  ['asciidoc', 'asciidoc-text, safe-html, strict-same'],
] as const) {
  test(`strings of ${format} have "${flags}"`, (t) => {
    t.is(flagsOfFormat(format), flags);
    t.is(validateFlags(flagsOfFormat(format)), flags);
  });
}

test('Fluent has its six checks instead of those of XML', (t) => {
  const flags = validateFlags(flagsOfFormat('fluent')).split(', ');

  t.is(flags.filter((flag) => flag.startsWith('fluent-')).length, 6);
  t.deepEqual(
    flags.filter((flag) => flag.startsWith('ignore-')),
    ['ignore-xml-invalid', 'ignore-xml-tags'],
  );
});

for (const [location, flags] of [
  ['', ''],
  ['src/main.c:17', ''],
  ['docs/index.rst:5', 'rst-text'],
  ['docs/README.md:1', 'md-text'],
  ['docs/README.markdown', 'md-text'],
  ['src/page.mdx:3', 'md-text, safe-mdx'],
  ['book/start.adoc:9', 'asciidoc-text'],
  ['book/start.ad', 'asciidoc-text'],
  ['src/a.c:1, docs/index.rst:5', 'rst-text'],
  ['docs/index.rst.in:5', ''],
  ['docs/x.mdown:5', ''],
] as const) {
  test(`a string of "${location}" has "${flags}"`, (t) => {
    t.is(flagsOfLocation(location), flags);
  });
}
