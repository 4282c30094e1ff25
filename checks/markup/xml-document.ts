import { SaxesParser } from 'saxes';
import { remembering } from './remembering.ts';

/** What the checks want to know of a text that is XML. */
export interface XmlShape {
  /** Parsed as it stands; else inside an element, as most texts have none that holds all the rest. */
  whole: boolean;
  /** Elements with the names of their attributes, comments and instructions, in order. */
  nodes: readonly string[];
  /** Text without markup; references are a space each. */
  content: string;
}

/** A text as XML, alone or within an element; null when it is neither. */
export const readXml = remembering(
  (text) => parseXml(text, false) ?? (prologue.test(text) ? parseXml(text, true) : null),
);

/** What may stand in a document, but not in an element. */
const prologue = /^\s*<\?xml|<!DOCTYPE/;

/** References as people write them, known or not: the vocabulary of a text is not this server's business. */
const reference = /&#?\w+;/g;

/** A text as XML, as it stands (`whole`) or within an element; null when it is not well-formed. */
export function parseXml(text: string, whole: boolean): XmlShape | null {
  const markup = text.includes('&') ? text.replace(reference, ' ') : text;
  // Without these a text is well-formed; with a bare ampersand it never is.
  if (!whole && !/[<&]|]]>|[^\t\n\r -\uD7FF]/.test(markup)) {
    return { whole, nodes: [], content: markup };
  }
  const nodes: string[] = [];
  let content = '';
  const prefixes = markup.includes(':') ? new Prefixes() : null;
  const parser = new SaxesParser({ position: false });
  parser.on('error', (error) => {
    throw new NotXml(error.message);
  });
  parser.on('text', (part) => {
    content += part;
  });
  parser.on('cdata', (part) => {
    content += part;
  });
  parser.on('comment', () => nodes.push('<!--'));
  parser.on('processinginstruction', ({ target }) => nodes.push(`<?${target}`));
  parser.on('opentag', ({ name, attributes }) => {
    const names = Object.keys(attributes);
    prefixes?.open(name, names);
    nodes.push(names.length === 0 ? name : `${name} ${names.join(' ')}`);
  });
  if (prefixes) {
    parser.on('closetag', () => prefixes.close());
  }
  try {
    parser.write(whole ? markup : `<x>${markup}</x>`).close();
  } catch (error) {
    if (error instanceof NotXml) {
      return null;
    }
    throw error;
  }
  if (!whole) {
    nodes.shift();
  }
  return { whole, nodes, content };
}

class NotXml extends Error {}

/**
 * Which prefixes of namespaces are declared where the parser is. The parser could tell, but looks through all open
 * elements for each name.
 */
class Prefixes {
  readonly #declared = new Map<string, number>([
    ['xml', 1],
    ['xmlns', 1],
  ]);
  readonly #open: string[][] = [];

  open(element: string, attributes: readonly string[]): void {
    const added = attributes.filter((name) => name.startsWith('xmlns:')).map((name) => name.slice(6));
    for (const prefix of added) {
      this.#declared.set(prefix, (this.#declared.get(prefix) ?? 0) + 1);
    }
    this.#open.push(added);
    this.#expect(element);
    for (const name of attributes) {
      this.#expect(name);
    }
  }

  close(): void {
    for (const prefix of this.#open.pop()!) {
      this.#declared.set(prefix, this.#declared.get(prefix)! - 1);
    }
  }

  #expect(name: string): void {
    const colon = name.indexOf(':');
    if (colon >= 0 && !this.#declared.get(name.slice(0, colon))) {
      throw new NotXml(`the prefix of ${name} is not declared`);
    }
  }
}
