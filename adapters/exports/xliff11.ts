import type { Exporter } from './exporter.ts';
import { xliffFile } from './xliff-file.ts';

/** XLIFF 1.1 without conventions of others. */
export const xliff11: Exporter = {
  id: 'xliff11',
  name: 'XLIFF 1.1',
  extension: '.xlf',
  contentType: 'application/x-xliff+xml',
  only: 'any',
  export: (strings, about) =>
    xliffFile(strings, about, {
      datatype: 'plaintext',
      contextsOf: () => [],
      group: (_, forms) => [...forms],
    }),
};
