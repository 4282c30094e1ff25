import { FormatError, type PluralCategory, type Problem, pluralCategories } from '../adapter.ts';
import { attributeOf, parseXml, type XmlDocument, type XmlElement } from '../text/xml.ts';
import { noteOf } from '../text/xml-comments.ts';

/** One string of a resource file: a `<string>`, the `<item>`s of a `<plurals>`, or one item of a `<string-array>`. */
export interface Resource {
  /** `name`, of array items `name[0]`. */
  context: string;
  type: 'string' | 'plurals' | 'item';
  /** The `<string>`, `<plurals>` or `<item>`. */
  element: XmlElement;
  /** The element with the name and the `translatable` mark: `element` itself, or the array around it. */
  owner: XmlElement;
  /** Items of a plural by quantity. */
  quantities: Map<PluralCategory, XmlElement>;
  isTranslatable: boolean;
  note: string;
}

/** The kinds of resources that hold strings to translate; all others are never touched. */
export const resourceNames = ['string', 'plurals', 'string-array'] as const;

/** @throws {FormatError} when it is not XML, or not a resource file. */
export function parseResources(text: string): XmlDocument {
  const document = parseXml(text);
  if (document.root.name !== 'resources') {
    throw new FormatError(
      `expected <resources>, found <${document.root.name}>`,
      document.lineOf(document.root.start),
    );
  }
  return document;
}

/** The strings in file order; of several with one name only the first. */
export function resourcesIn(document: XmlDocument, problems: Problem[]): Resource[] {
  const { root } = document;
  const resources = new Map<string, Resource>();
  const names = new Set<string>();
  for (const element of root.elements()) {
    if (!resourceNames.some((name) => name === element.name)) {
      continue;
    }
    const name = attributeOf(document, element, 'name');
    const line = document.lineOf(element.start);
    if (name === null) {
      problems.push({ kind: 'skipped', line, message: `<${element.name}> has no name` });
    } else if (names.has(name) || resources.has(name)) {
      problems.push({
        kind: 'duplicate',
        line,
        message: `"${name}" is there already; the first one is used`,
      });
    } else {
      names.add(name);
      const note = noteOf(document, element);
      const isTranslatable = attributeOf(document, element, 'translatable') !== 'false';
      for (const resource of resourcesOf(document, {
        context: name,
        element,
        owner: element,
        isTranslatable,
        note,
      })) {
        resources.set(resource.context, resource);
      }
    }
  }
  return [...resources.values()];
}

function resourcesOf(
  document: XmlDocument,
  owned: Pick<Resource, 'context' | 'element' | 'owner' | 'isTranslatable' | 'note'>,
): Resource[] {
  const { context, element, note } = owned;
  if (element.name === 'string') {
    return [{ ...owned, type: 'string', quantities: new Map() }];
  }
  if (element.name === 'plurals') {
    return [{ ...owned, type: 'plurals', quantities: quantitiesOf(document, element) }];
  }
  const items: Resource[] = [];
  for (const item of element.elements('item')) {
    const own = noteOf(document, item);
    const indexed = { context: `${context}[${items.length}]`, element: item, note: own || note };
    items.push({ ...owned, ...indexed, type: 'item', quantities: new Map() });
  }
  return items;
}

function quantitiesOf(document: XmlDocument, plurals: XmlElement): Map<PluralCategory, XmlElement> {
  const quantities = new Map<PluralCategory, XmlElement>();
  for (const item of plurals.elements('item')) {
    const quantity = attributeOf(document, item, 'quantity');
    const category = pluralCategories.find((name) => name === quantity);
    if (category && !quantities.has(category)) {
      quantities.set(category, item);
    }
  }
  return quantities;
}
