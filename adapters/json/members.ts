import { FormatError } from '../adapter.ts';
import { indentAt, indentBefore } from '../text/lines.ts';
import { placeByAlphabet, placeByTemplate } from '../text/placement.ts';
import type { Splice } from '../text/splice.ts';
import type { NewContainer } from './additions.ts';
import type { JsonNode } from './document.ts';
import { separatorAt } from './layout.ts';
import { renderContainer, renderMember, renderMembers } from './render.ts';
import type { JsonSource } from './source.ts';

/** Takes `removed` out of a container and puts `added` into it, each comma on the right side. */
export function memberSplices(
  source: JsonSource,
  container: JsonNode,
  removed: ReadonlySet<JsonNode>,
  added: NewContainer | null,
): Splice[] {
  const kept = container.members.filter((member) => !removed.has(member));
  if (container.type === 'array' && kept.some(({ position }, index) => position !== index)) {
    throw new FormatError('only the last items of an array can be removed', container.line);
  }
  const template = counterpart(source.template, container);
  if (kept.length === 0) {
    const empty: NewContainer = { type: container.type === 'array' ? 'array' : 'object', members: new Map() };
    const indent = indentAt(source.text, container.start);
    const text = renderContainer(added ?? empty, template, indent, source.pen);
    return [{ start: container.start, end: container.end, text }];
  }
  const splices = removals(container, removed);
  if (added) {
    splices.push(...insertions(source, container, kept, added, template));
  }
  return splices;
}

/** A removed member goes with the separator after it; those at the end go with the one before them. */
function removals(container: JsonNode, removed: ReadonlySet<JsonNode>): Splice[] {
  const splices: Splice[] = [];
  let lastKept: JsonNode | null = null;
  for (const member of container.members) {
    const next = container.members[member.position + 1];
    if (!removed.has(member)) {
      lastKept = member;
    } else if (next) {
      splices.push({ start: member.keyStart, end: next.keyStart, text: '' });
    }
  }
  if (!lastKept || lastKept === container.members.at(-1)) {
    return splices;
  }
  const end = container.members.at(-1)!.end;
  const isBefore = ({ start }: Splice) => start < lastKept.end;
  return [...splices.filter(isBefore), { start: lastKept.end, end, text: '' }];
}

function insertions(
  source: JsonSource,
  container: JsonNode,
  kept: readonly JsonNode[],
  added: NewContainer,
  template: JsonNode | null,
): Splice[] {
  const { text, pen } = source;
  const first = kept[0]!;
  const indent =
    indentBefore(text, first.keyStart) ?? indentAt(text, container.start) + (pen.layout.indent ?? '');
  if (added.type === 'array') {
    const last = kept.at(-1)!;
    const items = renderMembers(added, kept.length, template, indent, pen);
    const separator = separatorAt(text, container, last, pen.layout);
    return [{ start: last.end, end: last.end, text: items.map((item) => separator + item).join('') }];
  }
  const splices: Splice[] = [];
  const anchors = new Map(kept.map((member) => [String(member.key), member]));
  const newKeys = [...added.members.keys()].map(String);
  const order = (template?.members ?? []).map(({ key }) => String(key));
  const places = pen.sortsKeys ? placeByAlphabet(anchors, newKeys) : placeByTemplate(anchors, newKeys, order);
  for (const [anchor, keys] of places) {
    const separator = separatorAt(text, container, anchor, pen.layout);
    const members = keys.map((key) => renderMember(key, added.members.get(key)!, template, indent, pen));
    splices.push(
      anchor
        ? { start: anchor.end, end: anchor.end, text: members.map((member) => separator + member).join('') }
        : { start: first.keyStart, end: first.keyStart, text: members.map((m) => m + separator).join('') },
    );
  }
  return splices;
}

/** The container of the template with the same path. */
function counterpart(template: JsonNode | null, container: JsonNode): JsonNode | null {
  if (!container.parent || !template) {
    return template;
  }
  return counterpart(template, container.parent)?.member(container.key) ?? null;
}
