import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5';

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
export type HtmlElement = DefaultTreeAdapterTypes.Element;

/** Deeper than any text; code that walks a tree may do so by recursion. */
const deepest = 200;

/**
 * Reads a text as browsers do: every text is HTML, as errors have a meaning of their own. Null when it is nested so deeply,
 * or repeats the same open elements so often, that only an attack looks like it.
 */
export function parseHtml(text: string): readonly HtmlNode[] | null {
  let depth = 0;
  let elements = 0;
  const most = 200 + text.split('<').length;
  try {
    return parseFragment(text, {
      scriptingEnabled: false,
      sourceCodeLocationInfo: true,
      treeAdapter: {
        ...defaultTreeAdapter,
        createElement(name, namespace, attributes) {
          elements++;
          if (elements > most) {
            throw new TooMuch();
          }
          return defaultTreeAdapter.createElement(name, namespace, attributes);
        },
        onItemPush() {
          depth++;
          if (depth > deepest) {
            throw new TooMuch();
          }
        },
        onItemPop() {
          depth--;
        },
      },
    }).childNodes;
  } catch (error) {
    if (error instanceof TooMuch) {
      return null;
    }
    throw error;
  }
}

class TooMuch extends Error {}

/** Children, those of a `<template>` as well, which has them in a document of its own. */
export function childrenOf(element: HtmlElement): readonly HtmlNode[] {
  return 'content' in element
    ? (element as DefaultTreeAdapterTypes.Template).content.childNodes
    : element.childNodes;
}

/** Names of attributes as they are written. */
export function attributeName({ name, prefix }: { name: string; prefix?: string | undefined }): string {
  return prefix ? `${prefix}:${name}` : name;
}
