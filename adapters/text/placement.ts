/**
 * Where new keys go: for each anchor the keys to be inserted after it, in order; those under null go before the first
 * anchor. A key of the template follows the nearest anchor that stands before it there; all others go to the end.
 * @param anchors what is in the file, by key, in file order.
 */
export function placeByTemplate<Key, Anchor>(
  anchors: ReadonlyMap<Key, Anchor>,
  added: Iterable<Key>,
  template: Iterable<Key>,
): Map<Anchor | null, Key[]> {
  const places = new Map<Anchor | null, Key[]>();
  const left = new Set(added);
  let anchor: Anchor | null = null;
  for (const key of template) {
    const present = anchors.get(key);
    if (present !== undefined) {
      anchor = present;
    } else if (left.delete(key)) {
      append(places, anchor, key);
    }
  }
  const last = [...anchors.values()].at(-1) ?? null;
  for (const key of left) {
    append(places, last, key);
  }
  return places;
}

/** The same by the alphabet: each key follows the greatest one that is smaller. */
export function placeByAlphabet<Anchor>(
  anchors: ReadonlyMap<string, Anchor>,
  added: Iterable<string>,
): Map<Anchor | null, string[]> {
  const present = [...anchors].sort(([a], [b]) => compareKeys(a, b));
  const places = new Map<Anchor | null, string[]>();
  let next = 0;
  for (const key of [...added].sort(compareKeys)) {
    while (next < present.length && compareKeys(present[next]![0], key) < 0) {
      next += 1;
    }
    append(places, present[next - 1]?.[1] ?? null, key);
  }
  return places;
}

/** Alphabetical order of keys as sorting libraries have it: by code units, the same in every language. */
export function compareKeys(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}

function append<Key, Anchor>(places: Map<Anchor | null, Key[]>, anchor: Anchor | null, key: Key): void {
  const keys = places.get(anchor);
  if (keys) {
    keys.push(key);
  } else {
    places.set(anchor, [key]);
  }
}
