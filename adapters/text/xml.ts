import { SaxesParser } from 'saxes';
import { FormatError } from '../adapter.ts';
import { lineAt } from './encoding.ts';
import { lineFinder } from './lines.ts';
import { declaredEntities, referencePattern } from './xml-entities.ts';
import { decodeXml } from './xml-text.ts';

/** An XML text as a tree of spans: offsets into `text`, which is never changed or normalised. */
export interface XmlDocument {
  text: string;
  root: XmlElement;
  /** Comments and processing instructions before and after the root. */
  outside: XmlMarkup[];
  /** Names of the entities that the document type declares. */
  entities: ReadonlySet<string>;
  /** Finds references to those entities; null without any. See `decodeXml`. */
  references: RegExp | null;
  /** Line of an offset, from 1. */
  lineOf(offset: number): number;
}

export type XmlNode = XmlElement | XmlMarkup;

/** `<!-- -->`, `<![CDATA[ ]]>` or `<? ?>`. */
export class XmlMarkup {
  readonly type: 'comment' | 'cdata' | 'instruction';
  readonly start: number;
  readonly end: number;

  constructor(type: XmlMarkup['type'], start: number, end: number) {
    this.type = type;
    this.start = start;
    this.end = end;
  }
}

export class XmlElement {
  readonly type = 'element';
  /** With its prefix. */
  readonly name: string;
  readonly parent: XmlElement | null;
  /** Place among the parent's children, from 0. */
  readonly position: number;
  /** Everything inside but text, which is what lies between them. */
  readonly children: XmlNode[] = [];
  /** Name, start and end of the value of each attribute, one after the other: a flat list takes a quarter of the time. */
  readonly attributes: readonly (string | number)[];
  /** The opening tag is `[start, openEnd)`, the closing one `[closeStart, end)`; in `<a/>` the latter is empty. */
  readonly start: number;
  readonly openEnd: number;
  closeStart: number;
  end: number;

  constructor(
    name: string,
    parent: XmlElement | null,
    attributes: readonly (string | number)[],
    start: number,
    openEnd: number,
  ) {
    this.name = name;
    this.parent = parent;
    this.position = parent?.children.length ?? 0;
    this.attributes = attributes;
    this.start = start;
    this.openEnd = openEnd;
    this.closeStart = openEnd;
    this.end = openEnd;
  }

  /** Span of an attribute's value without the quotes. */
  attributeSpan(name: string): { start: number; end: number } | null {
    for (let index = 0; index < this.attributes.length; index += 3) {
      if (this.attributes[index] === name) {
        return { start: Number(this.attributes[index + 1]), end: Number(this.attributes[index + 2]) };
      }
    }
    return null;
  }

  /** Child elements, all or those of one name. */
  elements(name?: string): XmlElement[] {
    return this.children.filter(
      (node) => node.type === 'element' && (name === undefined || node.name === name),
    ) as XmlElement[];
  }
}

/** Deeper files are refused, so that code that walks the tree may do it by recursion. */
const deepest = 500;

/**
 * Reads an XML document. Entities of the document type are known by name only: nothing is fetched or expanded.
 * @throws {FormatError} when it is not well-formed.
 */
export function parseXml(text: string, known: ReadonlySet<string> = new Set()): XmlDocument {
  const parser = new SaxesParser({ position: false });
  const open: XmlElement[] = [];
  const outside: XmlMarkup[] = [];
  let entities = known;
  let root: XmlElement | null = null;
  let attributes: (string | number)[] = [];
  let start = 0;
  // Text holds no `<`, so what a markup event is about starts at the first one after the markup before it.
  let previousEnd = 0;

  function setEntities(names: ReadonlySet<string>): void {
    entities = names;
    // Without a prototype: `&constructor;` must be as undefined as any other name.
    parser.ENTITIES = Object.assign(Object.create(null), predefined);
    for (const name of names) {
      parser.ENTITIES[name] = '';
    }
  }

  function addMarkup(type: XmlMarkup['type'], end: number): void {
    const markup = new XmlMarkup(type, text.indexOf('<', previousEnd), end);
    (open.at(-1)?.children ?? outside).push(markup);
    previousEnd = end;
  }

  setEntities(known);
  parser.on('error', (error) => {
    const bare = bareAmpersand(text, previousEnd, parser.position);
    const reason = bare === null ? error.message.replace(/\.$/, '') : 'a bare & must be written &amp;';
    throw new FormatError(reason, lineAt(text, bare ?? parser.position), { cause: error });
  });
  parser.on('xmldecl', () => {
    previousEnd = parser.position;
  });
  parser.on('doctype', (doctype) => {
    previousEnd = parser.position;
    setEntities(declaredEntities(doctype, lineAt(text, previousEnd)));
  });
  // saxes tells of a comment before it has seen the last character of `-->`.
  parser.on('comment', () => addMarkup('comment', parser.position + 1));
  parser.on('cdata', () => addMarkup('cdata', parser.position));
  parser.on('processinginstruction', () => addMarkup('instruction', parser.position));
  parser.on('opentagstart', () => {
    attributes = [];
    start = text.indexOf('<', previousEnd);
  });
  parser.on('attribute', ({ name }) => {
    const end = parser.position - 1;
    attributes.push(name, text.lastIndexOf(text[end]!, end - 1) + 1, end);
  });
  parser.on('opentag', ({ name }) => {
    if (open.length === deepest) {
      throw new FormatError(`elements are nested more than ${deepest} levels deep`, lineAt(text, start));
    }
    const parent = open.at(-1) ?? null;
    const element = new XmlElement(name, parent, attributes, start, parser.position);
    parent?.children.push(element);
    root ??= element;
    open.push(element);
    previousEnd = parser.position;
  });
  parser.on('closetag', ({ isSelfClosing }) => {
    const element = open.pop()!;
    element.end = parser.position;
    element.closeStart = isSelfClosing ? element.end : text.indexOf('<', previousEnd);
    previousEnd = element.end;
  });
  parser.write(text).close();
  return {
    text,
    root: root!,
    outside,
    entities,
    references: referencePattern(entities),
    lineOf: lineFinder(text),
  };
}

/** saxes reads on after an ampersand to the next semicolon, however far, and complains of what it finds there. */
function bareAmpersand(text: string, start: number, end: number): number | null {
  const offset = text.slice(start, end).search(/&(?![#\p{L}\p{N}_:.-]+;)/u);
  return offset < 0 ? null : start + offset;
}

const predefined = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Value of an attribute, decoded. */
export function attributeOf(document: XmlDocument, element: XmlElement, name: string): string | null {
  const span = element.attributeSpan(name);
  if (!span) {
    return null;
  }
  const raw = document.text.slice(span.start, span.end).replace(/\r\n|[\r\n\t]/g, ' ');
  return decodeXml(raw, document.references);
}
