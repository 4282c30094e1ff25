import { aresource } from './aresource.ts';
import { csv, csvMulti } from './csv.ts';
import type { Exporter } from './exporter.ts';
import { json, jsonNested } from './json.ts';
import { mo } from './mo.ts';
import { po } from './po.ts';
import { strings } from './strings.ts';
import { tbx } from './tbx.ts';
import { tmx } from './tmx.ts';
import { xliff } from './xliff.ts';
import { xliff11 } from './xliff11.ts';
import { xlsx } from './xlsx.ts';

/** Every conversion that downloads offer, in alphabetical order of the ids. */
export const exporters: readonly Exporter[] = [
  aresource,
  csv,
  csvMulti,
  json,
  jsonNested,
  mo,
  po,
  strings,
  tbx,
  tmx,
  xliff,
  xliff11,
  xlsx,
];

/** The conversion that the API calls `id`. */
export function exporterById(id: string): Exporter | undefined {
  return exporters.find((exporter) => exporter.id === id);
}
