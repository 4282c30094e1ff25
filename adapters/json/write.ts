import { type ApplyOptions, type Edit, FormatError } from '../adapter.ts';
import { checkRoot } from './catalog.ts';
import type { JsonNode } from './document.ts';
import { JsonEditor } from './editor.ts';
import { openJson } from './source.ts';
import { type JsonKeys, stringsIn } from './strings.ts';

/** The file with `edits` made. @throws {FormatError} */
export function applyEdits(
  bytes: Uint8Array,
  edits: readonly Edit[],
  options: ApplyOptions,
  keys: JsonKeys,
): Uint8Array {
  const { file, source } = openJson(bytes, options);
  checkRoot(source.root, keys);
  const editor = new JsonEditor(source);
  const order = templateOrder(source.template, keys);
  for (const edit of edits.toSorted((a, b) => order(a.context, b.context))) {
    const path = keys.path(edit.context, source.root);
    if (edit.type === 'remove') {
      editor.remove(path);
    } else {
      editor.set(path, onlyForm(edit.target));
    }
  }
  const text = editor.finish();
  return text === source.text ? bytes : file.encode(text);
}

/**
 * A file for a new language: `base` without its texts, and without the objects and arrays that hold nothing else.
 * A key that is missing makes programs fall back to the source language, an empty text would be shown.
 */
export function createFile(base: Uint8Array | null, options: ApplyOptions, keys: JsonKeys): Uint8Array {
  const { file, source } = openJson(base ?? new Uint8Array(), options);
  checkRoot(source.root, keys);
  const editor = new JsonEditor(source);
  clear(source.root, editor, keys, []);
  return file.encode(editor.finish());
}

function clear(
  container: JsonNode,
  editor: JsonEditor,
  keys: JsonKeys,
  path: readonly (string | number)[],
): void {
  const canShrink = container.type === 'object' || container.members.every(isOnlyTexts);
  for (const node of container.members) {
    const here = [...path, node.key];
    if (canShrink && (keys.nested ? isOnlyTexts(node) : node.type === 'string')) {
      editor.removeNode(node);
    } else if (node.type === 'string') {
      editor.set(here, '');
    } else if (keys.nested) {
      clear(node, editor, keys, here);
    }
  }
}

function isOnlyTexts(node: JsonNode): boolean {
  return node.type === 'string' || (node.members.length > 0 && node.members.every(isOnlyTexts));
}

/** New strings are inserted in the order of the template, so that new objects get their keys in it too. */
function templateOrder(template: JsonNode | null, keys: JsonKeys): (a: string, b: string) => number {
  const places = new Map<string, number>();
  for (const { path } of template ? stringsIn(template, keys, []) : []) {
    places.set(keys.context(path), places.size);
  }
  return (a, b) => (places.get(a) ?? places.size) - (places.get(b) ?? places.size);
}

function onlyForm(target: readonly string[]): string {
  if (target.length > 1) {
    throw new FormatError('JSON strings have no plural forms');
  }
  return target[0] ?? '';
}
