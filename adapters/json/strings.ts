import type { Problem } from '../adapter.ts';
import type { JsonNode } from './document.ts';
import { formatPath, type JsonPath, parsePath } from './key-path.ts';

/** How a JSON format names its strings, and where it looks for them. */
export interface JsonKeys {
  /** Whether strings inside nested objects and arrays count. */
  nested: boolean;
  context(path: JsonPath): string;
  path(context: string, root: JsonNode): JsonPath;
}

/** The root's own members; a key is its context as it stands. */
export const flatKeys: JsonKeys = {
  nested: false,
  context: (path) => String(path[0]),
  path: (context) => [context],
};

/** Every string, named by its path. */
export const nestedKeys: JsonKeys = {
  nested: true,
  context: formatPath,
  path: (context, root) => parsePath(context, root.type === 'array'),
};

export interface JsonString {
  path: JsonPath;
  node: JsonNode;
}

/**
 * The strings below `root` in file order. Of members with one key only the first is walked; the others, and what
 * lies deeper than the format looks, become problems.
 */
export function* stringsIn(
  root: JsonNode,
  keys: JsonKeys,
  problems: Problem[],
  path: JsonPath = [],
): Generator<JsonString> {
  for (const node of root.members) {
    const here = [...path, node.key];
    if (root.member(node.key) !== node) {
      const message = `the key "${keys.context(here)}" is there already; the first one is used`;
      problems.push({ kind: 'duplicate', line: node.line, message });
    } else if (node.type === 'string') {
      yield { path: here, node };
    } else if (node.members.length > 0 && keys.nested) {
      yield* stringsIn(node, keys, problems, here);
    } else if (node.members.length > 0) {
      const message = `"${keys.context(here)}" holds an ${node.type}; a flat file has texts only`;
      problems.push({ kind: 'skipped', line: node.line, message });
    }
  }
}
