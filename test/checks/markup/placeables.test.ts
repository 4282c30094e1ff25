import test from 'ava';
import { rstMarkers } from '../../../checks/markup/rst-references.ts';
import { subjectOf } from '../../../checks/subject.ts';
import { checked } from '../../helpers/checked.ts';

for (const [flags, text, expected] of [
  ['', 'a <b class="x">c</b> &amp; d', ['<b class="x">', '</b>', '&amp;']],
  ['', 'a < b &amp; c', []],
  ['xml-text', 'a &lt; b', ['&lt;']],
  ['bbcode-text', '[b]a[/b] [c]', ['[b]', '[/b]']],
  ['md-text', '**a** `b` <https://c.org>', ['**', '**', '`', '`', '<', '>']],
  ['asciidoc-text', 'link:a[b] <<c,d>> `+e+`', ['link:a', '<<c,d>>', '`+e+`']],
  [
    'rst-text',
    ':ref:`a <b>` :guilabel:`c` |d| [1]_ *e* ``f``',
    [':ref:`a <b>`', ':guilabel:`', '`', '|d|', '[1]_'],
  ],
  ['', '**a** :ref:`b` [b]c[/b]', []],
] as const) {
  test(`No translator may change ${JSON.stringify(expected)} of ${text} with "${flags}"`, (t) => {
    const { unit, around } = checked({ source: text, flags });

    const spans = subjectOf(unit, around).placeables(text);

    t.deepEqual(
      spans.map(({ start, end }) => text.slice(start, end)),
      [...expected],
    );
  });
}

test('Prose of reStructuredText is what neither marks it nor is literal', (t) => {
  const text = 'a *b* **c** ``d``';

  const markers = rstMarkers(text).map(({ start, end }) => text.slice(start, end));

  t.deepEqual(markers, ['*', '*', '**', '**', '``d``']);
});
