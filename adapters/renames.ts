import { type Adapter, type Catalog, identityOf } from './adapter.ts';

/** What tells that two strings are the same one under different names. */
export interface NamedText {
  context: string;
  source: readonly string[];
}

export interface RenamedText<Gone, Added> {
  gone: Gone;
  added: Added;
}

/**
 * Finds strings that are gone and strings that are new and are the same ones under another name: those with the same text,
 * and then those with the same context, whose text was changed. Only what one string on each side has tells anything:
 * texts and contexts that several of them share pair nobody, and neither does an empty context.
 */
export function pairRenamed<Gone extends NamedText, Added extends NamedText>(
  gone: readonly Gone[],
  added: readonly Added[],
): RenamedText<Gone, Added>[] {
  const byText = pairUnique(gone, added, ({ source }) => source.join('\u001e\u001e'));
  const taken = new Set<NamedText>(byText.flatMap((pair) => [pair.gone, pair.added]));
  const byContext = pairUnique(gone, added, ({ context }) => context);
  return [...byText, ...byContext.filter((pair) => !taken.has(pair.gone) && !taken.has(pair.added))];
}

/**
 * The strings of `before` that `after` has under other names, by their former identity. Files that do not tell the source
 * must be base files: their texts are the sources.
 */
export function renamesBetween(
  adapter: Pick<Adapter, 'identity'>,
  before: Catalog,
  after: Catalog,
): Map<string, NamedText> {
  const [old, current] = [namesOf(adapter, before), namesOf(adapter, after)];
  const gone = [...old.values()].filter(({ identity }) => !current.has(identity));
  const added = [...current.values()].filter(({ identity }) => !old.has(identity));
  return new Map(pairRenamed(gone, added).map((pair) => [pair.gone.identity, pair.added]));
}

function namesOf(
  adapter: Pick<Adapter, 'identity'>,
  { entries }: Catalog,
): Map<string, NamedText & { identity: string }> {
  const names = new Map<string, NamedText & { identity: string }>();
  for (const { context, source, target } of entries) {
    const identity = identityOf(adapter, { context, source });
    names.set(identity, { identity, context, source: source.length > 0 ? source : target });
  }
  return names;
}

function pairUnique<Gone extends NamedText, Added extends NamedText>(
  gone: readonly Gone[],
  added: readonly Added[],
  feature: (string: NamedText) => string,
): RenamedText<Gone, Added>[] {
  const before = Map.groupBy(gone, feature);
  const pairs: RenamedText<Gone, Added>[] = [];
  for (const [text, [first, ...others]] of Map.groupBy(added, feature)) {
    const [only, ...rest] = before.get(text) ?? [];
    if (text !== '' && first && only && others.length + rest.length === 0) {
      pairs.push({ gone: only, added: first });
    }
  }
  return pairs;
}
