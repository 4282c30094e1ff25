import { cleanCode, isLanguageCode, normaliseCode } from './code.ts';
import { type Direction, defaultRegionOf, languageDefinitions, scriptDirectionOf } from './definitions.ts';

/** A language of the database, or a definition. */
export interface KnownLanguage {
  code: string;
  name: string;
  direction: Direction;
  /** Other spellings, lower case with `_` between parts. */
  aliases: readonly string[];
}

/** Languages by each of the ways a file name can spell them. A spelling that fits two languages finds none. */
export interface LanguageIndex<L extends KnownLanguage> {
  byCode(code: string): L | undefined;
  /** Whatever the letter case. */
  byAnyCase(code: string): L | undefined;
  /** `alias` in lower case. */
  byAlias(alias: string): L | undefined;
}

export type LanguageMatch<L extends KnownLanguage> =
  | { kind: 'known'; language: L }
  /**
   * None yet: what to create. `base` is the language to take the plural rule from, null for the fallback rule. The name is
   * that of the base, or `<code> (generated)`.
   */
  | { kind: 'new'; code: string; name: string; direction: Direction; base: L | null }
  /** The text is no language code, however it is read. */
  | { kind: 'invalid' };

export function indexLanguages<L extends KnownLanguage>(languages: Iterable<L>): LanguageIndex<L> {
  const codes = new Map<string, L>();
  const lowerCodes = new Map<string, L | undefined>();
  const aliases = new Map<string, L | undefined>();
  for (const language of languages) {
    const lower = language.code.toLowerCase();
    codes.set(language.code, language);
    lowerCodes.set(lower, lowerCodes.has(lower) ? undefined : language);
    for (const alias of language.aliases) {
      aliases.set(alias, aliases.has(alias) ? undefined : language);
    }
  }
  return {
    byCode: (code) => codes.get(code),
    byAnyCase: (code) => codes.get(code) ?? lowerCodes.get(code.toLowerCase()),
    byAlias: (alias) => aliases.get(alias),
  };
}

/**
 * Finds the language that a code in a file name means. The first of these that fits a single language: the code as it is,
 * in any letter case and with any separator; an alias; an alias of its language part; the code in our spelling; the same
 * without a region that adds nothing; the English name of a built-in language. Else the answer describes a new language.
 */
export function matchLanguage<L extends KnownLanguage>(
  text: string,
  index: LanguageIndex<L>,
): LanguageMatch<L> {
  const code = cleanCode(text);
  const expanded = expandAlias(code, index);
  const normal = normaliseCode(expanded);
  const language =
    findSpelling(code, index) ??
    findUnseparated(code, index) ??
    findAlias(code, index) ??
    findSpelling(expanded, index) ??
    findAlias(expanded, index) ??
    findSpelling(normal, index) ??
    findWithoutRegion(normal, index) ??
    findName(code, index);
  return language ? { kind: 'known', language } : describeNew(normal, index);
}

/** The code as it is, in any letter case, with any separator. */
function findSpelling<L extends KnownLanguage>(code: string, index: LanguageIndex<L>): L | undefined {
  const spellings = [code, code.replaceAll('-', '_'), code.replaceAll('+', '_')];
  return firstFound(spellings, (spelling) => index.byAnyCase(spelling));
}

/** ptbr is pt_BR, plPL is pl_PL and so pl. */
function findUnseparated<L extends KnownLanguage>(code: string, index: LanguageIndex<L>): L | undefined {
  if (!/^[A-Za-z]{4}$/.test(code)) {
    return undefined;
  }
  const separated = normaliseCode(`${code.slice(0, 2)}_${code.slice(2)}`);
  return index.byCode(separated) ?? findWithoutRegion(separated, index);
}

function findAlias<L extends KnownLanguage>(code: string, index: LanguageIndex<L>): L | undefined {
  const lower = code.toLowerCase().replace('_latin', '@latin').replace('_cyrillic', '@cyrillic');
  const spellings = [
    lower,
    lower.replaceAll('+', '_'),
    lower.replaceAll('-', '_'),
    lower.replaceAll('-r', '_'),
    lower.replaceAll('_r', '_'),
  ];
  return firstFound(spellings, (spelling) => index.byAlias(spelling));
}

function firstFound<L>(
  spellings: readonly string[],
  find: (spelling: string) => L | undefined,
): L | undefined {
  for (const spelling of spellings) {
    const found = find(spelling);
    if (found) {
      return found;
    }
  }
  return undefined;
}

/** Puts the language's own code in place of a longer alias: cze_CZ → cs_CZ, zho-TW → zh-TW. */
function expandAlias<L extends KnownLanguage>(code: string, index: LanguageIndex<L>): string {
  const [part = ''] = code.split(/[-_+@]/, 1);
  const meant = part.length > 2 && part !== code ? index.byAlias(part.toLowerCase()) : undefined;
  return meant ? meant.code.replace(/[-_@].*$/, '') + code.slice(part.length) : code;
}

/** cs_CZ → cs, no_NO → no and so nb_NO. */
function findWithoutRegion<L extends KnownLanguage>(code: string, index: LanguageIndex<L>): L | undefined {
  const [language = '', region] = code.split('_', 2);
  const isDefault =
    region !== undefined && code === `${language}_${region}` && defaultRegionOf(language) === region;
  return isDefault ? (index.byCode(language) ?? index.byAlias(language)) : undefined;
}

function findName<L extends KnownLanguage>(code: string, index: LanguageIndex<L>): L | undefined {
  const named = codesByName.get(lettersOf(code));
  return named === undefined ? undefined : index.byCode(named);
}

const codesByName = new Map(languageDefinitions.map(({ code, name }) => [lettersOf(name), code]));

/** Names are compared by their letters: `Portuguese_(Brazil)` is a name too. */
function lettersOf(name: string): string {
  return name.replace(/[^\p{L}]/gu, '').toLowerCase();
}

function describeNew<L extends KnownLanguage>(code: string, index: LanguageIndex<L>): LanguageMatch<L> {
  if (!isLanguageCode(code)) {
    return { kind: 'invalid' };
  }
  const base = firstFound(
    basesOf(code),
    (candidate) => index.byCode(candidate) ?? index.byAlias(candidate.toLowerCase()),
  );
  return {
    kind: 'new',
    code,
    name: base?.name ?? `${code} (generated)`,
    direction: scriptDirectionOf(code) ?? base?.direction ?? 'ltr',
    base: base ?? null,
  };
}

/** What a code varies, the closest first: zh_Hant_XX@some varies zh_Hant_XX, zh_Hant and zh. */
function basesOf(code: string): string[] {
  const bases: string[] = [];
  let base = code.replace(/[-_@][^-_@]*$/, '');
  while (bases.at(-1) !== base && base !== code) {
    bases.push(base);
    base = base.replace(/[-_@][^-_@]*$/, '');
  }
  return bases;
}
