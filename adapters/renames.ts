import { type Adapter, type Catalog, identityOf } from './adapter.ts';

/** What tells that two strings are the same one under different names. */
export interface NamedText {
  context: string;
  source: readonly string[];
}

/** A string that its file no longer has, as the file had it. */
export interface GoneText extends NamedText {
  target: readonly string[];
}

/** A string that the file has gained. */
export interface AddedText extends GoneText {
  /** Source text that its translation was made for; `[]`: the file does not tell. */
  previousSource: readonly string[];
  isFuzzy: boolean;
}

export interface RenamedText<Gone, Added> {
  gone: Gone;
  added: Added;
}

/** What two strings must have in common; '' tells nothing. */
interface Clue {
  ofGone(string: GoneText): string;
  ofAdded(string: AddedText): string;
}

/** The surest first. */
const clues: readonly Clue[] = [
  { ofGone: ({ source }) => source.join(joint), ofAdded: ({ source }) => source.join(joint) },
  // `#| msgid`: the file itself says what it was called.
  {
    ofGone: ({ context, source: [text = ''] }) => named(context, text),
    ofAdded: ({ context, previousSource: [text = ''] }) => named(context, text),
  },
  { ofGone: ({ context }) => context, ofAdded: ({ context }) => context },
  // A translation to look at, made for a text that the file does not name.
  {
    ofGone: ({ target }) => textOf(target),
    ofAdded: ({ target, isFuzzy }) => (isFuzzy ? textOf(target) : ''),
  },
];

const joint = '\u001e\u001e';

/**
 * Finds strings that are gone and strings that are new and are the same ones under another name: those with the same text,
 * those whose former text the file tells, those with the same context, and translations to look at that were those of another
 * text. Only what one string on each side has tells anything: what several of them share pairs nobody.
 */
export function pairRenamed<Gone extends GoneText, Added extends AddedText>(
  gone: readonly Gone[],
  added: readonly Added[],
): RenamedText<Gone, Added>[] {
  const pairs: RenamedText<Gone, Added>[] = [];
  const taken = new Set<NamedText>();
  for (const clue of clues) {
    for (const pair of pairUnique(gone, added, clue)) {
      if (!taken.has(pair.gone) && !taken.has(pair.added)) {
        taken.add(pair.gone).add(pair.added);
        pairs.push(pair);
      }
    }
  }
  return pairs;
}

/**
 * The strings of `before` that `after` has under other names, by their former identity. Files that do not tell the source
 * must be base files: their texts are the sources. Translations tell nothing: in the database they may be others already, and
 * both must find the same.
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
): Map<string, AddedText & { identity: string }> {
  const names = new Map<string, AddedText & { identity: string }>();
  for (const { context, source, target, previousSource } of entries) {
    const identity = identityOf(adapter, { context, source });
    const text = source.length > 0 ? source : target;
    names.set(identity, { identity, context, source: text, target: [], previousSource, isFuzzy: false });
  }
  return names;
}

function pairUnique<Gone extends GoneText, Added extends AddedText>(
  gone: readonly Gone[],
  added: readonly Added[],
  { ofGone, ofAdded }: Clue,
): RenamedText<Gone, Added>[] {
  const before = Map.groupBy(gone, ofGone);
  const pairs: RenamedText<Gone, Added>[] = [];
  for (const [text, [first, ...others]] of Map.groupBy(added, ofAdded)) {
    const [only, ...rest] = before.get(text) ?? [];
    if (text !== '' && first && only && others.length + rest.length === 0) {
      pairs.push({ gone: only, added: first });
    }
  }
  return pairs;
}

function named(context: string, text: string): string {
  return text === '' ? '' : context + joint + text;
}

function textOf(forms: readonly string[]): string {
  return forms.every((form) => form === '') ? '' : forms.join(joint);
}
