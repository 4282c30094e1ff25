import type { Adapter } from '../adapter.ts';
import { readCatalog } from './catalog.ts';
import { jsonParams } from './source.ts';
import { flatKeys } from './strings.ts';
import { applyEdits, createFile } from './write.ts';

/**
 * One object of keys and texts. Every entry has its key as context and no source: a component without a base file
 * takes the keys themselves for its source texts. Values that are not texts are left alone.
 */
export const json = {
  id: 'json',
  name: 'JSON file',
  extension: '.json',
  autoload: ['*.json'],
  contentType: 'application/json',
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
  codeStyle: 'posix',
  params: jsonParams,
  sample: '{\n    "greeting": "Hello",\n    "farewell": "Bye"\n}\n',
  parse: (bytes) => readCatalog(bytes, flatKeys),
  apply: (bytes, edits, options) => applyEdits(bytes, edits, options, flatKeys),
  create: (base, options) => createFile(base, options, flatKeys),
} as const satisfies Adapter;
