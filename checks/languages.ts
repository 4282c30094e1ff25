/** The language of a code without script and country: `zh` of `zh_Hant`. */
export function baseLanguage(code: string): string {
  // Asked several times for every string: searching for one character is far cheaper than a regular expression.
  const underscore = code.indexOf('_');
  const base = underscore < 0 ? code : code.slice(0, underscore);
  const hyphen = base.indexOf('-');
  return hyphen < 0 ? base : base.slice(0, hyphen);
}

/** Chinese, Japanese and Korean, which end sentences in other ways. */
export function isCjk(code: string): boolean {
  return cjk.has(baseLanguage(code));
}

const cjk: ReadonlySet<string> = new Set(['ja', 'zh', 'ko']);

/** Thai and Lojban, which write neither full stops nor other marks at the end of sentences. */
export function writesNoStops(code: string): boolean {
  const base = baseLanguage(code);
  return base === 'th' || base === 'jbo';
}
