import type { Catalog, Entry, FileOptions, Problem } from '../adapter.ts';
import type { XmlDocument } from '../text/xml.ts';
import { decodeXmlFile } from '../text/xml-encoding.ts';
import { parseResources, type Resource, resourcesIn } from './resources.ts';
import { readValue } from './value.ts';

/** The strings of a resource file. @throws {FormatError} */
export function readCatalog(bytes: Uint8Array, options: FileOptions): Catalog {
  const document = parseResources(decodeXmlFile(bytes).text);
  const problems: Problem[] = [];
  const entries = resourcesIn(document, problems).map((resource) => toEntry(document, resource, options));
  return { entries, plural: null, problems };
}

/** One form for a string, one per form of the language for a plural; quantities beyond those are not shown. */
export function formsOf(document: XmlDocument, resource: Resource, options: FileOptions): string[] {
  if (resource.type !== 'plurals') {
    return [readValue(document, resource.element)];
  }
  return options.plural.categories.map((category) => {
    const item = resource.quantities.get(category);
    return item ? readValue(document, item) : '';
  });
}

function toEntry(document: XmlDocument, resource: Resource, options: FileOptions): Entry {
  const { context, type, element, isTranslatable, note } = resource;
  return {
    context,
    source: [],
    target: formsOf(document, resource, options),
    plural: type === 'plurals',
    state: isTranslatable ? 'translated' : 'readonly',
    previousSource: [],
    note,
    location: '',
    flags: '',
    explanation: '',
    line: document.lineOf(element.start),
  };
}
