/**
 * Goes through `items` with what `prepare` gives for each. While the caller works on one, the next is being prepared,
 * unless what came of the last one is too `heavy` to have two of its kind in memory.
 */
export async function* readAhead<Item, Prepared>(
  items: readonly Item[],
  prepare: (item: Item) => Promise<Prepared>,
  heavy: (prepared: Prepared) => boolean,
): AsyncGenerator<readonly [Item, Prepared]> {
  let next: Promise<Prepared> | null = null;
  try {
    for (const [index, item] of items.entries()) {
      const prepared: Prepared = await (next ?? prepare(item));
      const following = items[index + 1];
      next = following === undefined || heavy(prepared) ? null : prepare(following);
      // A failure is thrown when its turn comes; until then it must not count as one that nobody handles.
      next?.catch(() => undefined);
      yield [item, prepared];
    }
  } finally {
    // Nothing that was begun outlives the work, also when the caller stops early.
    await next?.catch(() => undefined);
  }
}
