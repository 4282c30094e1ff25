import test from 'ava';
import { markdownLinks } from '../../../checks/markup/markdown-links.ts';
import { testCheck } from '../../helpers/check-table.ts';

const md = { flags: 'md-text' };

testCheck('md-link', [
  ['[a](#x)', '[b](#y)', true, md],
  ['[a](http://x)', '[b] (http://x)', true, md],
  ['[a](./x.md)', '[b](./y.md)', true, md],
  ['[a]({{ url }}/a)', '[b]({{ url }}/b)', true, md],
  ['![a](x.png)', 'b', true, md],
  ['[![a](x.png)](y)', '![a](x.png)', true, md],
  ['<https://x.org>', 'https://x.org', true, md],
  ['<me@x.org>', 'me@x.org', true, md],
  ['[a](http://x)', '[b](http://y)', false, md],
  ['[a](#x "title (1)")', "[b](#x 'titulek')", false, md],
  ['[a](#x) [b](#y)', '[b](#y) [a](#x)', false, md],
  ['[a](http://x/(y))', '[b](http://x/(z))', false, md],
  ['[a [b]](#x)', '[c](#x)', false, md],
  ['plain', '[b](#y)', false, md],
  ['[a] (x)', '[b](x)', false, md],
  ['\\[a](x)', 'b', false, md],
  ['[a](#x)', '[b](#y)', false],
  ['[a](#x)', '[b](#y)', true, { flags: 'markdown-text' }],
]);

testCheck('md-reflink', [
  ['[a][1]', '[b][2]', true, md],
  ['[a][1]', 'b', true, md],
  ['[a] [1]', '[b](x)', true, md],
  ['![a][img]', '![b][img2]', true, md],
  ['[a][1] [b][2]', '[a][1]', true, md],
  ['[a][1]', '[b][1]', false, md],
  ['[a] [1]', '[b][1]', false, md],
  ['[a][1] [b][1]', '[c][1]', false, md],
  ['[![a][img]][1]', '[![b][img]][1]', false, md],
  ['a [^1]', 'b', false, md],
  ['plain', '[a][1]', false, md],
  ['[a][1]', '[b][2]', false],
]);

testCheck('md-syntax', [
  ['**a** b', '*a* b', true, md],
  ['**a**', '** a **', true, md],
  ['__a__', '_a_', true, md],
  ['`a`', '``a``', true, md],
  ['~~a~~', 'a', true, md],
  ['a', '<https://x.org>', true, md],
  ['**a `b`**', '**a b**', true, md],
  ['a', '_b_', true, md],
  ['***a***', '**a**', true, md],
  ['**a** b **c**', '**a** b', false, md],
  ['<https://x.org>', '<me@x.org>', false, md],
  ['snake_case_name', 'jméno', false, md],
  ['2 * 3 * 4', '2 × 3 × 4', false, md],
  ['`a_b_ *c*`', '`d`', false, md],
  ['\\*a\\*', 'a', false, md],
  ['* a\n* b', 'a\n* b', false, md],
  ['*a\n\nb*', 'a b', false, md],
  ['**a *b* c**', '*b* **a**', false, md],
  ['**你好。**你好', '**a** b', false, md],
  ['**a** b', '*a* b', false],
]);

test('A link tells its target without what encloses it', (t) => {
  const links = markdownLinks('[a](<b c> "t") ![d](e) <https://f.org> [g]( h )');

  t.deepEqual(
    links.map(({ target }) => target),
    ['b c', 'e', 'https://f.org', 'h'],
  );
});
