import { extraLanguages } from './extra-languages.ts';
import { namedVariants } from './selection.ts';
import { type CldrSource, type Subtags, subtagsOf } from './source.ts';

/** CLDR's plain names of these regions carry words that only matter in politics. */
const shortNamedRegions = ['HK', 'MO', 'PS'];

/** `Portuguese (Brazil)`, `Chinese (Simplified Han script, Singapore)`, `Catalan (Valencian)`. */
export function englishName(source: CldrSource, code: string): string {
  const subtags = subtagsOf(code);
  const base = source.languageNames[subtags.language] ?? extraLanguages[subtags.language];
  if (base === undefined) {
    throw new Error(`no English name for "${subtags.language}"`);
  }
  const details = detailsOf(source, code, subtags);
  return details === '' ? base : `${base} (${details})`;
}

function detailsOf(source: CldrSource, code: string, { script, region }: Subtags): string {
  const scriptName = source.scriptNames[`${script}-alt-stand-alone`] ?? source.scriptNames[script];
  const details = [scriptName && `${scriptName} script`, regionName(source, region), namedVariants[code]];
  return details.filter((detail) => detail !== undefined && detail !== '').join(', ');
}

function regionName(source: CldrSource, region: string): string | undefined {
  const name = source.territoryNames[shortNamedRegions.includes(region) ? `${region}-alt-short` : region];
  return name && name[0]?.toUpperCase() + name.slice(1);
}
