import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { type Adapter, type Catalog, type Edit, FormatError, identityOf } from '../../adapters/adapter.ts';
import { applyVerified } from '../../adapters/edit.ts';
import { changesBetween, type ReplayedChange, replayChanges, type Text } from '../../adapters/merge.ts';
import { adapterById } from '../../adapters/registry.ts';
import { awkwardStrings } from '../helpers/awkward-strings.ts';
import { czechOptions } from '../helpers/format-options.ts';
import { foreignChanges, type LayoutFormat } from '../helpers/layout.ts';
import { Random } from '../helpers/random.ts';
import { firstSeed, roundsOr } from '../helpers/rounds.ts';
import { editUpstream, newFile } from '../helpers/upstream-edits.ts';

const keys = ['s1', 's2', 's3', 's4', 's5', 's6'];

/** What happened to one file on both sides. */
interface FileHistory {
  format: LayoutFormat;
  adapter: Adapter;
  /** Versions on our side, the first one common to both. */
  ours: string[];
  upstream: string;
}

for (const format of ['po', 'json', 'properties', 'aresource'] as const) {
  test(`${format}: whatever both sides did to a file, their strings and ours come together`, (t) => {
    for (let seed = firstSeed(); seed < firstSeed() + roundsOr(100); seed += 1) {
      const history = randomHistory(format, new Random(seed));

      const faults = faultsOf(history);

      t.deepEqual(faults, [], `DRAGOMAN_TEST_SEED=${seed} DRAGOMAN_TEST_ROUNDS=1 ${format}`);
    }
  });
}

function randomHistory(format: LayoutFormat, random: Random): FileHistory {
  const adapter = adapterById(format)!;
  const start = newFile(format, random, keys);
  const history: FileHistory = { format, adapter, ours: [start], upstream: start };
  const fresh = ['n1', 'n2', 'n3', 'n4'];
  for (let step = random.below(12); step >= 0; step -= 1) {
    switch (random.below(5)) {
      case 0:
      case 1:
        history.ours.push(editOurs(adapter, random, history.ours.at(-1) ?? ''));
        break;
      case 2:
        history.upstream = squash(adapter, random, history);
        break;
      default:
        history.upstream = editUpstream(format, random, history.upstream, fresh).text;
    }
  }
  return history;
}

/** As a commit of ours: some strings get other texts. What the format cannot say is left out. */
function editOurs(adapter: Adapter, random: Random, text: string): string {
  const { entries } = read(adapter, text);
  let result = text;
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const { context, source } = random.pick(entries);
    const words = random.below(3) === 0 ? random.pick(awkwardStrings) : `ours ${random.below(50)}`;
    const state = random.below(5) === 0 && adapter.stores.includes('fuzzy') ? 'fuzzy' : 'translated';
    result = written(adapter, result, [{ type: 'set', context, source, target: [words], state }]) ?? result;
  }
  return result;
}

/** Upstream takes over what a version of ours changed of the first one, all of it or a part. */
function squash(adapter: Adapter, random: Random, { ours, upstream }: FileHistory): string {
  const changes = changesBetween(adapter, read(adapter, ours[0] ?? ''), read(adapter, random.pick(ours)));
  const present = new Set(read(adapter, upstream).entries.map((entry) => identityOf(adapter, entry)));
  const isWhole = random.below(2) === 0;
  const edits = changes.flatMap(({ context, source, after }): Edit[] =>
    after && present.has(identityOf(adapter, { context, source })) && (isWhole || random.below(2) === 0)
      ? [{ type: 'set', context, source, ...after }]
      : [],
  );
  return written(adapter, upstream, edits) ?? upstream;
}

/** Puts our side on top of upstream as the server does, and tells what is wrong with the outcome. */
function faultsOf({ format, adapter, ours, upstream }: FileHistory): string[] {
  const versions = ours.map((text) => read(adapter, text));
  const changes = newestChanges(adapter, versions);
  const theirs = read(adapter, upstream);
  const { edits, ...outcome } = replayChanges(adapter, theirs, changes);
  const merged = written(adapter, upstream, edits);
  if (merged === null) {
    return ['the result was refused'];
  }
  const touched = new Set(
    edits.map(({ context, source }) => (format === 'po' ? (source[0] ?? '') : context)),
  );
  const faults = foreignChanges(format, upstream, merged, touched);
  const now = textsByIdentity(adapter, read(adapter, merged));
  const before = textsByIdentity(adapter, theirs);
  for (const [index, change] of changes.entries()) {
    const identity = identityOf(adapter, change);
    const isOurs = (texts: (Text | null)[]) => texts.some((text) => isSame(text, now.get(identity)));
    const isTold = outcome.conflicts.includes(index) || outcome.lost.includes(index);
    if (!isTold && !isOurs([change.after])) {
      faults.push(`${identity}: ${JSON.stringify(change.after)} disappeared`);
    }
    if (outcome.conflicts.includes(index) && isOurs(change.known)) {
      faults.push(`${identity} counts as a conflict, but upstream only says what we once said`);
    }
    if (outcome.lost.includes(index) && before.has(identity)) {
      faults.push(`${identity} counts as lost, but upstream has it`);
    }
  }
  const again = written(adapter, merged, replayChanges(adapter, read(adapter, merged), changes).edits);
  return again === merged ? faults : [...faults, 'a second merge changes the file again'];
}

/** Our newest change of each string, with all that it went through. */
function newestChanges(adapter: Adapter, versions: readonly Catalog[]): ReplayedChange[] {
  const newest = new Map<string, ReplayedChange>();
  for (const [index, version] of versions.slice(1).entries()) {
    for (const change of changesBetween(adapter, versions[index] ?? null, version)) {
      const identity = identityOf(adapter, change);
      const earlier = newest.get(identity);
      const before = earlier ? earlier.before : change.before;
      const known = [...(earlier?.known ?? [change.before]), change.after];
      newest.set(identity, { ...change, before, known, later: [] });
    }
  }
  return [...newest.values()];
}

function read(adapter: Adapter, text: string): Catalog {
  return adapter.parse(Buffer.from(text), czechOptions(adapter));
}

/** Null: the format cannot say it. */
function written(adapter: Adapter, text: string, edits: readonly Edit[]): string | null {
  try {
    const options = czechOptions(adapter, { header: {} });
    return Buffer.from(applyVerified(adapter, Buffer.from(text), edits, options)).toString();
  } catch (error) {
    if (error instanceof FormatError) {
      return null;
    }
    throw error;
  }
}

function textsByIdentity(adapter: Adapter, { entries }: Catalog): Map<string, Text> {
  return new Map(
    entries.map((entry) => [identityOf(adapter, entry), { target: entry.target, state: entry.state }]),
  );
}

/** Without a text a state says nothing. */
function isSame(a: Text | null, b: Text | undefined): boolean {
  const isEmpty = (text: Text | null | undefined) => text?.target.every((form) => form === '') ?? false;
  return isDeepStrictEqual(a, b) || (isEmpty(a) && isEmpty(b));
}
