import { testCheck } from '../../helpers/check-table.ts';

const inFrench = { language: 'fr' };

testCheck('duplicate', [
  ['the cat', 'ten ten kocour', true],
  ['the the cat', 'ten ten kocour', false],
  ['no no', 'ne ne', false],
  ['no no no', 'ne ne', true],
  ['x', 'ten, ten', false],
  ['x', 'ten "ten"', true],
  ['x', 'ten\nten', true],
  ['x', 'ten(ten', true],
  ['x', 'ten]ten', true],
  ['x', 'ten) ten', false],
  ['x', 'ten-ten', false],
  ['x', 'Ten ten', false],
  ['x', 'a a', false],
  ['x', '100 000 000', false],
  ['x', '100k 100k', true],
  ['x', 'slovo 😀 slovo', false],
  ['x', '𝒳𝒳 𝒳𝒳', true],
  ['x', '𝒳 𝒳', false],
  ['x', 'vous vous', false, inFrench],
  ['x', 'vous vous', true],
  ['x', 'mute mute', false, { language: 'tok' }],
  ['a %s %s b', 'a %s %s b', false, { flags: 'c-format' }],
  ['{n} ten', '{n}ten ten', true, { flags: 'python-brace-format' }],
]);

testCheck('multiple_capital', [
  ['Hello world', 'HElo světe', true],
  ['Hello world', 'Žluťoučký KŮň', true],
  ['USA here', 'USA zde', false],
  ['Hello world', 'Ahoj Světe', false],
]);

testCheck('kashida', [
  ['x', 'مـحمد', true],
  ['x', 'مــــحمد', true],
  ['x', 'محمدـ', false],
  ['x', 'ـمحمد', false],
  ['x', 'aـb', false],
  ['x', 'محمد', false],
]);

testCheck('kabyle-characters', [
  ['x', 'taγuri', true, { language: 'kab' }],
  ['x', 'taɣuri', false, { language: 'kab' }],
  ['x', 'taγuri', false],
]);

testCheck('punctuation_spacing', [
  ['x', 'Bonjour!', true, inFrench],
  ['x', 'Bonjour! Ça va', true, inFrench],
  ['x', ': a', true, inFrench],
  ['x', 'Bonjour !', false, inFrench],
  ['x', 'Bonjour\u202f!', false, inFrench],
  ['x', 'Bonjour&nbsp;!', false, inFrench],
  ['x', 'http://a', false, inFrench],
  ['x', 'Quoi ?!', false, inFrench],
  ['x', 'Bonjour!', false, { language: 'fr_CA' }],
  ['x', 'Bonjour!', true, { language: 'fr_BE' }],
  ['x', 'Ahoj!', false],
  ['x', '![image](a?)', false, { language: 'fr', flags: 'md-text' }],
  ['x', '``a?`` et *b !*', false, { language: 'fr', flags: 'rst-text' }],
  ['x', '``a?`` et b!', true, { language: 'fr', flags: 'rst-text' }],
  ['x', '[lien](a?)!', true, { language: 'fr', flags: 'md-text' }],
  [':a:', ':a:', false, { language: 'fr', flags: 'placeholders:":a:"' }],
]);

testCheck('accelerator', [
  ['&File', 'Soubor', true, { flags: 'accelerator:&' }],
  ['&File', '&Soubor', false, { flags: 'accelerator:&' }],
  ['&A &B', '&A &B', true, { flags: 'accelerator:&' }],
  ['A && B', 'A a B', false, { flags: 'accelerator:&' }],
  ['A && &B', 'A a B', true, { flags: 'accelerator:&' }],
  ['&File', 'Soubor', false],
  ['_File', 'Soubor', true, { flags: 'accelerator:_' }],
  ['File', 'Soubor', true, { flags: 'accelerator:ab' }],
  ['File', 'Soubor', true, { flags: 'accelerator' }],
]);
