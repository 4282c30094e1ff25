import { readdirSync, readFileSync } from 'node:fs';
import test from 'ava';
import {
  type Adapter,
  type ApplyOptions,
  type Edit,
  FormatError,
  identityOf,
} from '../../adapters/adapter.ts';
import { applyVerified } from '../../adapters/edit.ts';
import { checkAdapter } from '../../adapters/plug-in.ts';
import { openPool } from '../../adapters/pool.ts';
import { adapters } from '../../adapters/registry.ts';
import { awkwardStrings } from '../helpers/awkward-strings.ts';
import { czechOptions } from '../helpers/format-options.ts';
import { damaged } from './conformance/damage.ts';
import { checkAdded, checkEdit, checkFirst, editable, meaning, setAll, setTo } from './conformance/edits.ts';
import { asBytes, isPlain, variantsOf } from './conformance/variants.ts';
import type { Family } from './families/family.ts';

const pool = openPool({ threads: 1 });
test.after.always(() => pool.close());

for (const adapter of adapters) {
  const { family } = (await import(`./families/${adapter.id}.ts`)) as { family: Family };
  const folder = new URL(`../fixtures/${adapter.id}/`, import.meta.url);
  const files = readdirSync(folder).sort();
  const templateName = files.find((file) => file.startsWith('template.'));
  const read = (file: string) => asBytes(readFileSync(new URL(file, folder)));
  const template = templateName === undefined ? null : read(templateName);
  const options = czechOptions(adapter, { template });

  test(`${adapter.id}: keeps the contract on its sample`, (t) => {
    t.notThrows(() => checkAdapter(adapter));
  });

  for (const file of files.filter((candidate) => candidate !== templateName)) {
    testFixture(adapter, family, file, read(file), { ...options, ...family.options?.(file) });
  }
  testNewFiles(adapter, family, options, template ? [template] : files.map(read));
  testSize(adapter, family);
  testHostileFiles(adapter, family);
}

function testFixture(
  adapter: Adapter,
  family: Family,
  file: string,
  bytes: Uint8Array,
  options: ApplyOptions,
): void {
  const name = `${adapter.id}: ${file}`;
  const { entries } = adapter.parse(bytes, options);

  test(`${name} comes back byte by byte`, (t) => {
    const own = entries.map((entry) => setTo(entry, entry.target));

    t.true(entries.length > 0);
    t.deepEqual(asBytes(adapter.apply(bytes, [], options)), bytes);
    t.deepEqual(asBytes(adapter.apply(bytes, own, options)), bytes);
    for (const edit of own) {
      t.deepEqual(asBytes(adapter.apply(bytes, [edit], options)), bytes);
    }
  });

  test(`${name} takes awkward texts and leaves the rest alone`, (t) => {
    t.true(editable(entries).length > 0);
    for (const entry of editable(entries)) {
      for (const text of awkwardStrings) {
        checkEdit(t, { adapter, family, file, bytes, options }, entry, text);
      }
    }
  });

  test(`${name} can lose any of its strings, and no other`, (t) => {
    for (const entry of entries) {
      const edit: Edit = { type: 'remove', context: entry.context, source: entry.source };
      if (!adapter.remove || family.isKept?.(entry, entries)) {
        t.throws(() => applyVerified(adapter, bytes, [edit], options), { instanceOf: FormatError });
        continue;
      }
      const left = adapter.parse(adapter.apply(bytes, [edit], options), options).entries;
      const others = entries.filter((other) => other !== entry);
      t.deepEqual(left.map(meaning), others.map(meaning));
    }
  });

  test(`${name} takes a new string, also in place of another`, (t) => {
    const added = family.newString;
    if (!added) {
      t.false(adapter.add, 'an adapter that can add needs a newString in its family');
      return;
    }
    const { context, source } = entries.at(-1)!;
    const isFixed = !adapter.remove || family.isKept?.(entries.at(-1)!, entries);

    const longer = applyVerified(adapter, bytes, [added], options);
    const renamed = isFixed
      ? null
      : applyVerified(adapter, bytes, [{ type: 'remove', context, source }, added], options);

    checkAdded(t, adapter, adapter.parse(longer, options).entries, entries, added);
    if (renamed) {
      checkAdded(t, adapter, adapter.parse(renamed, options).entries, entries.slice(0, -1), added);
    }
  });

  test(`${name} with damage is refused, or keeps every byte that is not edited`, (t) => {
    for (const broken of damaged(bytes, 100)) {
      const shown = Buffer.from(broken).toString();
      const found = unlessRefused(() => adapter.parse(broken, options).entries) ?? [];
      const own = found.map((entry) => setTo(entry, entry.target));
      const [first] = editable(found);

      const kept = found.length === 0 ? broken : adapter.apply(broken, own, options);

      t.deepEqual(asBytes(kept), broken, shown);
      if (first) {
        // Verified: throws anything but a FormatError only when there is a bug.
        unlessRefused(() => applyVerified(adapter, broken, [setAll(first, 'x')], options));
      }
    }
  });

  for (const [variant, rewritten] of isPlain(bytes) ? variantsOf(family, bytes) : []) {
    test(`${name} means the same with ${variant}`, (t) => {
      const same = adapter.parse(rewritten, options).entries;

      t.deepEqual(same, entries);
      t.deepEqual(asBytes(adapter.apply(rewritten, [], options)), rewritten);
      for (const entry of editable(entries)) {
        const text = 'two\nlines, "quoted" & <b>bold</b>';
        checkEdit(t, { adapter, family, file, bytes: rewritten, options }, entry, text);
      }
      if (family.newString) {
        const longer = applyVerified(adapter, rewritten, [family.newString], options);
        checkAdded(t, adapter, adapter.parse(longer, options).entries, entries, family.newString);
      }
    });
  }

  for (const oracle of family.oracles ?? []) {
    test(`${name} is read alike by ${oracle.name}, before and after edits`, (t) => {
      const absent = oracle.absent();
      if (absent !== null) {
        t.log(`not compared: ${absent}`);
        t.pass();
        return;
      }
      const texts = awkwardStrings.filter((text) => family.holds?.(text, file) ?? true);
      const edits = editable(entries).map((entry, index) => setAll(entry, texts[index % texts.length]!));

      const edited = adapter.apply(bytes, edits, options);

      t.is(oracle.disagreement(bytes, adapter.parse(bytes, options), options), null);
      t.is(oracle.disagreement(edited, adapter.parse(edited, options), options), null);
    });
  }
}

