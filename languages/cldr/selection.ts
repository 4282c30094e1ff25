/** Tags CLDR names that are no language of their own here: a catch-all, or a code other definitions stand for. */
export const skippedLanguages: readonly string[] = ['mul', 'nb', 'no', 'sh', 'und', 'yue', 'zh', 'zxx'];

/** Regions whose wording differs enough that projects keep files of their own for them. */
const regions = `
  ar: AE BH DZ EG IQ JO KW LB LY MA OM QA SA SD SY TN XB YE
  bn: BD IN
  bo: CN IN
  ca: AD FR IT
  ckb: IQ IR
  de: AT BE CH IT LI LU
  el: CY
  en: 150 AU CA GB HK IE IN KE MY NG NZ PH PK SG US XA ZA
  es: 150 419 AR BO CL CO CR CU DO EC GT HN MX NI PA PE PH PR PY SV US UY VE
  fr: BE CA CD CH CI CM DZ HT LU MA SN TN
  hr: BA
  it: CH
  ko: KP
  ms: BN SG
  nb: NO
  nds: NL
  ne: IN
  nl: BE SR
  oc: ES
  pt: AO BR CH CV LU MO MZ PT
  qu: BO EC
  ro: MD
  ru: BY KG KZ MD UA
  se: FI SE
  sq: MK XK
  sv: FI
  sw: CD KE TZ UG
  ta: LK MY SG
  ti: ER
  tr: CY
  ur: IN
  zh_Hans: HK MY SG
  zh_Hant: HK MO
`;

/** Scripts other than the usual one, and the usual one where files of both kinds are about. */
const scripts = `
  ar: Latn
  az: Arab Cyrl Latn
  be: Latn
  bs: Cyrl Latn
  cdo: Hans Hant Latn
  cpx: Hans Hant Latn
  en: Shaw
  ff: Adlm Latn
  gan: Hans Hant
  hak: Hans Hant Latn
  hi: Latn
  hsn: Hans Hant
  iu: Latn
  kaa: Cyrl Latn
  kk: Arab Latn
  kok: Deva Latn
  ks: Arab Deva
  ku: Arab Latn
  mn: Cyrl Mong
  mni: Beng Mtei
  ms: Arab
  nan: Hans Hant Latn
  pa: Arab Guru
  rhg: Rohg
  sat: Deva Olck
  sd: Arab Deva
  shi: Latn Tfng
  sr: Cyrl Latn
  su: Latn
  tt: Latn
  tzm: Tfng
  ug: Cyrl Latn
  uz: Arab Cyrl Latn
  vai: Latn Vaii
  wuu: Hans Hant
  yue: Hans Hant
  zh: Hans Hant Latn
`;

/** Codes of the regional and script variants, `pt_BR` and `sr_Latn`. */
export const variantCodes: readonly string[] = [...codesOf(regions), ...codesOf(scripts)];

function codesOf(table: string): string[] {
  const codes: string[] = [];
  for (const line of table.trim().split('\n')) {
    const [base = '', list = ''] = line.trim().split(': ');
    codes.push(...list.split(' ').map((part) => `${base}_${part}`));
  }
  return codes;
}

/** Languages whose plain address forms differ from the formal ones, so that products ship both. */
const addressedLanguages = ['de', 'es', 'fr', 'it', 'lv', 'nl', 'pl', 'pt', 'pt_BR', 'ru'];

/** Orthographies, dialects and made-up variants by code, with their name between the parentheses. */
export const namedVariants: Readonly<Record<string, string>> = {
  ...Object.fromEntries(addressedLanguages.flatMap(addressForms)),
  'be@tarask': 'Taraškievica',
  'ca@valencia': 'Valencian',
  de_1901: 'Traditional orthography',
  'en@pirate': 'Pirate',
  en_devel: 'Developer',
  'my@zawgyi': 'Zawgyi',
  'sr@ijekavian': 'Ijekavian',
  'sr@ijekavianlatin': 'Ijekavian, Latin script',
  tlh_Piqd: 'pIqaD',
  'tt@iqtelif': 'İqtelif',
};

function addressForms(code: string): [string, string][] {
  return ['formal', 'informal'].map((form) => [`${code}@${form}`, form]);
}

/**
 * Languages whose usual region adds nothing to the code, so that `cs_CZ` is read as `cs`. The region is CLDR's likely
 * one; those listed with a region are exceptions that files in the wild use.
 */
export const regionFolding = `
  af am ar_AA as ast az be bg bn_BD bo_BT br bs ca cs cy da de ee_EE el en eo_XX es et eu fa fi fo fr ga gd gl gu
  gug_PY gv_GB he hi hr hu hy id is it iu ja ka kk kl km kn ko ks kw ky lb lo lt lv mi mk ml mn mr ms mt my ne nl nn no
  nr oc or pa pl pt_PT ro ru rw sa sd_IN si sk sl sq sr ss st sv ta te tg th tk tl_PH tn tr ts tt uk ur uz ve vi wa xh
  yi_US zu
`
  .trim()
  .split(/\s+/);

/** Languages for which CLDR has no plural rule, or not even a script, with a close relative of which that is known. */
export const closeRelatives: Readonly<Record<string, string>> = {
  ace: 'ms',
  aeb: 'ar',
  apc: 'ar',
  apd: 'ar',
  arq: 'ar',
  ary: 'ar',
  arz: 'ar',
  mey: 'ar',
  shu: 'ar',
  cdo: 'zh',
  cpx: 'zh',
  gan: 'zh',
  hak: 'zh',
  hsn: 'zh',
  lzh: 'zh',
  nan: 'zh',
  wuu: 'zh',
  cnr: 'sr',
  csb: 'pl',
  szl: 'pl',
  frc: 'fr',
  frp: 'fr',
  oc: 'fr',
  hif: 'hi',
  ltg: 'lv',
  prs: 'fa',
  rue: 'uk',
  wen: 'hsb',
};
