import { defaultRegionOf } from './definitions.ts';

/** How the code of a language is spelled in the name of a new file. */
export const codeStyles = [
  'posix',
  'posix_lowercase',
  'posix_long',
  'posix_long_lowercase',
  'bcp',
  'bcp_lower',
  'bcp_long',
  'bcp_legacy',
  'android',
  'linux',
  'linux_lowercase',
  'appstore',
  'googleplay',
] as const;
export type CodeStyle = (typeof codeStyles)[number];

/** Regions that stood for a Chinese script before codes of scripts were in use. */
const legacyChinese: Readonly<Record<string, string>> = {
  zh_Hans: 'zh_CN',
  zh_Hans_SG: 'zh_SG',
  zh_Hant: 'zh_TW',
  zh_Hant_HK: 'zh_HK',
};

/** Java's first codes, which Android resources keep. */
const androidCodes: Readonly<Record<string, string>> = { he: 'iw', id: 'in', yi: 'ji' };

/** Locales as glibc and desktop catalogues name them: Serbian is Cyrillic there unless it says otherwise. */
const linuxCodes: Readonly<Record<string, string>> = {
  ...legacyChinese,
  ar_Latn: 'ar@latin',
  be_Latn: 'be@latin',
  kk_Latn: 'kk@latin',
  sr_Cyrl: 'sr@cyrillic',
  sr_Latn: 'sr',
  uz_Cyrl: 'uz@cyrillic',
  uz_Latn: 'uz@latin',
};

/** The App Store lists these only with a region. */
const appstoreCodes: Readonly<Record<string, string>> = {
  ar: 'ar_SA',
  de: 'de_DE',
  fr: 'fr_FR',
  nl: 'nl_NL',
  pt: 'pt_PT',
};

/** Google Play lists these only with a region: the default one. */
const googlePlayRegional =
  'az cs da de el en es eu fa fi fr gl he hi hu hy is it ja ka km kn ko ky lo mk ml mn mr ms my ne nl pl ru si sv ta te tr'.split(
    ' ',
  );

const googlePlayCodes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(googlePlayRegional.map((code) => [code, withRegion(code)])),
  he: 'iw_IL',
  nb_NO: 'no_NO',
  zh_Hans: 'zh_CN',
  zh_Hant: 'zh_TW',
  zh_Hant_HK: 'zh_HK',
};

/**
 * The code of a language in a style: zh_Hant is `zh-rTW` in `android`. Reading accepts every style; yet some pairs read back
 * as another language (`sr` in `linux`), so whoever makes a file has to match the result before using it.
 */
export function styledCode(code: string, style: CodeStyle): string {
  switch (style) {
    case 'posix':
      return code;
    case 'posix_lowercase':
      return code.toLowerCase();
    case 'posix_long':
      return withRegion(code);
    case 'posix_long_lowercase':
      return withRegion(code).toLowerCase();
    case 'bcp':
      return dashed(code);
    case 'bcp_lower':
      return dashed(code).toLowerCase();
    case 'bcp_long':
      return dashed(withRegion(code));
    case 'bcp_legacy':
      return dashed(legacyChinese[code] ?? code);
    case 'android':
      return androidQualifier(legacyChinese[code] ?? androidCodes[code] ?? code);
    case 'linux':
      return linuxCodes[code] ?? code;
    case 'linux_lowercase':
      return (linuxCodes[code] ?? code).toLowerCase();
    case 'appstore':
      return dashed(appstoreCodes[code] ?? code);
    case 'googleplay':
      return dashed(googlePlayCodes[code] ?? code);
  }
}

/**
 * The code for the name of a new file: styled, then the project's alias for it, if there is one. Of several aliases with one
 * meaning the last counts.
 */
export function fileCode(code: string, style: CodeStyle, aliases: ReadonlyMap<string, string>): string {
  const styled = styledCode(code, style);
  const spellings = [...aliases].reverse();
  const alias = spellings.find(([, to]) => to === styled) ?? spellings.find(([, to]) => to === code);
  return alias ? alias[0] : styled;
}

/** cs → cs_CZ. A code with any second part stays. */
function withRegion(code: string): string {
  const region = defaultRegionOf(code);
  return region === undefined ? code : `${code}_${region}`;
}

function dashed(code: string): string {
  return code.replaceAll('_', '-');
}

/** `pt-rBR`; anything that is not language and region needs the `b+` form, in which parts are joined by `+`. */
function androidQualifier(code: string): string {
  const [, ...parts] = code.split(/[_@]/);
  if (parts.some((part) => part.length > 2)) {
    return `b+${code.split(/[_@]/).join('+')}`;
  }
  return code.replace('_', '-r');
}
