/** The parts of CLDR's JSON packages that the generator reads, cut out of their envelopes by generate.ts. */
export interface CldrSource {
  /** Language tag → English name; keys such as `zh-Hans-alt-long` hold other spellings. */
  languageNames: Readonly<Record<string, string>>;
  scriptNames: Readonly<Record<string, string>>;
  territoryNames: Readonly<Record<string, string>>;
  /** Language tag → `pluralRule-count-<category>` → rule and samples. */
  cardinalRules: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Tag → parent, where the parent is not just the tag with its last part cut off. */
  parentLocales: Readonly<Record<string, string>>;
  /** Tag → tag with the likely script and region filled in. */
  likelySubtags: Readonly<Record<string, string>>;
  languageAliases: Readonly<Record<string, { _reason: string; _replacement: string }>>;
  territories: Readonly<Record<string, TerritoryInfo>>;
  /** Region code (`419`) → codes of what it contains. */
  containment: Readonly<Record<string, { _contains: readonly string[] }>>;
  scripts: Readonly<Record<string, { rtl: string }>>;
}

interface TerritoryInfo {
  _population: string;
  /** Language, or language and script joined by `_` → share of the inhabitants. */
  languagePopulation?: Readonly<Record<string, { _populationPercent: string }>>;
}

/** What a language code is made of. Codes are written `sr_Latn`, `pt_BR`, `ca@valencia`. */
export interface Subtags {
  language: string;
  script: string;
  region: string;
  variant: string;
}

/** Splits a code of ours; absent parts are ''. A part of four letters is a script. */
export function subtagsOf(code: string): Subtags {
  const [tag = '', variant = ''] = code.split('@', 2);
  const [language = '', ...rest] = tag.split('_');
  const script = rest.find((part) => /^[A-Z][a-z]{3}$/.test(part)) ?? '';
  const region = rest.find((part) => /^(?:[A-Z]{2}|\d{3})$/.test(part)) ?? '';
  return { language, script, region, variant };
}

/** Likely script and region of a language, in the script or region given; the region is '' where CLDR knows none. */
export function likely(source: CldrSource, { language, script, region }: Subtags) {
  const full =
    source.likelySubtags[`${language}-${script || region}`] ?? source.likelySubtags[language] ?? '';
  const [, likelyScript = 'Latn', likelyRegion = ''] = full.split('-');
  return { script: script || likelyScript, region: region || likelyRegion };
}
