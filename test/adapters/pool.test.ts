import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { type Edit, FormatError } from '../../adapters/adapter.ts';
import { po, poMono } from '../../adapters/po/po.ts';
import { openPool, PoolTimeout } from '../../adapters/pool.ts';
import { packKnown } from '../../adapters/tasks/known.ts';
import { readFile } from '../../adapters/tasks/read.ts';
import { temporaryFolder } from '../helpers/folder.ts';
import { czechOptions } from '../helpers/format-options.ts';

const pool = openPool({ threads: 2 });
test.after.always(() => pool.close());

const request = {
  format: 'po',
  bytes: Buffer.from(po.sample),
  options: czechOptions(po),
  sourceLanguage: 'en',
};

test('the pool gives what the tasks give', async (t) => {
  t.deepEqual(await pool.read(request), readFile(request));
  t.is((await pool.diff({ ...request, known: packKnown([]) })).added.length, 2);
  t.deepEqual(await pool.verify(request), { strings: 2 });
  t.deepEqual(await pool.languages(request), { languages: [] });
});

test('files are written and made in the pool', async (t) => {
  const source = ['Hello, %s!\n'];
  const edit: Edit = { type: 'set', context: '', source, target: ['Nazdar'], state: 'fuzzy' };

  const { bytes, missing } = await pool.write({ ...request, edits: [edit] });
  const { bytes: created } = await pool.create({ ...request, base: request.bytes });

  t.regex(Buffer.from(bytes).toString(), /#, fuzzy, c-format\nmsgid "Hello, %s!\\n"\nmsgstr "Nazdar"/);
  t.deepEqual(missing, []);
  t.regex(Buffer.from(created).toString(), /msgid "Hello, %s!\\n"\nmsgstr ""/);
});

test('the bytes of the caller stay his, also when they are part of a larger buffer', async (t) => {
  const whole = Buffer.concat([Buffer.from('before'), request.bytes, Buffer.from('after')]);
  const bytes = whole.subarray(6, 6 + request.bytes.length);

  await pool.read({ ...request, bytes });

  t.deepEqual(bytes, request.bytes);
});

test('thousands of strings come over in order', async (t) => {
  const entries = Array.from({ length: 5000 }, (_, n) => `msgid "s ${n}"\nmsgstr "t"\n`);

  const { units } = await pool.read({ ...request, bytes: Buffer.from(entries.join('\n')) });

  t.deepEqual(
    units.map(({ source }) => source[0]),
    entries.map((_, n) => `s ${n}`),
  );
});

test('a refusal keeps its class, reason and line', async (t) => {
  const refusal = pool.read({ ...request, bytes: Buffer.from('\nmsgid "a') });

  const error = await t.throwsAsync(refusal, { instanceOf: FormatError });

  t.is((error as FormatError).line, 2);
  t.is(error!.message, `line 2: ${(error as FormatError).reason}`);
});

test('a file that is too large is not even copied', async (t) => {
  const bytes = new Uint8Array(50 * 1024 * 1024 + 1);

  await t.throwsAsync(pool.read({ ...request, bytes }), { instanceOf: FormatError, message: /bytes/ });
});

test('a task that takes too long is ended, and the next one runs', async (t) => {
  const hasty = openPool({ threads: 1, timeouts: { base: 300, perMegabyte: 0 } });
  t.teardown(() => hasty.close());
  const endless = {
    format: 'po-mono',
    bytes: Buffer.from(`msgid "${'a'.repeat(50)}!"\nmsgstr "x"\n`),
    options: czechOptions(poMono),
    sourceLanguage: 'en',
    keyFilter: '(a+)+$',
  };

  const first = hasty.read(endless);
  const second = pool.read(request);

  await t.throwsAsync(first, { instanceOf: PoolTimeout });
  t.is((await second).units.length, 2);
});

test('what is large in a request is asked for when a worker is free, not before', async (t) => {
  const own = openPool({ threads: 1 });
  let running = 0;
  const calls = Array.from({ length: 4 }, () =>
    own.read(
      { ...request, bytes: Buffer.alloc(0) },
      {
        complete: async () => {
          running += 1;
          t.is(running, 1);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
          return { bytes: request.bytes };
        },
      },
    ),
  );

  const results = await Promise.all(calls);
  await own.close();

  t.deepEqual(
    results.map(({ units }) => units.length),
    [2, 2, 2, 2],
  );
});

test('a caller can give up', async (t) => {
  const controller = new AbortController();
  const reason = new Error('shutting down');

  const reading = pool.read(request, { signal: controller.signal });
  controller.abort(reason);

  t.is(await t.throwsAsync(reading), reason);
});

// Alone in this process, whose whole work counts for the time limit.
test.serial('a file that needs too much memory is refused, and the next one is read', async (t) => {
  const narrow = openPool({ threads: 1, memoryMb: 32 });
  t.teardown(() => narrow.close());
  const entries = Array.from({ length: 150_000 }, (_, n) => `msgid "s ${n}"\nmsgstr "t ${n}"\n`);

  const reading = narrow.read({ ...request, bytes: Buffer.from(entries.join('\n')) });

  await t.throwsAsync(reading, { instanceOf: FormatError, message: /memory/ });
  t.is((await narrow.read(request)).units.length, 2);
});

const oneEntry = `return { plural: null, problems: [], entries: [{
  context: 'line', source: [], target: [String(bytes.length)], plural: false, state: 'translated',
  previousSource: [], note: '', location: '', flags: '', explanation: '', line: 1 }] };`;

/** A module as somebody else might ship it; `body` runs for each file that is not its sample. */
const plugIn = (body: string) => `
export const adapter = {
  id: 'lines', name: 'Lines', extension: '.txt', autoload: [], contentType: 'text/plain', monolingual: true,
  identity: 'context', plurals: false, multivalue: false, stores: ['translated'], add: false, remove: false,
  startsEmpty: false, writes: 'edits', unit: 'file', codeStyle: 'posix', params: [], sample: 'a\\n',
  parse(bytes) {
    if (bytes.length > this.sample.length) { ${body} }
    ${oneEntry}
  },
  apply: (bytes) => bytes,
  create: () => new Uint8Array(),
};`;
async function readLines(t: ExecutionContext, body: string) {
  const path = join(await temporaryFolder(t), 'lines.mjs');
  await writeFile(path, plugIn(body));
  const own = openPool({ threads: 1, plugIns: [pathToFileURL(path).href] });
  t.teardown(() => own.close());
  return own.read({ ...request, format: 'lines' });
}

test('a plug-in works in the pool', async (t) => {
  const { units } = await readLines(t, '');

  t.deepEqual(units[0]!.target, [String(request.bytes.length)]);
});

for (const [what, statement] of [
  ['Object', 'Object.prototype.polluted = 1;'],
  ['Array', 'Array.prototype.map = 1;'],
  ['typed arrays', 'Object.getPrototypeOf(Uint8Array.prototype).at = 1;'],
  ['iterators', 'Object.getPrototypeOf([].values()).next = 1;'],
  ['errors', "Error.prototype.name = 'Other';"],
] as const) {
  test(`the prototype of ${what} cannot be changed in a worker`, async (t) => {
    await t.throwsAsync(readLines(t, statement), { instanceOf: TypeError });
  });
}

test('a flag with a broken expression is told, though its library names its errors by assignment', async (t) => {
  const bytes = Buffer.from('#, regex:r"("\nmsgid "a"\nmsgstr "b"\n');

  const { units, problems } = await pool.read({ ...request, bytes });

  t.is(units.length, 1);
  t.regex(problems[0]!.message, /flag "regex".*no regular expression/);
});

test('nesting beyond the stack is the fault of the file', async (t) => {
  const reading = readLines(t, 'const dig = () => dig() + 1; return dig();');

  await t.throwsAsync(reading, { instanceOf: FormatError, message: /nested too deep/ });
});
