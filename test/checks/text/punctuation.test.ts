import { testCheck } from '../../helpers/check-table.ts';

const inLanguage = (language: string) => ({ language });

testCheck('end_stop', [
  ['Saved.', 'Uloženo', true],
  ['Saved', 'Uloženo.', true],
  ['Saved.', 'Uloženo.', false],
  ['Saved.', '保存しました。', false, inLanguage('ja')],
  ['Saved.', '保存しました', true, inLanguage('zh_Hant')],
  ['Yes.', 'Ano', false],
  ['Yes!.', 'Ano', true],
  ['😀😀😀.', 'Ano', false],
  ['Saved.', '', false],
  ['Wait...', 'Čekejte…', false],
  ['Wait...', 'Čekejte', true],
  ['Name:', '名前。', false, inLanguage('ja')],
  ['Name:', '名前', true, inLanguage('ja')],
  ['Saved.', 'Պահպանված։', false, inLanguage('hy')],
  ['Saved.', 'Պահպանված՝', false, inLanguage('hy')],
  ['Saved.', 'सहेजा गया।', false, inLanguage('hi')],
  ['Saved.', 'सहेजा गया|', false, inLanguage('hi')],
  ['Saved.', 'सहेजा गया', true, inLanguage('hi')],
  ['Saved.', 'ᱥᱟᱧᱪᱟᱣ᱾', false, inLanguage('sat')],
  ['Saved.', 'x\u1038\u104b', false, inLanguage('my')],
  ['Saved.', 'x\u104b', true, inLanguage('cs')],
  ['Saved.', 'x።', false, inLanguage('am')],
  ['Saved.', 'x', false, inLanguage('th')],
  ['Saved.', 'x', false, inLanguage('jbo')],
]);

testCheck('end_colon', [
  ['Name:', 'Jméno', true],
  ['Name', 'Nom:', true, inLanguage('fr')],
  ['Name:', 'Jméno:', false],
  ['Name:', 'ឈ្មោះ៖', false, inLanguage('km')],
  ['Name;', '名前。', false, inLanguage('ja')],
  ['Name', '名前：', false, inLanguage('ja')],
  ['Name:', '名前', true, inLanguage('ja')],
  ['Name:', 'Անուն՝', false, inLanguage('hy')],
  ['Name:', 'Անուն', true, inLanguage('hy')],
  ['Name', 'Անուն:', false, inLanguage('hy')],
  ['Name:', '', false],
  ['Name:', 'x', false, inLanguage('th')],
]);

testCheck('end_question', [
  ['Sure?', 'Opravdu', true],
  ['Sure', 'Opravdu?', true],
  ['Sure?', 'Opravdu?', false],
  ['Sure?', 'Σίγουρα;', false, inLanguage('el')],
  ['Sure?', 'Σίγουρα', true, inLanguage('el')],
  ['Sure', 'Σίγουρα;', false, inLanguage('el')],
  ['Sure?!', 'Opravdu', false],
  ['Sure?', 'Opravdu⁉', false],
  ['Sure?', 'x?', true, inLanguage('my')],
  ['Sure?', 'x\u1038\u104b', false, inLanguage('my')],
  ['Sure?', 'Վստա՞հ եք։', false, inLanguage('hy')],
  ['Sure?', 'هل أنت متأكد؟', false, inLanguage('ar')],
  ['Sure?', '确定？', false, inLanguage('zh_Hans')],
  ['Sure?', '', false],
]);

testCheck('end_exclamation', [
  ['Done!', 'Hotovo', true],
  ['Done', 'Hotovo!', true],
  ['Done!', 'Hotovo!', false],
  ['Done!', '完成！', false, inLanguage('zh_Hans')],
  ['Done!', '¡Eginda! ok', false, inLanguage('eu')],
  ['Done!', 'Eginda', true, inLanguage('eu')],
  ['Uses Texy!', 'Používá Texy', false],
  ['What?!', 'Co', false],
  ['Done!', 'Կատարված է', false, inLanguage('hy')],
  ['Done!', 'x႟', false, inLanguage('my')],
  ['Done!', '', false],
]);

testCheck('end_interrobang', [
  ['What?!', 'Cože?', true],
  ['What?', 'Cože?!', true],
  ['What?!', 'Cože!?', false],
  ['What⁉', 'Cože?!', false],
  ['What?!', '', false],
]);

testCheck('end_ellipsis', [
  ['Wait…', 'Čekejte...', true],
  ['Wait', 'Čekejte…', true],
  ['Wait...', 'Čekejte…', false],
  ['Wait…', 'Čekejte…', false],
  ['Wait…', 'x', false, inLanguage('th')],
  ['Wait…', '', false],
]);

testCheck('end_semicolon', [
  ['int x;', 'int x', true],
  ['int x', 'int x;', true],
  ['A &amp;', 'B', false],
  ['A &amp;', 'B;', true],
  ['A &#160;', 'B &#xA0;', false],
  ['<![CDATA[x;]]>', 'y;', false],
  ['Sure?', 'Σίγουρα;', false, inLanguage('el')],
  ['Sure', 'Σίγουρα;', true, inLanguage('el')],
]);
