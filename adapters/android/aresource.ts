import type { Adapter } from '../adapter.ts';
import { readCatalog } from './catalog.ts';
import { createFile } from './create.ts';
import { applyEdits } from './write.ts';

/** Android string resources: `<string>`, `<plurals>` and `<string-array>` of `res/values*`. */
export const aresource = {
  id: 'aresource',
  name: 'Android String Resource',
  extension: '.xml',
  autoload: ['strings*.xml', 'values*.xml'],
  contentType: 'application/xml',
  monolingual: true,
  identity: 'context',
  plurals: true,
  multivalue: false,
  stores: ['translated', 'readonly'],
  add: true,
  remove: true,
  startsEmpty: true,
  writes: 'edits',
  unit: 'file',
  codeStyle: 'android',
  params: [],
  sample: `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <!-- Button -->
    <string name="save">Don\\'t save</string>
    <plurals name="files">
        <item quantity="one">%d file</item>
        <item quantity="other">%d files</item>
    </plurals>
    <string-array name="sizes">
        <item>Small</item>
        <item>Large</item>
    </string-array>
</resources>
`,
  parse: readCatalog,
  apply: applyEdits,
  create: createFile,
} as const satisfies Adapter;
