import { FormatError } from '../adapter.ts';
import { compareKeys } from '../text/placement.ts';
import type { NewContainer, NewValue } from './additions.ts';
import type { JsonNode } from './document.ts';
import type { Layout } from './layout.ts';
import type { StringWriter } from './string-style.ts';

/** What new JSON is written with. */
export interface Pen {
  layout: Layout;
  string: StringWriter;
  /** Whether new keys are put in alphabetical order. */
  sortsKeys: boolean;
  /** Text of the template, whose nodes the functions below are given. */
  templateText: string;
}

/** Most items that are filled in before one that is added to an array. */
const widestGap = 1000;

/** A whole new container, `indent` being that of the line on which it opens. */
export function renderContainer(
  container: NewContainer,
  template: JsonNode | null,
  indent: string,
  pen: Pen,
): string {
  const [open, close] = container.type === 'array' ? '[]' : '{}';
  const { layout } = pen;
  if (container.members.size === 0) {
    return `${open}${close}`;
  }
  if (layout.indent === null) {
    return `${open}${renderMembers(container, 0, template, '', pen).join(`,${layout.gap}`)}${close}`;
  }
  const inner = layout.eol + indent + layout.indent;
  const members = renderMembers(container, 0, template, indent + layout.indent, pen).join(`,${inner}`);
  return `${open}${inner}${members}${layout.eol}${indent}${close}`;
}

/**
 * The members to be added to a container that has `length` already: those of an object in the order in which they
 * were added, those of an array by index.
 */
export function renderMembers(
  container: NewContainer,
  length: number,
  template: JsonNode | null,
  indent: string,
  pen: Pen,
): string[] {
  if (container.type === 'array') {
    return renderItems(container, length, template, indent, pen);
  }
  const members = [...container.members];
  if (pen.sortsKeys) {
    members.sort(([a], [b]) => compareKeys(String(a), String(b)));
  }
  return members.map(([key, value]) => renderMember(String(key), value, template, indent, pen));
}

/** One new member of an object. */
export function renderMember(
  key: string,
  value: NewValue,
  template: JsonNode | null,
  indent: string,
  pen: Pen,
): string {
  const model = template?.member(key) ?? null;
  return pen.string(key) + pen.layout.colon + renderValue(value, model, indent, pen);
}

/**
 * New items of an array. An item between them and the `length` present ones is filled in: with what the template
 * has in its place, emptied of texts, else with an empty text.
 */
function renderItems(
  container: NewContainer,
  length: number,
  template: JsonNode | null,
  indent: string,
  pen: Pen,
): string[] {
  let last = length;
  for (const index of container.members.keys()) {
    last = Math.max(last, Number(index));
  }
  if (last - length - container.members.size > widestGap) {
    throw new FormatError(`an array of ${length} items cannot get an item ${last}`);
  }
  const items: string[] = [];
  for (let index = length; index <= last; index += 1) {
    const value = container.members.get(index);
    const model = template?.member(index) ?? null;
    items.push(value === undefined ? emptyLike(model, pen) : renderValue(value, model, indent, pen));
  }
  return items;
}

function renderValue(value: NewValue, template: JsonNode | null, indent: string, pen: Pen): string {
  return typeof value === 'string' ? value : renderContainer(value, template, indent, pen);
}

function emptyLike(node: JsonNode | null, pen: Pen): string {
  if (!node) {
    return '""';
  }
  switch (node.type) {
    case 'object':
      return '{}';
    case 'array':
      return '[]';
    case 'string':
      return '""';
    default:
      return pen.templateText.slice(node.start, node.end);
  }
}
