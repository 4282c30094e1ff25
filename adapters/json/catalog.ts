import { type Catalog, type Entry, FormatError, type Problem } from '../adapter.ts';
import { decodeText } from '../text/encoding.ts';
import { type JsonNode, parseJson } from './document.ts';
import { type JsonKeys, stringsIn } from './strings.ts';

/** The strings of a JSON file. @throws {FormatError} */
export function readCatalog(bytes: Uint8Array, keys: JsonKeys): Catalog {
  const root = parseJson(decodeText(bytes).text);
  const problems: Problem[] = [];
  if (!root) {
    return { entries: [], plural: null, problems };
  }
  checkRoot(root, keys);
  const entries = [...stringsIn(root, keys, problems)].map(({ path, node }) =>
    toEntry(keys.context(path), node),
  );
  return { entries, plural: null, problems };
}

/** @throws {FormatError} when the root is not what the format's strings stand in. */
export function checkRoot(root: JsonNode, keys: JsonKeys): void {
  if (root.type !== 'object' && !(keys.nested && root.type === 'array')) {
    throw new FormatError(`expected an object, found the type ${root.type}`, root.line);
  }
}

function toEntry(context: string, { text, line }: JsonNode): Entry {
  return {
    context,
    source: [],
    target: [text],
    plural: false,
    state: 'translated',
    previousSource: [],
    note: '',
    location: '',
    flags: '',
    explanation: '',
    line,
  };
}
