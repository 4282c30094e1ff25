import { type CldrSource, likely, type Subtags } from './source.ts';

/**
 * Speakers of a language, in the script and region of the code where it names one. CLDR counts someone who writes in two
 * scripts under both, so a territory adds the largest of its figures for the language and not their sum.
 */
export function populationOf(source: CldrSource, wanted: Subtags): number {
  let total = 0;
  for (const [region, territory] of Object.entries(source.territories)) {
    if (!isInside(source, region, wanted.region)) {
      continue;
    }
    const percents = [0];
    for (const [key, { _populationPercent: percent }] of Object.entries(territory.languagePopulation ?? {})) {
      if (isMeant(source, key, region, wanted)) {
        percents.push(Number(percent));
      }
    }
    total += (Number(territory._population) * Math.max(...percents)) / 100;
  }
  return Math.round(total);
}

/** Whether the speakers under `key` (`zh`, `zh_Hant`) in a region are those of the wanted language and script. */
function isMeant(source: CldrSource, key: string, region: string, wanted: Subtags): boolean {
  const [language = '', script = ''] = key.split('_');
  if (language !== wanted.language) {
    return false;
  }
  const written = script || likely(source, { language, script, region, variant: '' }).script;
  return wanted.script === '' || wanted.script === written;
}

/** `outer` is a region, a group of regions such as 419, or '' for everywhere. */
function isInside(source: CldrSource, region: string, outer: string): boolean {
  if (outer === '' || outer === region) {
    return true;
  }
  const parts = source.containment[outer]?._contains ?? [];
  return parts.some((part) => isInside(source, region, part));
}
