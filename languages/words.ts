/**
 * White space between words. Unlike `\s` it has the separators U+001C–U+001F and U+0085, and not U+FEFF, which is a
 * zero-width joiner of old and never a gap.
 */
function isWhitespace(code: number): boolean {
  if (code < 0x80) {
    return (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x20);
  }
  return (
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** Scripts without spaces: Hangul, ideographs, kana, their punctuation and full-width forms. */
const unspaced =
  /[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{1aff0}-\u{1b16f}\u{1f200}-\u{1f2ff}\u{20000}-\u{3ffff}]/gu;

/** The languages whose words are counted by characters. */
const unspacedLanguages = ['ja', 'ko', 'zh'];

/** Qt puts this in front of a singular that no count selects. */
const unusedSingular = '<unused singular';

/** Between two plural forms the stored text has a separator of two characters. */
const separatorLength = 2;

/**
 * Words of a source string, summed over its plural forms: what stands between white space, be it only punctuation. In
 * Chinese, Japanese and Korean every character of the script is a word of its own.
 */
export function countWords(source: readonly string[], sourceLanguageCode: string): number {
  const [language = ''] = sourceLanguageCode.split(/[-_@]/, 1);
  const isUnspaced = unspacedLanguages.includes(language);
  let words = 0;
  for (const form of source) {
    if (form.startsWith(unusedSingular)) {
      continue;
    }
    words += isUnspaced ? (form.match(unspaced)?.length ?? 0) : 0;
    words += countSpaced(isUnspaced ? form.replace(unspaced, ' ') : form);
  }
  return words;
}

/** Looks at each character: splitting by a regular expression takes several times as long. */
function countSpaced(text: string): number {
  let words = 0;
  let isInside = false;
  for (let index = 0; index < text.length; index += 1) {
    const isWord = !isWhitespace(text.charCodeAt(index));
    words += isWord && !isInside ? 1 : 0;
    isInside = isWord;
  }
  return words;
}

/** Code points of a source string, with those between its plural forms. */
export function countChars(source: readonly string[]): number {
  let characters = Math.max(0, source.length - 1) * separatorLength;
  for (const form of source) {
    characters += countCodePoints(form);
  }
  return characters;
}

function countCodePoints(text: string): number {
  const pairs = text.match(/[\ud800-\udbff][\udc00-\udfff]/g);
  return text.length - (pairs?.length ?? 0);
}
