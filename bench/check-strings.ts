/**
 * How fast the strings of files are checked in the pool, beside the mere reading of the same files. Run
 * `node bench/check-strings.ts --help`.
 */
import { openPool } from '../adapters/pool.ts';
import type { FileChecks } from '../adapters/tasks/check.ts';
import { sourcePlace } from '../adapters/tasks/surroundings.ts';
import { readNumbers } from './options.ts';

const { files, strings, threads } = readNumbers('Reads PO files of one language with and without checks.', {
  files: 20,
  strings: 5000,
  threads: 2,
});

/** What sources and translations look like: plain words, sentences, markup, placeholders, places, plurals. */
const kinds: readonly (readonly [flags: string, source: string, target: string])[] = [
  ['', 'Open', 'Otevřít'],
  [
    '',
    'Open the selected folder and move every file in it.',
    'Otevřít vybranou složku a přesunout každý soubor.',
  ],
  ['c-format', 'Copied %d of %s to the folder', 'Zkopírováno %d z %s do složky'],
  ['c-format', 'Copied %d of %s.', 'Zkopírováno %s z %d'],
  [
    '',
    'See the <a href="help.html">help</a> of <b>your</b> system.',
    'Viz <a href="h.html">nápověda</a> <b>systému</b>.',
  ],
  ['python-brace-format', 'Hello {name}, you have {count} mails!', 'Ahoj {name}, máš {count} zpráv!'],
  ['', 'Save changes?', 'Uložit změny?'],
  ['max-length:40', 'Settings', 'Nastavení'],
  [
    'md-text',
    'Read [the manual](https://example.org) **first**.',
    'Nejdřív **si** přečti [manuál](https://example.org).',
  ],
  ['', 'Warning: disk is full', 'Varování: disk je plný'],
];

const options = {
  language: 'cs',
  plural: {
    number: 3,
    formula: '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2',
    categories: ['one', 'few', 'other'] as const,
  },
  sourcePlural: { number: 2, formula: 'n != 1', categories: ['one', 'other'] as const },
  params: {},
  template: null,
};
const place = {
  sourceLanguage: 'en',
  language: 'cs',
  sourcePlural: { number: 2, formula: 'n != 1' },
  plural: { number: 3, formula: options.plural.formula },
  fileFormat: 'po',
  isSource: false,
  isGlossary: false,
  names: ['Load', 'Web'],
  outerFlags: [],
};
const checks: FileChecks = { place, sourcePlace: sourcePlace(place), extraFlags: {} };
const pool = openPool({ threads, timeouts: { base: 600_000, cap: 600_000 } });
const contents = Array.from({ length: files }, (_, index) => Buffer.from(poFile(index)));
const total = files * strings;

// The first files also load and warm up the workers.
await Promise.all(contents.slice(0, threads).map((bytes) => read(bytes, checks)));
const plain = await seconds(() => Promise.all(contents.map((bytes) => read(bytes))));
const checked = await seconds(() => Promise.all(contents.map((bytes) => read(bytes, checks))));
await pool.close();

console.log(`${total} strings in ${files} files, ${threads} threads`);
console.log(`  read           ${plain.time.toFixed(1)} s, ${rate(plain.time)} strings/s`);
console.log(`  read, checked  ${checked.time.toFixed(1)} s, ${rate(checked.time)} strings/s`);
console.log(`  ratio          ${(checked.time / plain.time).toFixed(2)}x`);
console.log(`  left to be checked later: ${checked.left}`);

/** Strings that were not checked because the time for the file was over. */
async function read(bytes: Uint8Array, wanted?: FileChecks): Promise<number> {
  const request = { format: 'po', bytes, options, sourceLanguage: 'en', known: new Uint8Array() };
  const { added } = await pool.diff(wanted ? { ...request, checks: wanted } : request);
  return added.filter(({ unit }) => unit.checks === undefined).length;
}

async function seconds(work: () => Promise<number[]>): Promise<{ time: number; left: number }> {
  const begin = performance.now();
  const left = await work();
  return { time: (performance.now() - begin) / 1000, left: left.reduce((sum, count) => sum + count, 0) };
}

function rate(time: number): number {
  return Math.round(total / time);
}

function poFile(file: number): string {
  const parts = ['msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'];
  for (let number = 1; number <= strings; number += 1) {
    const [flags, source, target] = kinds[number % kinds.length]!;
    const head = `#: src/window-${number % 40}.c:${number}\n${flags === '' ? '' : `#, ${flags}\n`}`;
    const quoted = [source, target].map((text) => `"${text.replaceAll('"', '\\"')} ${file} ${number}"`);
    parts.push(`${head}msgid ${quoted[0]}\nmsgstr ${quoted[1]}\n`);
  }
  return parts.join('\n');
}
