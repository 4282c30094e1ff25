import { testCheck } from '../../helpers/check-table.ts';

const xml = { flags: 'xml-text' };

testCheck('xml-invalid', [
  ['<b>x</b>', '<b>x', true],
  ['<b>x</b>', '<b>x</i>', true],
  ['<b>x</b>', '<b>x & y</b>', true],
  ['<b>x</b>', '<p:b>x</p:b>', true],
  ['<b>x</b>', '<b class=y>x</b>', true],
  ['<b>x</b>', '</b>x<b>', true],
  ['<b>x</b>', '<b>\u0001</b>', true],
  ['<?xml version="1.0"?><b>x</b>', 'x <b>y</b>', true],
  ['<b>x</b>', '<b>y</b>', false],
  ['<b>x</b>', '<b>&nbsp;&#160;&unknown;</b>', false],
  ['<b>x</b>', '<![CDATA[ <b ]]>', false],
  ['<b>x</b>', '<p:b xmlns:p="urn:p">x</p:b>', false],
  ['<?xml version="1.0"?><b>x</b>', '<?xml version="1.0"?><b>y</b>', false],
  ['a < b', 'a <b', false],
  ['a & <b>b</b>', 'a <b>b', false],
  ['plain', 'a <b', false],
  ['plain', 'a <b', true, xml],
  ['a & b', 'a <b', false, xml],
  ['<b>x</b>', '<b>x', false, { flags: 'safe-html' }],
  ['<b>x</b>', '<b>x', false, { flags: 'auto-safe-html' }],
  ['<b>x</b>', '<b>x', false, { flags: 'ignore-xml-invalid' }],
  [['<b>x</b>', '%d < y'], ['<b>x', '<b>y', '<b>z'], false],
  [['x', '<b>y</b>'], ['x', '<b>y</b>', '<b>y'], true],
]);

testCheck('xml-tags', [
  ['<b>a</b><i>b</i>', '<i>a</i><b>b</b>', true],
  ['<a href="x" title="y">l</a>', '<a title="y" href="x">l</a>', true],
  ['<b>a</b>', '<B>a</B>', true],
  ['<b>a</b>', 'a', true],
  ['<b>a</b><!-- c -->', '<b>a</b>', true],
  ['<b>a</b><?pi x?>', '<b>a</b><?other x?>', true],
  ['x', '<b>y</b>', true, xml],
  ['<a href="x">l</a>', '<a href="y">l</a>', false],
  ['<b>a</b> c', 'd <b>e</b>', false],
  ['<br/>', '<br></br>', false],
  ['<b>a</b>', '<b>a', false],
  ['a < b', '<i>a</i>', false],
  ['<p:b xmlns:p="urn:p">x</p:b>', '<p:b xmlns:p="urn:q">y</p:b>', false],
]);

testCheck('xml-chars-around-tags', [
  ['<b>c</b> d', '<b>c</b>d', true],
  ['a <b>c</b> d', 'a<b>c</b> d', true],
  ['a<b> c</b> d', 'a <b> c</b> d', true],
  ['a <b>c</b>', 'a<b>c</b>', true],
  ['a <b/> d', 'é<b/> d', true],
  ['a <b>c</b> d', 'a <b>𝒳</b>𝒳', true],
  ['a <b>c</b> d', 'x <b>y</b> z', false],
  ['<b>c</b> d', '<b>č</b>', false],
  ['<b>c</b> d', '<b>c</b>d<i/>', false],
  ['a <b>c</b> d', 'و<b>c</b> d', false, { language: 'ar' }],
  ['a<b>c</b> d', 'و<b>c</b> d', false, { language: 'ar' }],
  ['a <b>c</b> d', '甲<b>乙</b>丙', false, { language: 'zh_Hant' }],
  ['a <b>c</b> d', 'a<b>c</b> d', false, { flags: 'ignore-xml-chars-around-tags' }],
  ['a < b', 'a<b>', false],
]);
