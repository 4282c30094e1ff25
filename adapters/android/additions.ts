import { type Edit, type EntryState, FormatError, type PluralCategory } from '../adapter.ts';
import { placeByTemplate } from '../text/placement.ts';
import type { Splice } from '../text/splice.ts';
import type { XmlElement } from '../text/xml.ts';
import { outerSpan } from '../text/xml-comments.ts';
import { contentSplice } from '../text/xml-splices.ts';
import { encodeAttribute } from '../text/xml-text.ts';
import { renderValue, type Workspace } from './workspace.ts';

type SetEdit = Extract<Edit, { type: 'set' }>;

/** An element that the file lacks. */
export interface NewResource {
  name: string;
  tag: 'string' | 'plurals' | 'string-array';
  /** One text; per category of a plural; per index of an array. */
  texts: Map<PluralCategory | number, string>;
  state: EntryState;
  note: string;
}

/** Most items that are filled in before one that is added to an array. */
const widestGap = 1000;

/**
 * The new resource that an edit asks for. The base file says what kind it is; without one, several forms make a
 * plural and an index an item of an array.
 * @param arrays new arrays by name, to which further items are added.
 */
export function newResource(
  workspace: Workspace,
  edit: SetEdit,
  arrays: Map<string, NewResource>,
): NewResource {
  const model = workspace.template?.resources.get(edit.context);
  const [, arrayName, index] = /^([\s\S]+)\[(0|[1-9]\d*)\]$/.exec(edit.context) ?? [];
  const common = { name: edit.context, state: edit.state, note: edit.note ?? '' };
  if (arrayName !== undefined && model?.type !== 'string') {
    const array = arrays.get(arrayName) ?? {
      ...common,
      name: arrayName,
      tag: 'string-array',
      texts: new Map(),
    };
    array.texts.set(Number(index), edit.target[0] ?? '');
    return array;
  }
  if (model?.type === 'plurals' || edit.target.length > 1) {
    const forms = pluralForms(workspace, edit);
    return { ...common, tag: 'plurals', texts: new Map([...forms].filter(([, text]) => text !== '')) };
  }
  return { ...common, tag: 'string', texts: new Map([[0, edit.target[0] ?? '']]) };
}

/** The forms of an edit by category. @throws {FormatError} when they are not as many as the language has. */
export function pluralForms(
  { options }: Workspace,
  { context, target }: SetEdit,
): Map<PluralCategory, string> {
  const { categories } = options.plural;
  if (target.length > categories.length) {
    throw new FormatError(`"${context}" has ${target.length} forms, the language has ${categories.length}`);
  }
  return new Map(categories.map((category, index) => [category, target[index] ?? '']));
}

/** Puts new elements into the root: each after what stands before it in the base file, else at the end. */
export function insertResources(
  workspace: Workspace,
  added: ReadonlyMap<string, NewResource>,
  removed: ReadonlySet<XmlElement>,
): Splice[] {
  const { document, file, indent, owners, template } = workspace;
  if (added.size === 0) {
    return [];
  }
  const anchors = new Map<string, XmlElement>();
  for (const [name, [element]] of owners) {
    if (element && !removed.has(element)) {
      anchors.set(name, element);
    }
  }
  const places = placeByTemplate(anchors, added.keys(), template?.owners.keys() ?? []);
  const splices: Splice[] = [];
  for (const [anchor, names] of places) {
    const lines = names.map((name) => renderResource(workspace, added.get(name)!));
    const first = anchors.values().next().value;
    if (anchor) {
      const text = lines.map((line) => file.eol + indent + line).join('');
      const { end } = outerSpan(document, anchor);
      splices.push({ start: end, end, text });
    } else if (first) {
      const { start } = outerSpan(document, first);
      splices.push({ start, end: start, text: lines.map((line) => line + file.eol + indent).join('') });
    } else {
      splices.push(fillRoot(workspace, lines));
    }
  }
  return splices;
}