function testNewFiles(
  adapter: Adapter,
  family: Family,
  options: ApplyOptions,
  bases: readonly Uint8Array[],
): void {
  test(`${adapter.id}: an empty file, and one with comments only, take a first string`, (t) => {
    const empty = new Uint8Array();
    const comments = family.commentsOnly === undefined ? null : asBytes(Buffer.from(family.commentsOnly));

    if (family.empty === 'refused') {
      t.throws(() => adapter.parse(empty, options), { instanceOf: FormatError });
    }
    for (const bytes of [family.empty === 'refused' ? null : empty, comments]) {
      if (bytes) {
        t.deepEqual(adapter.parse(bytes, options).entries, []);
        t.deepEqual(asBytes(adapter.apply(bytes, [], options)), bytes);
        checkFirst(t, { adapter, family, file: '', bytes, options });
      }
    }
  });

  test(`${adapter.id}: a new file has strings of its base, without their texts`, (t) => {
    for (const base of bases) {
      const strings = adapter.parse(base, { ...options, template: null }).entries;

      const { entries } = adapter.parse(adapter.create(base, options), options);

      const known = new Set(strings.map((entry) => identityOf(adapter, entry)));
      t.true(entries.every((entry) => known.has(identityOf(adapter, entry))));
      t.true(editable(entries).every(({ target }) => target.every((form) => form === '')));
      t.true(adapter.monolingual !== false || entries.length === strings.length);
    }
    if (adapter.startsEmpty) {
      const bytes = adapter.create(null, options);
      t.deepEqual(adapter.parse(bytes, options).entries, []);
      checkFirst(t, { adapter, family, file: '', bytes, options });
    } else {
      t.throws(() => adapter.create(null, options), { instanceOf: FormatError });
    }
  });
}

function testSize(adapter: Adapter, family: Family): void {
  test(`${adapter.id}: time grows with the number of strings, and memory stays small`, async (t) => {
    const options = czechOptions(adapter);
    const small = Buffer.from(family.generate(1000));
    const large = Buffer.from(family.generate(10_000));
    const narrow = openPool({ threads: 1, memoryMb: 150 });
    t.teardown(() => narrow.close());

    const [short, long] = [small, large].map((bytes) => timeOf(() => editMiddle(adapter, bytes, options)));
    const request = { format: adapter.id, bytes: large, options, sourceLanguage: 'en' };
    const { units } = await narrow.read(request);

    t.is(adapter.parse(small, options).entries.length, 1000);
    t.is(units.length, 10_000);
    // Ten times the strings: linear work takes ten times as long, quadratic work a hundred times.
    t.true(long! < 40 * Math.max(short!, 2), `${short} ms and ${long} ms`);
  });
}

function testHostileFiles(adapter: Adapter, family: Family): void {
  const request = { format: adapter.id, options: czechOptions(adapter), sourceLanguage: 'en' };

  for (const { what, file, line } of family.refused) {
    test(`${adapter.id}: refuses ${what}, and the pool lives on`, async (t) => {
      const refusal = pool.read({ ...request, bytes: Buffer.from(file) });

      const error = await t.throwsAsync(refusal, { instanceOf: FormatError });
      const { units } = await pool.read({ ...request, bytes: Buffer.from(adapter.sample) });

      t.true(units.length > 0);
      t.is(line ?? (error as FormatError).line, (error as FormatError).line);
    });
  }

  for (const { what, file, strings } of family.accepted ?? []) {
    test(`${adapter.id}: reads ${what}`, async (t) => {
      const result = await pool.verify({ ...request, bytes: Buffer.from(file) });

      t.is(result.strings, strings);
    });
  }
}

/** What `work` gives; null when it refuses the file. Everything else that is thrown is a bug. */
function unlessRefused<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof FormatError) {
      return null;
    }
    throw error;
  }
}

function editMiddle(adapter: Adapter, bytes: Uint8Array, options: ApplyOptions): void {
  const { entries } = adapter.parse(bytes, options);
  const entry = entries[Math.floor(entries.length / 2)]!;
  applyVerified(adapter, bytes, [setAll(entry, 'another text')], options);
}

/** Milliseconds of the fastest of three runs: other work on the machine only adds. */
function timeOf(work: () => void): number {
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}
