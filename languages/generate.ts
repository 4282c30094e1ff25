import { readFile, writeFile } from 'node:fs/promises';
import { aliasRows } from './cldr/alias-rows.ts';
import { type DefinitionRow, definitionRows } from './cldr/definition-rows.ts';
import { regionFolding } from './cldr/selection.ts';
import { type CldrSource, likely, subtagsOf } from './cldr/source.ts';

/**
 * Writes data/*.json from CLDR's JSON packages (`npm run languages`). The result is committed: the server reads it and never
 * CLDR, and a new CLDR release shows as a diff of the rules that changed.
 */
async function generate(): Promise<void> {
  const source = await readSource();
  const definitions = definitionRows(source);
  const plurals = [...new Set(definitions.map(({ plural }) => JSON.stringify(plural)))].sort();
  await write('plurals.json', list(plurals));
  await write('languages.json', list(definitions.map((row) => packRow(row, plurals))));
  await write('aliases.json', table(aliasRows(source, definitions)));
  await write('default-regions.json', table(defaultRegions(source)));
  await write('scripts.json', table(scriptDirections(source)));
}

async function readSource(): Promise<CldrSource> {
  const core = 'cldr-core/supplemental';
  const names = 'cldr-localenames-full/main/en';
  return {
    languageNames: await read(`${names}/languages.json`, 'main.en.localeDisplayNames.languages'),
    scriptNames: await read(`${names}/scripts.json`, 'main.en.localeDisplayNames.scripts'),
    territoryNames: await read(`${names}/territories.json`, 'main.en.localeDisplayNames.territories'),
    cardinalRules: await read(`${core}/plurals.json`, 'supplemental.plurals-type-cardinal'),
    parentLocales: await read(`${core}/parentLocales.json`, 'supplemental.parentLocales.parentLocale'),
    likelySubtags: await read(`${core}/likelySubtags.json`, 'supplemental.likelySubtags'),
    languageAliases: await read(`${core}/aliases.json`, 'supplemental.metadata.alias.languageAlias'),
    territories: await read(`${core}/territoryInfo.json`, 'supplemental.territoryInfo'),
    containment: await read(`${core}/territoryContainment.json`, 'supplemental.territoryContainment'),
    scripts: await read('cldr-core/scriptMetadata.json', 'scriptMetadata'),
  };
}

/** What a file of a CLDR package holds under a path of keys. */
async function read<T>(file: string, path: string): Promise<T> {
  let value: unknown = JSON.parse(await readFile(new URL(import.meta.resolve(file)), 'utf8'));
  for (const key of path.split('.')) {
    value = Object(value)[key];
  }
  if (value === undefined) {
    throw new Error(`${file} has no ${path}`);
  }
  return value as T;
}

function packRow({ plural, ...row }: DefinitionRow, plurals: readonly string[]): string {
  return JSON.stringify({ ...row, plural: plurals.indexOf(JSON.stringify(plural)) });
}

function defaultRegions(source: CldrSource): Record<string, string> {
  const regions: Record<string, string> = {};
  for (const code of regionFolding) {
    const subtags = subtagsOf(code);
    regions[subtags.language] = likely(source, subtags).region;
  }
  return regions;
}

function scriptDirections(source: CldrSource): Record<string, string> {
  const scripts = Object.entries(source.scripts);
  return Object.fromEntries(scripts.map(([script, { rtl }]) => [script, rtl === 'YES' ? 'rtl' : 'ltr']));
}

/** One item a line: small, and still readable as a diff. */
function list(items: readonly string[]): string {
  return `[\n${items.join(',\n')}\n]\n`;
}

function table(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(
    ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

async function write(file: string, text: string): Promise<void> {
  await writeFile(new URL(`data/${file}`, import.meta.url), text);
}

await generate();
