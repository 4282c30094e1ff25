import { extraAliases } from '../extra-aliases.ts';
import type { DefinitionRow } from './definition-rows.ts';
import { regionFolding } from './selection.ts';
import { type CldrSource, likely, subtagsOf } from './source.ts';

/**
 * Other spellings of the languages: lower-case alias → code, ordered by alias. Sources, the first wins: the own list, CLDR's
 * table of withdrawn, three-letter and macrolanguage codes, spellings of variants, English names.
 */
export function aliasRows(source: CldrSource, definitions: readonly DefinitionRow[]): Record<string, string> {
  const codes = new Set(definitions.map(({ code }) => code));
  const taken = new Set(definitions.map(({ code }) => code.toLowerCase()));
  const aliases = new Map<string, string>();
  const spellings = [
    ...Object.entries(extraAliases),
    ...standardAliases(source),
    ...regionsWithScript(source),
    ...definitions.flatMap(({ code }) => (code.includes('@') ? modifierSpellings(source, code, codes) : [])),
    ...definitions.flatMap(({ code }) => scriptSpellings(source, code)),
    ...definitions.flatMap(nameSpellings),
  ];
  for (const [alias, target] of spellings) {
    const code = codes.has(target) ? target : extraAliases[target.toLowerCase()];
    if (code !== undefined && codes.has(code) && !taken.has(alias) && !aliases.has(alias)) {
      aliases.set(alias, code);
    }
  }
  return Object.fromEntries([...aliases].sort(([left], [right]) => (left < right ? -1 : 1)));
}

type Spelling = [alias: string, target: string];

function standardAliases(source: CldrSource): Spelling[] {
  const aliases: Spelling[] = [];
  for (const [tag, { _replacement: replacement }] of Object.entries(source.languageAliases)) {
    if (!tag.startsWith('und-')) {
      aliases.push([tag.toLowerCase().replaceAll('-', '_'), replacement.replaceAll('-', '_')]);
    }
  }
  return aliases;
}

/**
 * Regions that imply another script than the language's usual one: zh-TW is zh_Hant, zh-HK is zh_Hant_HK. A region that
 * stands for the language itself implies nothing.
 */
function regionsWithScript(source: CldrSource): Spelling[] {
  const aliases: Spelling[] = [];
  for (const [tag, full] of Object.entries(source.likelySubtags)) {
    const [language = '', script = ''] = full.split('-');
    const region = /^[a-z]+-([A-Z]{2})$/.exec(tag)?.[1];
    const isFolded = regionFolding.includes(`${language}_${region}`);
    if (region && !isFolded && script !== likely(source, subtagsOf(language)).script) {
      const alias = `${language}_${region.toLowerCase()}`;
      aliases.push([alias, `${language}_${script}_${region}`], [alias, `${language}_${script}`]);
    }
  }
  return aliases;
}

/** What glibc calls the scripts that it puts after an @. */
const modifierNames: Readonly<Record<string, string>> = {
  Arab: 'arabic',
  Cyrl: 'cyrillic',
  Deva: 'devanagari',
  Latn: 'latin',
};

/** ca_valencia, ca_x_valencia, ca_es@valencia and the like for ca@valencia. */
function modifierSpellings(source: CldrSource, code: string, codes: ReadonlySet<string>): Spelling[] {
  const [base = '', variant = ''] = code.split('@');
  const { region } = likely(source, subtagsOf(base));
  const bases = [base];
  if (base === subtagsOf(base).language && region !== '' && !codes.has(`${base}_${region}`)) {
    bases.push(`${base}_${region}`);
  }
  const separators = ['@', '_', '_x_'];
  return bases.flatMap((start) => {
    return separators.map((separator): Spelling => [`${start}${separator}${variant}`.toLowerCase(), code]);
  });
}

/** sr_latn_rs, sr@latin, sr@latn and sr_rs@latin for sr_Latn. */
function scriptSpellings(source: CldrSource, code: string): Spelling[] {
  const subtags = subtagsOf(code);
  const { language, script } = subtags;
  const region = likely(source, subtags).region.toLowerCase();
  if (script === '' || subtags.region !== '') {
    return [];
  }
  const isoName = script.toLowerCase();
  const glibcName = modifierNames[script] ?? isoName;
  const spellings = [`${language}@${isoName}`, `${language}@${glibcName}`];
  if (region !== '') {
    spellings.push(`${language}_${isoName}_${region}`, `${language}_${region}@${glibcName}`);
  }
  return spellings.map((spelling) => [spelling, code]);
}

/** Shorter names are left out: they look like codes (Fon, Luo, Vai). */
const shortestName = 4;

/** English names of one word, for languages with speakers to be counted. */
function nameSpellings({ code, name, population }: DefinitionRow): Spelling[] {
  const isCommon = /^[A-Za-z]+$/.test(name) && name.length >= shortestName && population >= 1_000_000;
  return isCommon ? [[name.toLowerCase(), code]] : [];
}
