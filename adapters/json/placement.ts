import type { NewContainer } from './additions.ts';
import type { JsonNode } from './document.ts';
import { compareKeys } from './key-order.ts';

/**
 * Where new keys of an object go: for each present member the keys to be inserted after it, in order; those under
 * null go before the first one. A key of the template follows the nearest present key that stands before it there;
 * all others go to the end.
 * @param sorted puts each key after the last one that is alphabetically smaller, whatever the template says.
 */
export function placeKeys(
  kept: readonly JsonNode[],
  added: NewContainer,
  template: JsonNode | null,
  sorted: boolean,
): Map<JsonNode | null, string[]> {
  const keys = new Set([...added.members.keys()].map(String));
  return sorted ? alphabetical(kept, keys) : asInTemplate(kept, keys, template);
}

function asInTemplate(
  kept: readonly JsonNode[],
  keys: Set<string>,
  template: JsonNode | null,
): Map<JsonNode | null, string[]> {
  const present = new Map(kept.map((member) => [member.key, member]));
  const places = new Map<JsonNode | null, string[]>();
  let anchor: JsonNode | null = null;
  for (const { key } of template?.members ?? []) {
    const member = present.get(key);
    if (member) {
      anchor = member;
    } else if (keys.delete(String(key))) {
      append(places, anchor, String(key));
    }
  }
  for (const key of keys) {
    append(places, kept.at(-1)!, key);
  }
  return places;
}

function alphabetical(kept: readonly JsonNode[], keys: Set<string>): Map<JsonNode | null, string[]> {
  const present = kept.toSorted((a, b) => compareKeys(String(a.key), String(b.key)));
  const places = new Map<JsonNode | null, string[]>();
  let index = 0;
  for (const key of [...keys].sort(compareKeys)) {
    while (index < present.length && compareKeys(String(present[index]!.key), key) < 0) {
      index += 1;
    }
    append(places, present[index - 1] ?? null, key);
  }
  return places;
}

function append(places: Map<JsonNode | null, string[]>, anchor: JsonNode | null, key: string): void {
  const keys = places.get(anchor);
  if (keys) {
    keys.push(key);
  } else {
    places.set(anchor, [key]);
  }
}
