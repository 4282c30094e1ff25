import aliasTable from './data/aliases.json' with { type: 'json' };
import regionTable from './data/default-regions.json' with { type: 'json' };
import languageRows from './data/languages.json' with { type: 'json' };
import pluralRows from './data/plurals.json' with { type: 'json' };
import scriptTable from './data/scripts.json' with { type: 'json' };
import { fallbackPlural, type NamedPluralRule } from './plural-rule.ts';

export type Direction = 'ltr' | 'rtl';

/** A language every installation knows. */
export interface LanguageDefinition {
  /** `cs`, `pt_BR`, `sr_Latn`, `zh_Hant_HK`, `ca@valencia`. */
  code: string;
  /** In English: `Portuguese (Brazil)`. */
  name: string;
  direction: Direction;
  /** Speakers in the world, or in the region that the code names; 0 where nobody counted them. */
  population: number;
  plural: NamedPluralRule;
  /** Other spellings of the code, lower case with `_`; each belongs to one language only. */
  aliases: readonly string[];
}

/** Alias, lower case with `_` between parts → code of a definition. */
export const languageAliases: ReadonlyMap<string, string> = new Map(Object.entries(aliasTable));

/** All definitions, ordered by code. */
export const languageDefinitions: readonly LanguageDefinition[] = readDefinitions();

const definitionsByCode = new Map(languageDefinitions.map((definition) => [definition.code, definition]));

const defaultRegions = new Map<string, string>(Object.entries(regionTable));

const scriptDirections = new Map<string, string>(Object.entries(scriptTable));

/** The definition with exactly this code. */
export function definitionOf(code: string): LanguageDefinition | undefined {
  return definitionsByCode.get(code);
}

/** The region that adds nothing to a bare language code: CZ for cs. */
export function defaultRegionOf(language: string): string | undefined {
  return defaultRegions.get(language);
}

/** Whether text has the ISO 15924 code of a script, in Title case. */
export function isScript(text: string): boolean {
  return scriptDirections.has(text);
}

/** How text runs in the script that a code names; undefined for a code without one. */
export function scriptDirectionOf(code: string): Direction | undefined {
  const script = code.split(/[-_@]/).slice(1).find(isScript);
  if (script === undefined) {
    return undefined;
  }
  return scriptDirections.get(script) === 'rtl' ? 'rtl' : 'ltr';
}

/** How text in a language runs, from its code alone: as its script does, else as the language it varies, else `ltr`. */
export function directionOf(code: string): Direction {
  const base = definitionOf(code) ?? definitionOf(code.replace(/[-_@].*$/, ''));
  return scriptDirectionOf(code) ?? base?.direction ?? 'ltr';
}

function readDefinitions(): LanguageDefinition[] {
  const spellings = Map.groupBy(languageAliases, ([, code]) => code);
  return languageRows.map((row) => ({
    ...row,
    direction: row.direction === 'rtl' ? 'rtl' : 'ltr',
    plural: (pluralRows as NamedPluralRule[])[row.plural] ?? fallbackPlural,
    aliases: (spellings.get(row.code) ?? []).map(([alias]) => alias),
  }));
}
