import { type FileOptions, FormatError, type Problem } from '../adapter.ts';
import type { TextFile } from '../text/encoding.ts';
import type { Splice } from '../text/splice.ts';
import { type EscapeHabit, escapeHabit } from '../text/unicode-escapes.ts';
import { attributeOf, type XmlDocument, type XmlElement } from '../text/xml.ts';
import { decodeXmlFile } from '../text/xml-encoding.ts';
import { attributeSplice } from '../text/xml-splices.ts';
import { parseResources, type Resource, resourceNames, resourcesIn } from './resources.ts';
import { prefixesIn, valueStyle, writeValue } from './value.ts';

/** A resource file as it is read for editing. */
export interface ResourceFile {
  document: XmlDocument;
  /** By context. */
  resources: ReadonlyMap<string, Resource>;
  /** The elements that hold strings, by name, in file order; duplicates after the first. */
  owners: ReadonlyMap<string, readonly XmlElement[]>;
}

/** A file to be edited, the base file that its new strings are modelled on, and its habits. */
export interface Workspace extends ResourceFile {
  file: TextFile;
  template: ResourceFile | null;
  options: FileOptions;
  habit: EscapeHabit;
  /** Indentation of the children of the root. */
  indent: string;
  /** Namespace prefixes of the markup written so far. */
  prefixes: Set<string>;
}

/** @throws {FormatError} when the file or the template cannot be read. */
export function openWorkspace(bytes: Uint8Array, options: FileOptions): Workspace {
  const file = decodeXmlFile(bytes);
  const template = options.template ? readResources(decodeXmlFile(options.template).text) : null;
  const own = readResources(file.text);
  return {
    ...own,
    file,
    template,
    options,
    habit: habitIn(file.text),
    indent: indentIn(own.document) ?? (template ? indentIn(template.document) : null) ?? '    ',
    prefixes: new Set(),
  };
}

/** XML for a text; `own` is the element whose value it replaces, `model` the one of the base file. */
export function renderValue(
  workspace: Workspace,
  text: string,
  own: XmlElement | null,
  model: XmlElement | null,
): string {
  const { document, template, habit, prefixes } = workspace;
  const example = model && template ? { document: template.document, element: model } : null;
  const xml = writeValue(document, text, valueStyle(document, own, example, habit));
  for (const prefix of prefixesIn(document, xml)) {
    prefixes.add(prefix);
  }
  return xml;
}

/**
 * Declares on the root the prefixes that new markup uses (`<xliff:g>`), as the base file does.
 * @throws {FormatError} for a prefix that nobody declares.
 */
export function namespaceSplices({ document, template, prefixes }: Workspace): Splice[] {
  const splices: Splice[] = [];
  for (const prefix of prefixes) {
    const name = `xmlns:${prefix}`;
    if (attributeOf(document, document.root, name) === null) {
      const uri = template ? attributeOf(template.document, template.document.root, name) : null;
      const known = uri ?? wellKnown.get(prefix);
      if (!known) {
        throw new FormatError(`the prefix "${prefix}" in the markup is not declared`);
      }
      splices.push(attributeSplice(document, document.root, name, known));
    }
  }
  return splices;
}

/** The namespace that every Android project means by this prefix. */
const wellKnown = new Map([['xliff', 'urn:oasis:names:tc:xliff:document:1.2']]);

function readResources(text: string): ResourceFile {
  const document = parseResources(text);
  const problems: Problem[] = [];
  const resources = resourcesIn(document, problems);
  const holders = document.root.elements().filter(({ name }) => resourceNames.some((kind) => kind === name));
  const owners = Map.groupBy(holders, (element) => attributeOf(document, element, 'name') ?? '');
  return { document, resources: new Map(resources.map((resource) => [resource.context, resource])), owners };
}

/** What XML escapes in its own way is not left to backslashes. */
function habitIn(text: string): EscapeHabit {
  const habit = escapeHabit(text);
  return { ...habit, units: new Set([...habit.units].filter((unit) => !'&<>#;'.includes(unit))) };
}

/** Indentation of the first child that stands on a line of its own. */
function indentIn({ text, root }: XmlDocument): string | null {
  return /(?:^|[\r\n])([ \t]+)</.exec(text.slice(root.openEnd, root.closeStart))?.[1] ?? null;
}
