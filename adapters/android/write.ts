import { type ApplyOptions, type Edit, FormatError, pluralCategories } from '../adapter.ts';
import { indentBefore } from '../text/lines.ts';
import { type Splice, splice } from '../text/splice.ts';
import { attributeOf, type XmlElement } from '../text/xml.ts';
import { outerSpan } from '../text/xml-comments.ts';
import { attributeRemoval, attributeSplice, contentSplice, lineSplice } from '../text/xml-splices.ts';
import {
  insertResources,
  type NewResource,
  newResource,
  pluralForms,
  renderItems,
  renderQuantity,
} from './additions.ts';
import type { Resource } from './resources.ts';
import { readValue } from './value.ts';
import { namespaceSplices, openWorkspace, renderValue, type Workspace } from './workspace.ts';

type SetEdit = Extract<Edit, { type: 'set' }>;

/** The file with `edits` made. @throws {FormatError} */
export function applyEdits(bytes: Uint8Array, edits: readonly Edit[], options: ApplyOptions): Uint8Array {
  const workspace = openWorkspace(bytes, options);
  const removals = removedElements(workspace, edits);
  const splices: Splice[] = removals.splices;
  const added = new Map<string, NewResource>();
  for (const edit of edits) {
    const resource = workspace.resources.get(edit.context);
    if (edit.type === 'set' && resource) {
      splices.push(...stateSplices(workspace, resource, edit), ...valueSplices(workspace, resource, edit));
    } else if (edit.type === 'set') {
      const addition = newResource(workspace, edit, added);
      added.set(addition.name, addition);
    }
  }
  for (const [name, { tag, texts }] of added) {
    const array = workspace.owners.get(name)?.[0];
    if (tag === 'string-array' && array && !removals.elements.has(array)) {
      splices.push(
        appendItems(workspace, array, renderItems(workspace, name, texts, array.elements('item').length)),
      );
      added.delete(name);
    }
  }
  splices.push(...insertResources(workspace, added, removals.elements));
  splices.push(...namespaceSplices(workspace));
  return workspace.file.encode(splice(workspace.document.text, splices));
}

function valueSplices(workspace: Workspace, resource: Resource, edit: SetEdit): Splice[] {
  if (resource.type === 'plurals') {
    return quantitySplices(workspace, resource, edit);
  }
  if (edit.target.length > 1) {
    throw new FormatError(`"${edit.context}" has no plural forms`);
  }
  const model = workspace.template?.resources.get(edit.context)?.element ?? null;
  return valueSplice(workspace, resource.element, model, edit.target[0] ?? '');
}

/** Nothing when the element says `text` already: spellings that mean the same stay. */
function valueSplice(
  workspace: Workspace,
  element: XmlElement,
  model: XmlElement | null,
  text: string,
): Splice[] {
  if (readValue(workspace.document, element) === text) {
    return [];
  }
  return [contentSplice(workspace.document, element, renderValue(workspace, text, element, model))];
}

/** Present quantities are replaced, missing ones put among them in the order of the categories. */
function quantitySplices(workspace: Workspace, resource: Resource, edit: SetEdit): Splice[] {
  const { context, element, quantities } = resource;
  const model = workspace.template?.resources.get(context)?.quantities;
  const splices: Splice[] = [];
  const missing: string[] = [];
  let previous: XmlElement | null = null;
  const forms = pluralForms(workspace, edit);
  for (const category of pluralCategories) {
    const text = forms.get(category);
    const item = quantities.get(category);
    if (item && text !== undefined) {
      splices.push(
        ...valueSplice(workspace, item, model?.get(category) ?? model?.get('other') ?? null, text),
      );
    } else if (text) {
      const sibling = quantities.values().next().value ?? null;
      const rendered = renderQuantity(workspace, context, category, text, sibling);
      if (previous) {
        splices.push({
          start: previous.end,
          end: previous.end,
          text: gapBefore(workspace, previous) + rendered,
        });
      } else {
        missing.push(rendered);
      }
    }
    previous = item ?? previous;
  }
  return missing.length > 0 ? [...splices, prependItems(workspace, element, missing)] : splices;
}

/** Items before the first one, or into an element without any. */
function prependItems(workspace: Workspace, parent: XmlElement, items: readonly string[]): Splice {
  const first = parent.elements('item')[0];
  if (!first) {
    return appendItems(workspace, parent, items);
  }
  const gap = gapBefore(workspace, first);
  return { start: first.start, end: first.start, text: items.map((item) => item + gap).join('') };
}

function appendItems(workspace: Workspace, parent: XmlElement, items: readonly string[]): Splice {
  const { document, file, indent } = workspace;
  const last = parent.elements('item').at(-1);
  if (last) {
    const gap = gapBefore(workspace, last);
    return { start: last.end, end: last.end, text: items.map((item) => gap + item).join('') };
  }
  const outer = indentBefore(document.text, parent.start) ?? '';
  const inner = file.eol + outer + (indent === '' ? '    ' : indent);
  const kept = document.text.slice(parent.openEnd, parent.closeStart).trimEnd();
  const lines = items.map((item) => inner + item).join('');
  return contentSplice(document, parent, `${kept}${lines}${file.eol}${outer}`);
}

/** Line end and indentation before an element that starts its line. */
function gapBefore({ document, file }: Workspace, element: XmlElement): string {
  const indent = indentBefore(document.text, element.start);
  return indent === null ? '' : file.eol + indent;
}

function stateSplices({ document }: Workspace, resource: Resource, { state }: SetEdit): Splice[] {
  if ((state === 'readonly') === !resource.isTranslatable || resource.type === 'item') {
    return [];
  }
  if (state === 'readonly') {
    return [attributeSplice(document, resource.owner, 'translatable', 'false')];
  }
  const removal = attributeRemoval(document, resource.owner, 'translatable');
  return removal ? [removal] : [];
}

/** Elements to be removed, with all others of their name: of an array only the last items, or all of it. */
function removedElements(
  { document, resources, owners }: Workspace,
  edits: readonly Edit[],
): { elements: Set<XmlElement>; splices: Splice[] } {
  const asked = new Set<XmlElement>();
  const touched = new Set<XmlElement>();
  for (const edit of edits) {
    const resource = edit.type === 'remove' ? resources.get(edit.context) : undefined;
    if (resource) {
      asked.add(resource.element);
      touched.add(resource.owner);
    }
  }
  const elements = new Set<XmlElement>();
  for (const owner of touched) {
    const items = owner.name === 'string-array' ? owner.elements('item') : [owner];
    const kept = items.filter((item) => !asked.has(item));
    if (kept.some((item, index) => item !== items[index])) {
      throw new FormatError('only the last items of an array can be removed', document.lineOf(owner.start));
    }
    const name = attributeOf(document, owner, 'name') ?? '';
    for (const element of kept.length === 0 ? (owners.get(name) ?? []) : items.slice(kept.length)) {
      elements.add(element);
    }
  }
  const splices = [...elements].map((element) => {
    const { start, end } = outerSpan(document, element);
    return lineSplice(document, start, end);
  });
  return { elements, splices };
}
