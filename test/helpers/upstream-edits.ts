import { type Block, join, type Layout, type LayoutFormat, split } from './layout.ts';
import type { Random } from './random.ts';

/*
 * What people and programs do to translation files upstream, as edits of their text.
 */

const heads: Record<LayoutFormat, string> = {
  po: `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"
`,
  json: '{',
  properties: '',
  aresource: '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n',
};

const tails: Record<LayoutFormat, string> = {
  po: '',
  json: '\n}\n',
  properties: '',
  aresource: '</resources>\n',
};

/** A file of `count` strings in random layout; a part of them is not translated (PO) or has just any text. */
export function newFile(format: LayoutFormat, random: Random, keys: readonly string[]): string {
  return join(format, {
    head: heads[format],
    blocks: keys.map((key) => newBlock(format, random, key)),
    tail: tails[format],
  });
}

/** The file of the source language with these strings in it; PO needs none. */
export function baseFile(format: LayoutFormat, keys: readonly string[]): string {
  const blocks = keys.map((key): Block => ({ key, text: plainBlock(format, key, `Source of ${key}`) }));
  return join(format, { head: heads[format], blocks, tail: tails[format] });
}

/** One random edit. Keys that the file gains are taken from `fresh`. */
export function editUpstream(
  format: LayoutFormat,
  random: Random,
  text: string,
  fresh: string[],
): { text: string; removed: string | null } {
  const layout = split(format, text);
  const { blocks } = layout;
  const at = random.below(Math.max(1, blocks.length));
  const block = blocks[at];
  if (!block) {
    return { text, removed: null };
  }
  switch (random.below(7)) {
    case 0:
    case 1:
      blocks[at] = retranslated(format, random, block);
      break;
    case 2:
      blocks.splice(at, 1);
      blocks.splice(random.below(blocks.length + 1), 0, block);
      break;
    case 3:
      blocks[at] = { ...block, text: reflowed(format, random, block.text) };
      break;
    case 4:
      if (blocks.length > 3) {
        blocks.splice(at, 1);
        return { text: join(format, layout), removed: block.key };
      }
      break;
    case 5: {
      const key = fresh.shift();
      // A translator here may have inserted it already.
      if (key !== undefined && blocks.every((other) => other.key !== key)) {
        blocks.splice(at, 0, newBlock(format, random, key));
      }
      break;
    }
    default:
      blocks[at] = { ...block, text: commented(format, random, block.text) };
  }
  return { text: join(format, layout satisfies Layout), removed: null };
}

function newBlock(format: LayoutFormat, random: Random, key: string): Block {
  const value = format === 'po' && random.below(2) === 0 ? '' : `theirs ${random.below(50)}`;
  let text = plainBlock(format, key, value);
  if (random.below(3) === 0) {
    text = commented(format, random, text);
  }
  if (random.below(3) === 0) {
    text = reflowed(format, random, text);
  }
  return { key, text };
}

function plainBlock(format: LayoutFormat, key: string, value: string): string {
  switch (format) {
    case 'po':
      return `\nmsgid "${key}"\nmsgstr "${value}"\n`;
    case 'json':
      return `\n  "${key}": "${value}"`;
    case 'properties':
      return `${key} = ${value}\n`;
    case 'aresource':
      return `    <string name="${key}">${value}</string>\n`;
  }
}

function retranslated(format: LayoutFormat, random: Random, { key, text }: Block): Block {
  const value = `theirs ${random.below(50)}`;
  const replaced: Record<LayoutFormat, () => string> = {
    po: () => text.replace(/^#, fuzzy\n/m, '').replace(/^msgstr[\s\S]*$/m, () => `msgstr "${value}"\n`),
    json: () => text.replace(/:\s*"(?:[^"\\]|\\.)*"$/, `: "${value}"`),
    properties: () => text.replace(/=(?:[^\\\n]|\\[\s\S])*\n$/, `= ${value}\n`),
    aresource: () => text.replace(/(<string [^>]*?)(?:\/>|>[\s\S]*<\/string>)/, `$1>${value}</string>`),
  };
  return { key, text: replaced[format]() };
}

function reflowed(format: LayoutFormat, random: Random, text: string): string {
  const space = ' '.repeat(random.below(5));
  switch (format) {
    case 'po':
      return random.below(2) === 0
        ? `\n${text}`
        : text.replace(/^msgstr "(?<words>.+) (?<last>\S*)"\n$/m, 'msgstr ""\n"$<words> "\n"$<last>"\n');
    case 'json':
      return random.below(2) === 0 ? `\n${text}` : text.replace(/^\s*/, `\n${space}`);
    case 'properties':
      return random.below(2) === 0 ? `\n${text}` : text.replace(/ *= */, `${space}=${space}`);
    case 'aresource':
      return random.below(2) === 0 ? `\n${text}` : text.replace(/^[ \n]*/, space);
  }
}

function commented(format: LayoutFormat, random: Random, text: string): string {
  const words = `comment ${random.below(100)}`;
  switch (format) {
    case 'po':
      return text.replace(/\n(?=[^\n])/, `\n# ${words}\n#: file.c:${random.below(99)}\n`);
    case 'json':
      return text;
    case 'properties':
      return `# ${words}\n${text}`;
    case 'aresource':
      return `    <!-- ${words} -->\n${text}`;
  }
}
