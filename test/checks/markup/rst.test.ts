import test from 'ava';
import { scanRst } from '../../../checks/markup/rst-scan.ts';
import { testCheck } from '../../helpers/check-table.ts';

const rst = { flags: 'rst-text' };

testCheck('rst-references', [
  [':ref:`a`', ':ref:`b`', true, rst],
  [':ref:`x <a>`', ':ref:`x <b>`', true, rst],
  [':doc:`a`', ':ref:`a`', true, rst],
  [':guilabel:`File`', 'Soubor', true, rst],
  ['see [1]_', 'viz [2]_', true, rst],
  ['|a|', '|b|', true, rst],
  ['``a``', '*a*', true, rst],
  ['**a**', 'a', true, rst],
  ['`a <http://x.org>`_', '`a`_', true, rst],
  ['see https://x.org', 'viz', true, rst],
  ['name_', 'jméno', true, rst],
  ['*a* *b*', '*a*', true, rst],
  [':ref:`x <a>`', ':ref:`y <a>`', false, rst],
  [':guilabel:`File`', ':guilabel:`Soubor`', false, rst],
  ['`File`:guilabel:', ':GUILabel:`Soubor`', false, rst],
  ['`a <http://x.org>`_', 'https://y.org', false, rst],
  ['me@x.org', 'https://x.org', false, rst],
  ['a [Cit2002]_ `b` _`c`', 'd', false, rst],
  ['``a`` *b*', '*c* ``d``', false, rst],
  ['see name_ now', 'viz `jméno`_ nyní', false, rst],
  ['2*3*4 and a|b|c', '2 3 4 a b c', false, rst],
  [':ref:`a`', ':ref:`b`', false],
]);

testCheck('rst-syntax', [
  ['x', '*x', true, rst],
  ['x', '**x', true, rst],
  ['x', '``x', true, rst],
  ['x', '`x', true, rst],
  ['x', '|x', true, rst],
  [':foo:`x`', ':bar:`y`', true, rst],
  [':foo:`x`', ':foo:`y`:foo:', true, rst],
  [':foo:`x`', ':foo:`y`_', true, rst],
  [':foo:`x`', '` :foo:`x` `', true, rst],
  ['x', '`a `b`_', true, rst],
  ['x', '`a <http://x.org>`_ `a <http://y.org>`_', true, rst],
  ['x', 'nameless__', true, rst],
  ['x', '- x', true, rst],
  ['x', '* x', true, rst],
  ['x', '+ x', true, rst],
  ['x:', 'x::', true, rst],
  [':foo:`x`', ':foo:`y`', false, rst],
  ['x', '|a| b', false, rst],
  ['x', 'name_ and [#]_ and [1]_', false, rst],
  ['nameless__', '`jiný`__', false, rst],
  ['- x', '* y', false, rst],
  ['x', '2*3 and "*" and \\*x', false, rst],
  ['x', '*a* **b** ``c`` `d` _`e`', false, rst],
  ['x', ':sub:`2` :math:`x`', false, rst],
  ['x', '`a <http://x.org>`__ `a <http://y.org>`__', false, rst],
  ['x', 'a\n\n.. an *open comment', false, rst],
  ['x::', 'y::', false, rst],
  ['x', '*x', false],
]);

test('Inline markup is found in its place', (t) => {
  const text = ':guilabel:`File` :ref:`a <b>` |c| [1]_ *d*';

  const kinds = scanRst(text).inlines.map(({ kind, start, end }) => [kind, text.slice(start, end)]);

  t.deepEqual(kinds, [
    ['role', ':guilabel:`File`'],
    ['role', ':ref:`a <b>`'],
    ['substitution', '|c|'],
    ['footnote', '[1]_'],
    ['emphasis', '*d*'],
  ]);
});
