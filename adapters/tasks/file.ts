import { type Adapter, type Catalog, type FileOptions, FormatError } from '../adapter.ts';
import { adapterById } from '../registry.ts';

/** Strings in one file; more would make pages, statistics and checks of one language unusable. */
const maximumStrings = 200_000;
/** NUL ends texts in some formats and databases; U+001E separates plural forms in ours. */
const forbidden = /[\u0000\u001e]/;

/** What most tasks get. Bytes are copies: a task may keep or change them. */
export interface FileRequest {
  /** Id of the format. */
  format: string;
  bytes: Uint8Array;
  options: FileOptions;
}

/** @throws {FormatError} when there is no such format. */
export function formatOf(id: string): Adapter {
  const adapter = adapterById(id);
  if (!adapter) {
    throw new FormatError(`there is no file format "${id}"`);
  }
  return adapter;
}

/** Parses a file and refuses one that the server could not handle. @throws {FormatError} */
export function parseFile(adapter: Adapter, bytes: Uint8Array, options: FileOptions): Catalog {
  const catalog = adapter.parse(bytes, options);
  const { entries } = catalog;
  if (entries.length > maximumStrings) {
    throw new FormatError(`the file has ${entries.length} strings, ${maximumStrings} are allowed`);
  }
  for (const { context, source, target, line } of entries) {
    if (forbidden.test(context) || source.some(isForbidden) || target.some(isForbidden)) {
      throw new FormatError('a text holds the control character U+0000 or U+001E', line);
    }
  }
  return catalog;
}

/** The options under which the base file of a monolingual file is read. */
export function templateOptions(options: FileOptions, sourceLanguage: string): FileOptions {
  return { ...options, language: sourceLanguage, plural: options.sourcePlural, template: null };
}

function isForbidden(text: string): boolean {
  return forbidden.test(text);
}
