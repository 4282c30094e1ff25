/*
 * Translation files seen as texts: what stands before the first string, each string with the blank lines and comments
 * above it, and what follows. Independent of the adapters, so that tests can tell what these must not touch.
 */

export type LayoutFormat = 'po' | 'json' | 'properties' | 'aresource';

/** One string: its key (the source text in PO) and its bytes, JSON's commas left out. */
export interface Block {
  key: string;
  text: string;
}

export interface Layout {
  head: string;
  blocks: Block[];
  tail: string;
}

/** Of each string: comments and blank lines (`lead`), what names it (`id`, `key`), and what a translation may change. */
const patterns: Record<LayoutFormat, RegExp> = {
  po: /(?<lead>\n+(?:#(?![,|])[^\n]*\n)*)(?<flags>(?:#[,|][^\n]*\n)*)(?<id>msgid "(?<key>[^\n]*)"\n)(?<value>msgstr(?:[^\n]+\n)+)/g,
  json: /(?<lead>\s*)(?<id>"(?<key>[^"]+)"\s*:\s*)(?<value>"(?:[^"\\]|\\.)*")/g,
  properties:
    /(?<lead>(?:[ \t]*(?:[#!][^\n]*)?\n)*)(?<id>[ \t]*(?<key>[\w.]+)[ \t]*=[ \t]*)(?<value>(?:[^\\\n]|\\[\s\S])*\n)/g,
  aresource:
    /(?<lead>(?:\s|<!--[\s\S]*?-->)*)(?<id><(?<tag>string|plurals) name="(?<key>[^"]+)")(?<value>[^>]*\/>|[^>]*>[\s\S]*?<\/\k<tag>>)\n?/g,
};

const heads: Record<LayoutFormat, RegExp> = {
  po: /^[\s\S]*?\n(?=\n|$)/,
  json: /^\{/,
  properties: /^/,
  aresource: /^[\s\S]*?<resources[^>]*>\n?/,
};

/** @throws {Error} when bytes between two strings belong to neither */
export function split(format: LayoutFormat, text: string): Layout {
  const head = heads[format].exec(text)?.[0] ?? '';
  const blocks: Block[] = [];
  let end = head.length;
  for (const found of text.slice(head.length).matchAll(patterns[format])) {
    const start = head.length + found.index;
    const between = text.slice(end, start);
    if (between !== '' && !(format === 'json' && /^\s*,$/.test(between))) {
      throw new Error(`${JSON.stringify(between)} is no part of a string:\n${text}`);
    }
    blocks.push({ key: found.groups?.key ?? '', text: found[0] });
    end = start + found[0].length;
  }
  return { head, blocks, tail: text.slice(end) };
}

export function join(format: LayoutFormat, { head, blocks, tail }: Layout): string {
  return head + blocks.map(({ text }) => text).join(format === 'json' ? ',' : '') + tail;
}

/** Whether two strings have the same key. */
export function hasTwins(format: LayoutFormat, text: string): boolean {
  const names = split(format, text).blocks.map(({ key }) => key);
  return new Set(names).size < names.length;
}

/** The string without what a translation may change. */
export function frame(format: LayoutFormat, { text }: Block): string {
  const groups = new RegExp(patterns[format].source).exec(text)?.groups;
  return `${groups?.lead}${groups?.id}`;
}

/**
 * What is wrong with `after`, which was made of `before` by writing the strings `edited`: other strings must have the very
 * same bytes in the same order, edited ones their comments and their place. Empty when nothing is.
 */
export function foreignChanges(
  format: LayoutFormat,
  before: string,
  after: string,
  edited: ReadonlySet<string>,
): string[] {
  const [old, now] = [split(format, before), split(format, after)];
  const wrong: string[] = [];
  if (old.head !== now.head) {
    wrong.push(`head: ${old.head} → ${now.head}`);
  }
  if (old.tail.trim() !== now.tail.trim()) {
    wrong.push(`tail: ${old.tail} → ${now.tail}`);
  }
  const known = new Set(old.blocks.map(({ key }) => key));
  const kept = now.blocks.filter(({ key }) => known.has(key));
  for (const { key } of now.blocks) {
    if (!known.has(key) && !edited.has(key)) {
      wrong.push(`${key} appeared`);
    }
  }
  if (kept.length !== old.blocks.length) {
    wrong.push(`${old.blocks.length} strings became ${kept.length}`);
  }
  for (const [index, block] of old.blocks.entries()) {
    const found = kept[index];
    const isEqual =
      found?.key === block.key &&
      (edited.has(block.key) ? frame(format, found) === frame(format, block) : found.text === block.text);
    if (!isEqual) {
      wrong.push(`${JSON.stringify(block.text)} → ${JSON.stringify(found?.text)}`);
    }
  }
  return wrong;
}
