import test from 'ava';
import { languageDefinitions } from '../../languages/definitions.ts';
import { indexLanguages, matchLanguage } from '../../languages/match.ts';
import { type CodeStyle, codeStyles, fileCode, styledCode } from '../../languages/style.ts';

const codes = ['cs', 'de', 'pt_BR', 'zh_Hans', 'zh_Hant', 'zh_Hant_TW', 'sr', 'sr_Latn', 'he', 'id', 'nb_NO'];

const spellings: Record<CodeStyle, string> = {
  posix: 'cs de pt_BR zh_Hans zh_Hant zh_Hant_TW sr sr_Latn he id nb_NO',
  posix_lowercase: 'cs de pt_br zh_hans zh_hant zh_hant_tw sr sr_latn he id nb_no',
  posix_long: 'cs_CZ de_DE pt_BR zh_Hans zh_Hant zh_Hant_TW sr_RS sr_Latn he_IL id_ID nb_NO',
  posix_long_lowercase: 'cs_cz de_de pt_br zh_hans zh_hant zh_hant_tw sr_rs sr_latn he_il id_id nb_no',
  bcp: 'cs de pt-BR zh-Hans zh-Hant zh-Hant-TW sr sr-Latn he id nb-NO',
  bcp_lower: 'cs de pt-br zh-hans zh-hant zh-hant-tw sr sr-latn he id nb-no',
  bcp_long: 'cs-CZ de-DE pt-BR zh-Hans zh-Hant zh-Hant-TW sr-RS sr-Latn he-IL id-ID nb-NO',
  bcp_legacy: 'cs de pt-BR zh-CN zh-TW zh-Hant-TW sr sr-Latn he id nb-NO',
  android: 'cs de pt-rBR zh-rCN zh-rTW b+zh+Hant+TW sr b+sr+Latn iw in nb-rNO',
  linux: 'cs de pt_BR zh_CN zh_TW zh_Hant_TW sr sr he id nb_NO',
  linux_lowercase: 'cs de pt_br zh_cn zh_tw zh_hant_tw sr sr he id nb_no',
  appstore: 'cs de-DE pt-BR zh-Hans zh-Hant zh-Hant-TW sr sr-Latn he id nb-NO',
  googleplay: 'cs-CZ de-DE pt-BR zh-CN zh-TW zh-Hant-TW sr sr-Latn iw-IL id no-NO',
};

for (const style of codeStyles) {
  test(`codes in style ${style}`, (t) => {
    const styled = codes.map((code) => styledCode(code, style));

    t.is(styled.join(' '), spellings[style]);
  });
}

const special: [style: CodeStyle, code: string, styled: string][] = [
  ['bcp_legacy', 'zh_Hans_SG', 'zh-SG'],
  ['android', 'zh_Hant_HK', 'zh-rHK'],
  ['android', 'yi', 'ji'],
  ['android', 'es_419', 'b+es+419'],
  ['android', 'ca@valencia', 'b+ca+valencia'],
  ['android', 'fil', 'fil'],
  ['linux', 'sr_Cyrl', 'sr@cyrillic'],
  ['linux', 'uz_Cyrl', 'uz@cyrillic'],
  ['linux', 'be_Latn', 'be@latin'],
  ['appstore', 'pt', 'pt-PT'],
  ['appstore', 'ar', 'ar-SA'],
  ['googleplay', 'zh_Hant_HK', 'zh-HK'],
  ['googleplay', 'es_419', 'es-419'],
];

for (const [style, code, styled] of special) {
  test(`${code} in style ${style} is ${styled}`, (t) => {
    t.is(styledCode(code, style), styled);
  });
}

const index = indexLanguages(languageDefinitions);

/** Pairs whose spelling means another language. */
const misread: Partial<Record<CodeStyle, string[]>> = {
  posix_long: ['bn', 'en', 'pt'],
  posix_long_lowercase: ['bn', 'en', 'pt'],
  bcp_long: ['bn', 'en', 'pt'],
  linux: ['sr_Latn'],
  linux_lowercase: ['sr_Latn'],
  appstore: ['ar', 'pt'],
  googleplay: ['en'],
};

for (const style of codeStyles) {
  test(`what style ${style} writes is read as the same language`, (t) => {
    const others = languageDefinitions.filter(({ code }) => {
      const match = matchLanguage(styledCode(code, style), index);
      return match.kind !== 'known' || match.language.code !== code;
    });

    t.deepEqual(
      others.map(({ code }) => code),
      misread[style] ?? [],
    );
  });
}

test("a project's alias takes the place of the styled code", (t) => {
  const aliases = new Map([
    ['ia_FOO', 'ia'],
    ['brazil', 'pt_BR'],
    ['china', 'zh-CN'],
  ]);

  t.is(fileCode('ia', 'posix', aliases), 'ia_FOO');
  t.is(fileCode('pt_BR', 'bcp', aliases), 'brazil');
  t.is(fileCode('zh_Hans', 'bcp_legacy', aliases), 'china');
  t.is(fileCode('cs', 'posix_long', aliases), 'cs_CZ');
});
