/** The language of a code without script and country: `zh` of `zh_Hant`. */
export function baseLanguage(code: string): string {
  const end = code.search(/[_-]/);
  return end < 0 ? code : code.slice(0, end);
}

/** Chinese, Japanese and Korean, which end sentences in other ways. */
export function isCjk(code: string): boolean {
  return cjk.has(baseLanguage(code));
}

const cjk: ReadonlySet<string> = new Set(['ja', 'zh', 'ko']);

/** Languages that put no spaces between words. */
export const noSpaceLanguages: ReadonlySet<string> = new Set(['zh', 'ja', 'th', 'km', 'lo', 'my', 'ko']);

/** Thai and Lojban, which write neither full stops nor other marks at the end of sentences. */
export function writesNoStops(code: string): boolean {
  const base = baseLanguage(code);
  return base === 'th' || base === 'jbo';
}
