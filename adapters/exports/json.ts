import type { Adapter } from '../adapter.ts';
import { json as flatAdapter } from '../json/flat.ts';
import { jsonNested as nestedAdapter } from '../json/nested.ts';
import type { Exporter } from './exporter.ts';
import { generalForms } from './general-form.ts';
import { newFile } from './new-file.ts';

const shared = { extension: '.json', contentType: 'application/json', only: 'monolingual' } as const;

/** One object of keys and texts. */
export const json: Exporter = { ...shared, id: 'json', name: 'JSON', export: exportTo(flatAdapter) };

/** Objects inside each other, as the dots in keys say. */
export const jsonNested: Exporter = {
  ...shared,
  id: 'json-nested',
  name: 'JSON nested structure file',
  export: exportTo(nestedAdapter),
};

function exportTo(adapter: Adapter): Exporter['export'] {
  return (strings, about) => newFile(adapter, generalForms(strings), about);
}
