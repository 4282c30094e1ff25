import { parseArgs } from 'node:util';
import {
  type Adapter,
  type ApplyOptions,
  type Catalog,
  type Edit,
  FormatError,
  identityOf,
  type PluralRule,
} from '../adapters/adapter.ts';
import { applyVerified } from '../adapters/edit.ts';
import { openPool, PoolTimeout } from '../adapters/pool.ts';
import { adapterById, adapters } from '../adapters/registry.ts';
import { parseFile } from '../adapters/tasks/file.ts';
import { readFile as readUnits, type SyncUnit } from '../adapters/tasks/read.ts';
import { type Terminal, UsageError } from './command.ts';
import { Failure } from './failure.ts';
import { type Choices, defaultParams, load, optionsFor, sourceLanguage } from './format-options.ts';

/** Works on files in the formats of the server, without a server: `list`, `check`, `parse`, `convert`. */
export async function formatCommand(args: string[], { print }: Terminal): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      language: { type: 'string' },
      template: { type: 'string' },
      param: { type: 'string', multiple: true },
    },
  });
  const [action, ...words] = positionals;
  switch (action) {
    case 'list':
      return list(words, print);
    case 'check':
      return check(words, values, print);
    case 'parse':
      return parse(words, values, print);
    case 'convert':
      return convert(words, values);
    default:
      throw new UsageError(action === undefined ? 'say what to do' : `there is no "${action}"`);
  }
}

function list(words: string[], print: Terminal['print']): number {
  expectWords(words, 0, 0);
  const width = Math.max(...adapters.map(({ id }) => id.length));
  for (const { id, name, extension, monolingual } of adapters) {
    print(`${id.padEnd(width)}  ${extension.padEnd(12)}  ${kindOf(monolingual)}  ${name}`);
  }
  return 0;
}

function kindOf(monolingual: boolean | null): string {
  const kind = monolingual ? 'monolingual' : 'bilingual';
  return (monolingual === null ? 'either' : kind).padEnd(11);
}

/** Exit code 1 when a file does not come back byte by byte. */
async function check(words: string[], choices: Choices, print: Terminal['print']): Promise<number> {
  expectWords(words, 2, Number.POSITIVE_INFINITY);
  const [id = '', ...paths] = words;
  const adapter = findFormat(id);
  const pool = openPool({ threads: 1 });
  let failed = 0;
  try {
    for (const path of paths) {
      try {
        const options = await optionsFor(adapter, path, choices);
        const { strings } = await pool.verify({ format: id, bytes: await load(path), options });
        print(`ok ${path} (${strings} strings)`);
      } catch (error) {
        print(`FAILED ${path}: ${reasonOf(error)}`);
        failed += 1;
      }
    }
  } finally {
    await pool.close();
  }
  print(`${paths.length - failed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/** The entries of a file as JSON, one a line. */
async function parse(words: string[], choices: Choices, print: Terminal['print']): Promise<number> {
  expectWords(words, 2, 2);
  const [id = '', path = ''] = words;
  const adapter = findFormat(id);
  const options = await optionsFor(adapter, path, choices);
  const { entries } = await reading(path, (bytes) => parseFile(adapter, bytes, options));
  for (const entry of entries) {
    print(JSON.stringify(entry));
  }
  return 0;
}

/** The strings of a file in another format, on standard output. */
async function convert(words: string[], choices: Choices): Promise<number> {
  expectWords(words, 3, 3);
  const [from = '', path = '', to = ''] = words;
  const options = await optionsFor(findFormat(from), path, choices);
  const target = findFormat(to);
  const bytes = await reading(path, (file) => {
    const { units, plural } = readUnits({ format: from, bytes: file, options, sourceLanguage });
    const written = {
      ...options,
      plural: joinRules(options, plural, units),
      params: defaultParams(target),
      template: null,
    };
    const edits = units.map((unit) => editFor(target, unit));
    expectDistinct(target, edits);
    return applyVerified(target, target.create(null, written), edits, written);
  });
  await new Promise((resolve) => process.stdout.write(bytes, resolve));
  return 0;
}

/** The file's own rule decides; its forms must have the names of those of the language. */
function joinRules(
  { plural, language }: ApplyOptions,
  own: Catalog['plural'],
  units: SyncUnit[],
): PluralRule {
  if (own && own.number !== plural.number && units.some(({ target }) => target.length > 1)) {
    throw new FormatError(
      `the file has ${own.number} plural forms, "${language}" has ${plural.number}; name its language with --language`,
    );
  }
  return own?.number === plural.number ? { ...plural, ...own } : plural;
}

/** A format with keys names a string without one by its source; one without plurals gets the form for most counts. */
function editFor(adapter: Adapter, unit: SyncUnit): Edit {
  const { context, source, note, flags, explanation } = unit;
  const names =
    adapter.identity === 'context'
      ? { context: context || (source[0] ?? ''), source: [] }
      : { context, source };
  const target = adapter.plurals ? unit.target : unit.target.slice(-1);
  return { type: 'set', ...names, target, state: stateOf(unit), note, flags, explanation };
}

function expectDistinct(adapter: Adapter, edits: readonly Edit[]): void {
  const seen = new Set<string>();
  for (const edit of edits) {
    const identity = identityOf(adapter, edit);
    if (seen.has(identity)) {
      throw new FormatError(`two strings would have the key ${JSON.stringify(identity)}`);
    }
    seen.add(identity);
  }
}

function stateOf({ state }: SyncUnit): Extract<Edit, { type: 'set' }>['state'] {
  return state === 10 ? 'fuzzy' : 'translated';
}

function findFormat(id: string): Adapter {
  const adapter = adapterById(id);
  if (!adapter) {
    throw new UsageError(`there is no format "${id}"; \`dragoman format list\` shows them`);
  }
  return adapter;
}

function expectWords(words: string[], least: number, most: number): void {
  if (words.length < least || words.length > most) {
    throw new UsageError(words.length < least ? 'something is missing' : `"${words[most]}" is too much`);
  }
}

async function reading<T>(path: string, work: (bytes: Uint8Array) => T): Promise<T> {
  const bytes = await load(path);
  try {
    return work(bytes);
  } catch (cause) {
    throw cause instanceof FormatError ? new Failure(`${path}: ${cause.message}`, { cause }) : cause;
  }
}

/** What to tell about one file, so that the others are still checked. Bugs are not told but thrown. */
function reasonOf(error: unknown): string {
  if (error instanceof FormatError || error instanceof PoolTimeout || error instanceof Failure) {
    return error.message;
  }
  throw error;
}
