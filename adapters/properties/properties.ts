import type { Adapter } from '../adapter.ts';
import { readCatalog } from './catalog.ts';
import { encodingParam } from './charset.ts';
import { applyEdits, createFile } from './write.ts';

/** Resource bundles of Java: a key and a text on each line, with escapes and continued lines. */
export const properties = {
  id: 'properties',
  name: 'Java Properties',
  extension: '.properties',
  autoload: ['*.properties'],
  contentType: 'text/plain',
  monolingual: null,
  identity: 'context',
  plurals: false,
  multivalue: false,
  stores: ['translated'],
  add: true,
  remove: true,
  startsEmpty: true,
  writes: 'edits',
  unit: 'file',
  codeStyle: 'linux',
  params: [encodingParam],
  sample: '# Greeting\nhello=Hello, {0}!\nlong.text = First line\\n\\\n    second line\n',
  parse: readCatalog,
  apply: applyEdits,
  create: createFile,
} as const satisfies Adapter;
