import { testCheck } from '../../helpers/check-table.ts';

const asciidoc = { flags: 'asciidoc-text' };

testCheck('asciidoc-markup', [
  ['link:a[b]', 'link:d[b]', true, asciidoc],
  ['image::a.png[b]', 'image:a.png[b]', true, asciidoc],
  ['https://x.org[b]', 'https://y.org[b]', true, asciidoc],
  ['<<id,a>>', '<<other,a>>', true, asciidoc],
  ['[[id]]a', 'a', true, asciidoc],
  ['pass:[a]', 'pass:[b]', true, asciidoc],
  ['+++<u>+++', '+++<b>+++', true, asciidoc],
  ['++a++', '++b++', true, asciidoc],
  ['`+a+`', '`a`', true, asciidoc],
  ['$$a$$', '$$b$$', true, asciidoc],
  ['kbd:[F1] kbd:[F2]', 'kbd:[F1]', true, asciidoc],
  ['footnote:[see link:a[b]]', 'footnote:[viz link:c[b]]', true, asciidoc],
  ['link:a[b]', 'link:a[c]', false, asciidoc],
  ['<<id,a>>', '<<id,b>>', false, asciidoc],
  ['<<id>>', '<<id,b>>', false, asciidoc],
  ['link:a[b] <<id>>', '<<id>> link:a[c]', false, asciidoc],
  ['\\link:a[b]', 'c', false, asciidoc],
  ['Note: a [b]', 'Pozn.: c [d]', false, asciidoc],
  ['+a+', 'b', false, asciidoc],
  ['+++a+++', '+++a+++ b', false, asciidoc],
  ['link:a[b]', 'link:d[b]', false],
]);
