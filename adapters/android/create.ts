import type { ApplyOptions } from '../adapter.ts';
import { splice } from '../text/splice.ts';
import { decodeXmlFile } from '../text/xml-encoding.ts';
import { contentSplice } from '../text/xml-splices.ts';
import { parseResources } from './resources.ts';

/**
 * A file for a new language: the base with all of its resources taken out, as Android falls back to the base for
 * each one that is missing. What stands before them (licence, namespaces) is kept.
 * @throws {FormatError} when the base cannot be read.
 */
export function createFile(base: Uint8Array | null, _options: ApplyOptions): Uint8Array {
  if (!base) {
    return Buffer.from('<?xml version="1.0" encoding="utf-8"?>\n<resources>\n</resources>\n');
  }
  const file = decodeXmlFile(base);
  const document = parseResources(file.text);
  return file.encode(splice(file.text, [contentSplice(document, document.root, file.eol)]));
}
