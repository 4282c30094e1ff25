import test from 'ava';
import { languageDefinitions } from '../../languages/definitions.ts';
import { indexLanguages, matchLanguage } from '../../languages/match.ts';

const index = indexLanguages(languageDefinitions);

const known: Record<string, [text: string, code: string][]> = {
  'a code without its wrapping': [
    ['b+zh+Hant+HK', 'zh_Hant_HK'],
    ['b+sr+Latn', 'sr_Latn'],
    ['b+es+419', 'es_419'],
    ['pt-rBR', 'pt_BR'],
    ['cs (2)', 'cs'],
    ['cs(1)', 'cs'],
    ['.cs.', 'cs'],
  ],
  'a code in any case and with any separator': [
    ['pt_BR', 'pt_BR'],
    ['pt-br', 'pt_BR'],
    ['CS', 'cs'],
    ['zh-HANT', 'zh_Hant'],
    ['zh+Hans', 'zh_Hans'],
    ['ptbr', 'pt_BR'],
    ['plPL', 'pl'],
    ['ca@Valencia', 'ca@valencia'],
  ],
  'an alias': [
    ['zh_CN', 'zh_Hans'],
    ['zh-TW', 'zh_Hant'],
    ['zh-rTW', 'zh_Hant'],
    ['zh_HK', 'zh_Hant_HK'],
    ['zh-Hant-TW', 'zh_Hant'],
    ['zh', 'zh_Hans'],
    ['iw', 'he'],
    ['in', 'id'],
    ['ji', 'yi'],
    ['nb', 'nb_NO'],
    ['no', 'nb_NO'],
    ['sh', 'sr_Latn'],
    ['mo', 'ro_MD'],
    ['cze', 'cs'],
    ['deu', 'de'],
    ['sr-RS@latin', 'sr_Latn'],
    ['sr_latin', 'sr_Latn'],
    ['sr@cyrillic', 'sr_Cyrl'],
    ['uz@cyrillic', 'uz_Cyrl'],
    ['sr_Latn_RS', 'sr_Latn'],
    ['czech', 'cs'],
    ['GERMAN', 'de'],
    ['chinese_chs', 'zh_Hans'],
    ['portuguese_br', 'pt_BR'],
    ['de-DE-x-formal', 'de@formal'],
    ['pt_BR_formal', 'pt_BR@formal'],
    ['b+ca+valencia', 'ca@valencia'],
    ['cz', 'cs'],
  ],
  'an alias of the language part': [
    ['cze_CZ', 'cs'],
    ['deu-AT', 'de_AT'],
    ['por_BR', 'pt_BR'],
    ['zho_TW', 'zh_Hant'],
    ['srp_Latn', 'sr_Latn'],
    ['srp@latin', 'sr_Latn'],
    ['nor_NO', 'nb_NO'],
  ],
  'a code without a region that says nothing': [
    ['cs_CZ', 'cs'],
    ['de-DE', 'de'],
    ['ar_AA', 'ar'],
    ['tl_PH', 'tl'],
    ['he-rIL', 'he'],
    ['no-NO', 'nb_NO'],
    ['de_AT', 'de_AT'],
    ['pt_PT', 'pt_PT'],
  ],
  'an English name': [
    ['Czech', 'cs'],
    ['Portuguese (Brazil)', 'pt_BR'],
    ['Norwegian Nynorsk', 'nn'],
    ['swiss german', 'gsw'],
  ],
};

for (const [rule, examples] of Object.entries(known)) {
  for (const [text, code] of examples) {
    test(`${rule}: ${text} is ${code}`, (t) => {
      const match = matchLanguage(text, index);

      t.is(match.kind === 'known' ? match.language.code : match.kind, code);
    });
  }
}

const created: [text: string, code: string, name: string, base: string | null][] = [
  ['de_CZ', 'de_CZ', 'German', 'de'],
  ['de-rCZ', 'de_CZ', 'German', 'de'],
  ['cs_latn', 'cs_Latn', 'Czech', 'cs'],
  ['en_CA_MyVariant', 'en_CA@myvariant', 'English (Canada)', 'en_CA'],
  ['en-US-x-twain', 'en_US-x-twain', 'English (United States)', 'en_US'],
  ['zh_Hant_XX', 'zh_Hant_XX', 'Chinese (Traditional Han script)', 'zh_Hant'],
  ['sr_xx@latin', 'sr_XX@latin', 'Serbian', 'sr'],
  ['deu_XX', 'de_XX', 'German', 'de'],
  ['xx', 'xx', 'xx (generated)', null],
  ['xx_YY', 'xx_YY', 'xx_YY (generated)', null],
];

for (const [text, code, name, base] of created) {
  test(`${text} is a new language ${code}`, (t) => {
    const match = matchLanguage(text, index);

    t.like(match, { kind: 'new', code, name });
    t.is(match.kind === 'new' ? (match.base?.code ?? null) : undefined, base);
  });
}

test('a new language runs as its script does, else as its base', (t) => {
  t.like(matchLanguage('he_XX', index), { kind: 'new', direction: 'rtl' });
  t.like(matchLanguage('he_Latn', index), { kind: 'new', direction: 'ltr' });
  t.like(matchLanguage('xx', index), { kind: 'new', direction: 'ltr' });
});

test('what cannot be a code is invalid', (t) => {
  for (const text of ['', 'my#file', 'cs/de', 'č', '@', 'x'.repeat(51)]) {
    t.is(matchLanguage(text, index).kind, 'invalid', text);
  }
});

test('languages of the database win over aliases', (t) => {
  const own = [
    { code: 'zh_CN', name: 'Our Chinese', direction: 'ltr' as const, aliases: [] },
    { code: 'xx', name: 'Ixish', direction: 'rtl' as const, aliases: ['ixi'] },
  ];
  const extended = indexLanguages([...languageDefinitions, ...own]);

  t.like(matchLanguage('zh-CN', extended), { language: { code: 'zh_CN' } });
  t.like(matchLanguage('ixi_XX', extended), { kind: 'new', code: 'xx_XX', name: 'Ixish', direction: 'rtl' });
});

test('a spelling that fits two languages finds neither', (t) => {
  const direction = 'ltr' as const;
  const twins = indexLanguages([
    { code: 'ab_CD', name: 'One', direction, aliases: ['abcd'] },
    { code: 'ab_cd', name: 'Two', direction, aliases: ['abcd'] },
  ]);

  t.like(matchLanguage('ab_CD', twins), { language: { name: 'One' } });
  t.like(matchLanguage('ab_cd', twins), { language: { name: 'Two' } });
  t.is(twins.byAnyCase('AB_CD'), undefined);
  t.is(twins.byAlias('abcd'), undefined);
});
