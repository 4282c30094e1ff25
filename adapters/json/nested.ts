import type { Adapter } from '../adapter.ts';
import { readCatalog } from './catalog.ts';
import { json } from './flat.ts';
import { nestedKeys } from './strings.ts';
import { applyEdits, createFile } from './write.ts';

/** Texts in objects and arrays of any depth; the context is the path, as `formatPath` writes it. */
export const jsonNested = {
  ...json,
  id: 'json-nested',
  name: 'JSON nested structure file',
  autoload: [],
  sample: '{\n    "menu": {\n        "open": "Open",\n        "recent": ["One", "Two"]\n    }\n}\n',
  parse: (bytes) => readCatalog(bytes, nestedKeys),
  apply: (bytes, edits, options) => applyEdits(bytes, edits, options, nestedKeys),
  create: (base, options) => createFile(base, options, nestedKeys),
} as const satisfies Adapter;