/** New items for an array that has `length`; items between are filled in with nothing. */
export function renderItems(
  workspace: Workspace,
  name: string,
  texts: ReadonlyMap<number | PluralCategory, string>,
  length: number,
): string[] {
  const last = [...texts.keys()].map(Number).reduce((a, b) => Math.max(a, b), length);
  if (last - length > texts.size + widestGap) {
    throw new FormatError(`"${name}" of ${length} items cannot get an item ${last}`);
  }
  const items: string[] = [];
  for (let index = length; index <= last; index += 1) {
    const model = workspace.template?.resources.get(`${name}[${index}]`);
    items.push(
      `<item>${renderValue(workspace, texts.get(index) ?? '', null, model?.element ?? null)}</item>`,
    );
  }
  return items;
}

/** An item of a plural. */
export function renderQuantity(
  workspace: Workspace,
  name: string,
  quantity: PluralCategory,
  text: string,
  sibling: XmlElement | null,
): string {
  const model = workspace.template?.resources.get(name)?.quantities;
  const value = renderValue(workspace, text, sibling, model?.get(quantity) ?? model?.get('other') ?? null);
  return `<item quantity="${quantity}">${value}</item>`;
}

function renderResource(workspace: Workspace, resource: NewResource): string {
  const { file, indent } = workspace;
  const { tag, name, texts } = resource;
  const comment = resource.note === '' ? '' : `${renderComment(resource.note)}${file.eol}${indent}`;
  const open = `<${tag}${attributes(workspace, resource)}>`;
  if (tag === 'string') {
    const model = workspace.template?.resources.get(name);
    return `${comment}${open}${renderValue(workspace, texts.get(0) ?? '', null, model?.element ?? null)}</${tag}>`;
  }
  const items =
    tag === 'string-array'
      ? renderItems(workspace, name, texts, 0)
      : [...texts].map(([quantity, text]) =>
          renderQuantity(workspace, name, quantity as PluralCategory, text, null),
        );
  const lines = items.map((item) => `${file.eol}${indent}${unitOf(indent)}${item}`).join('');
  return `${comment}${open}${lines}${file.eol}${indent}</${tag}>`;
}

/** The attributes of the element in the base file that are about its text (`formatted`, `product`), and the name. */
function attributes(workspace: Workspace, { name, state }: NewResource): string {
  const { template } = workspace;
  const model = template?.owners.get(name)?.[0];
  let text = ` name="${encodeAttribute(name, '"', workspace.document.references)}"`;
  for (let index = 0; model && index < model.attributes.length; index += 3) {
    const [attribute, start, end] = model.attributes.slice(index, index + 3);
    if (!['name', 'translatable'].includes(String(attribute)) && !String(attribute).includes(':')) {
      const value = template!.document.text.slice(Number(start), Number(end)).replaceAll('"', '&quot;');
      text += ` ${attribute}="${value}"`;
    }
  }
  return state === 'readonly' ? `${text} translatable="false"` : text;
}

function renderComment(note: string): string {
  // Two dashes end a comment for some readers and are illegal for all others.
  const text = note.replace(/-(?=-)/g, '- ').replace(/-$/, '- ');
  return text.includes('\n') ? `<!-- ${text.replaceAll('\n', '\n         ')} -->` : `<!-- ${text} -->`;
}

/** Into a root that keeps no strings: the new ones come after its last comment. */
function fillRoot({ document, file, indent }: Workspace, lines: readonly string[]): Splice {
  const { text, root } = document;
  const added = lines.map((line) => file.eol + indent + line).join('');
  const end = root.children.at(-1)?.end ?? root.openEnd;
  const eol = /[\r\n]/.test(text.slice(end, root.closeStart)) ? '' : file.eol;
  if (root.closeStart === root.end) {
    return contentSplice(document, root, added + eol);
  }
  return { start: end, end, text: added + eol };
}

function unitOf(indent: string): string {
  return indent === '' ? '    ' : indent;
}
