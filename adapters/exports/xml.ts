import { encodeAttribute, encodeXml } from '../text/xml-text.ts';
import { joinPieces } from './pieces.ts';

/** Attributes by name; those without a value are left out. */
export type XmlAttributes = Readonly<Record<string, string | number | null>>;

/** An element on one line with a text inside. */
export function textElement(name: string, attributes: XmlAttributes, text: string): string {
  return `<${name}${attributesOf(attributes)}>${encodeXml(withoutControls(text), null)}</${name}>`;
}

/** An element around others, each on lines of its own; nothing inside makes an empty element. */
export function element(name: string, attributes: XmlAttributes, children: readonly string[]): string {
  if (children.length === 0) {
    return `<${name}${attributesOf(attributes)}/>`;
  }
  return [`<${name}${attributesOf(attributes)}>`, ...children, `</${name}>`].join('\n');
}

/** An element with its attributes, whose content is written one by one. */
export interface XmlParent {
  name: string;
  attributes: XmlAttributes;
  /** What stands before the next element inside. */
  before?: readonly string[];
}

/**
 * A whole file: elements inside each other, from the root on, and in the innermost one what `contentOf` makes of each of
 * `items`.
 */
export function xmlFile<Item>(
  parents: readonly XmlParent[],
  items: readonly Item[],
  contentOf: (item: Item) => readonly string[],
): Uint8Array {
  function* pieces(): Generator<string> {
    yield '<?xml version="1.0" encoding="utf-8"?>\n';
    for (const { name, attributes, before = [] } of parents) {
      yield [`<${name}${attributesOf(attributes)}>`, ...before, ''].join('\n');
    }
    for (const item of items) {
      for (const content of contentOf(item)) {
        yield `${content}\n`;
      }
    }
    for (const { name } of parents.toReversed()) {
      yield `</${name}>\n`;
    }
  }
  return joinPieces(pieces());
}

/** `text` without the characters that XML cannot hold, not even escaped. */
export function withoutControls(text: string): string {
  return text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '');
}

function attributesOf(attributes: XmlAttributes): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${encodeAttribute(withoutControls(String(value)), '"', null)}"`)
    .join('');
}
