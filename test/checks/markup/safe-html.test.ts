import test from 'ava';
import { parseFlags } from '../../../checks/flags.ts';
import { sanitise } from '../../../checks/markup/html-sanitise.ts';
import { isHtmlString } from '../../../checks/markup/html-strings.ts';
import { testCheck } from '../../helpers/check-table.ts';

const html = { flags: 'safe-html' };
const auto = { flags: 'auto-safe-html' };
const md = { flags: 'safe-html, md-text' };

testCheck('safe-html', [
  ['a', 'a & b', true, html],
  ['<b>x</b>', '<i>x</i>', true, html],
  ['<a href="%s">x</a>', '<a href="“%s”">x</a>', true, html],
  ['<a href="{url}">x</a>', '<a href=" {url}">x</a>', true, html],
  ['<a href="{url}">x</a>', '<a href="«{url}»">x</a>', true, { flags: 'safe-html, python-brace-format' }],
  ['<b>x</b>', '<b onclick="y">x</b>', true, html],
  ['<b>x</b>', '<b>x', true, html],
  ['<b>x</b>', '<B>x</B>', true, html],
  ['<br>', '<br/>', true, html],
  ['<a href="x">y</a>', "<a href='x'>y</a>", true, html],
  ['<a href="x">y</a>', '<a href=x>y</a>', true, html],
  ['<a href="x">y</a>', '<a href="javascript:alert(1)">y</a>', true, html],
  ['<a href="x">y</a>', '<a href="jAva&#9;script:alert(1)">y</a>', true, html],
  ['x', 'a < b', true, html],
  ['x', 'a<br>b', true, html],
  ['<a href="x">y</a>', '<a href="x">y<a href="x">z</a></a>', true, html],
  ['<b>x</b>', '<b title="y" title="z">x</b>', true, html],
  ['<b>x</b><i>y</i>', '<b><i>x</b></i>', true, html],
  ['x', '&nbsp;', true, html],
  ['x', 'y<!-- z -->', true, html],
  ['<body>x</body>', '<body>y</body>', true, html],
  ['[a](b)', '[<script>alert(1)</script>](b)', true, md],
  ['<https://x.org>', '<https://x onclick=alert(1)>', true, md],
  ['<b>x</b>', '<b>y</b>', false, html],
  ['<b>x</b>', '<b lang="cs" title="z">y</b>', false, html],
  ['x', 'a &lt; b &gt; c &amp; d', false, html],
  ['a > b', 'b > a', false, html],
  ['x', 'y\u00a0z', false, html],
  ['<td>x</td>', '<td>y</td>', false, html],
  ['<table><tr><td>x</td></tr></table>', '<table><tr><td>y</td></tr></table>', false, html],
  ['<p>x</p>', 'a\r\n<p>y</p>\r\n', false, html],
  ['<a href="%s">x</a>', '<a href="%s">“y”</a>', false, html],
  ['<b title="x">y</b>', '<b title="[a](b" onclick="alert(1))">y</b>', true, md],
  ['<b [a](b)>y</b>', '<b [a](b" onclick="alert(1))>y</b>', true, md],
  ['<https://x.org>', '<https://x/onclick=alert(1)>', true, md],
  ['<b title="x">y</b>', '<b title="[a](b)">y</b>', false, md],
  ['[a](b?c&d) <https://x.org?a&b>', '[e & f](b?c&d) <https://x.org?a&b>', false, md],
  ['a', 'a & b', false],
  ['a', 'a & b', true, auto],
  ['<b>x</b>', '<i>x</i>', true, auto],
  ['<Button>x</Button>', '<i>x</i>', false, auto],
  ['a', 'a & b', false, { flags: 'auto-safe-html, ignore-safe-html' }],
]);

for (const [source, active, flags = 'auto-safe-html'] of [
  ['plain, 1 < 2', true],
  ['<b>x</b>', true],
  ['<my-element>x</my-element>', true],
  ['a<br/>b<br />', true],
  ['<!-- note -->x', true],
  ['[a](<b c>) <https://x.org>', true, 'auto-safe-html, md-text'],
  ['<https://x.org>', false],
  ['<Trans>x</Trans>', false],
  ['<b>x', false],
  ['<b>x</b', false],
  ['<a href={x}>y</a>', false],
  ['<a href="{x}">y</a>', false],
  ['<b>a & b</b>', false],
  ['<?php echo 1 ?>', false],
  ['<b class=x>y</b>', false],
  ['<b>x', true, 'safe-html'],
  ['x', false, ''],
] as const) {
  test(`HTML is ${active ? 'checked' : 'left alone'} with ${flags || 'no flag'}: ${source}`, (t) => {
    const found = isHtmlString([source], parseFlags(flags));

    t.is(found, active);
  });
}

for (const [source, target, expected, flags = ''] of [
  ['<b>x</b>', '<b onclick="x">y</b><script>z</script>', '<b>y</b>'],
  ['<b>x</b>', '<i>y</i><br/>', 'y'],
  ['x', '<svg><style><img src=x onerror=alert(1)></style></svg>', ''],
  ['<a href="x">y</a>', '<A HREF=z TARGET=_blank>y', '<a href="z">y</a>'],
  [
    '<svg></svg><style></style>',
    '<svg><style><!--</style><img src onerror=alert(1)>',
    '<svg><style></style></svg>',
  ],
  [
    '<noscript></noscript><p title="x"></p>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<noscript><p title="&lt;/noscript&gt;&lt;img src=x onerror=alert(1)&gt;"></p></noscript>',
  ],
  ['x', '<script>a</script> [b & c](d) & e', ' [b & c](d) &amp; e', 'md-text'],
  ['<p>x</p>', '<p>a\r\n<p>b', '<p>a\r\n</p><p>b</p>'],
] as const) {
  test(`Unsafe HTML is taken out: ${target}`, (t) => {
    const clean = sanitise(source, target, parseFlags(flags));

    t.is(clean, expected);
    t.is(sanitise(source, clean, parseFlags(flags)), clean);
  });
}
