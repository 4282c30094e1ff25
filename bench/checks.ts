/**
 * What all checks and all corrections of one string cost. Run `node bench/checks.ts --help`.
 */
import type { CheckedUnit, Surroundings } from '../checks/check.ts';
import { failingChecks } from '../checks/evaluate.ts';
import { fixUp } from '../checks/fix-ups.ts';
import { mergeFlags } from '../checks/flags.ts';
import { pluralForms } from '../checks/plural-forms.ts';
import { defaultPlural, parseFormula } from '../languages/plurals.ts';
import { readNumbers } from './options.ts';

const { strings, rounds } = readNumbers(
  'Time of checks and corrections of different strings, best of all rounds.',
  {
    strings: 20_000,
    rounds: 4,
  },
);

interface Sample {
  source: readonly string[];
  target: readonly string[];
  language?: string;
  flags?: string;
}

/** `#` is another number in each string. */
const samples: Readonly<Record<string, Sample>> = {
  'one sentence': {
    source: ['The file number # could not be saved to the folder, please try again later.'],
    target: ['Soubor číslo # se nepodařilo uložit do složky, zkuste to prosím znovu později.'],
  },
  'two words': { source: ['Save # file'], target: ['# Datei speichern'], language: 'de' },
  'not translated': { source: ['Save the # changes'], target: ['Save the # changes'] },
  French: { source: ['What # is it? Really!'], target: ['Que # est-ce ? Vraiment !'], language: 'fr' },
  Japanese: { source: ['The file # was saved.'], target: ['ファイル#が保存されました。'], language: 'ja' },
  'plural of C': {
    source: ['%d file #', '%d files #'],
    target: ['%d soubor #', '%d soubory #', '%d souborů #'],
    flags: 'c-format',
  },
  XML: {
    source: ['Read <b>the manual</b> # of <a href="x">it</a> first.'],
    target: ['Nejdřív si přečtěte <b>příručku</b> # k <a href="x">tomu</a>.'],
  },
  Markdown: {
    source: ['See [the # site](http://x) and **bold**.'],
    target: ['Viz [web #](http://x) a **tučné**.'],
    flags: 'md-text, auto-safe-html',
  },
  reStructuredText: {
    source: ['See :ref:`the # <x>` and ``code``.'],
    target: ['Viz :ref:`tu # <x>` a ``code``.'],
    flags: 'rst-text',
  },
  'thirty sentences': {
    source: ['The file number # could not be saved. '.repeat(30).trim()],
    target: ['Soubor číslo # se nepodařilo uložit. '.repeat(30).trim()],
  },
};

console.log(''.padEnd(20), 'checks µs', ' corrections µs');
for (const [name, sample] of Object.entries(samples)) {
  const around = surroundings(sample.language ?? 'cs');
  const units = Array.from({ length: strings }, (_, index) => numbered(sample, index));
  const checking = fastest(units, (unit) => failingChecks(unit, around));
  const correcting = fastest(units, (unit) => fixUp(unit.target, unit, around));
  console.log(name.padEnd(20), checking.toFixed(1).padStart(9), correcting.toFixed(1).padStart(15));
}

/** Microseconds for each string. */
function fastest(units: readonly CheckedUnit[], work: (unit: CheckedUnit) => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    for (const unit of units) {
      work(unit);
    }
    return performance.now() - start;
  });
  return (Math.min(...times) * 1000) / strings;
}

function numbered({ source, target, flags = '' }: Sample, number: number): CheckedUnit {
  const form = (text: string) => text.replaceAll('#', String(number));
  return {
    context: '',
    source: source.map(form),
    target: target.map(form),
    state: 20,
    note: '',
    flags: mergeFlags(flags),
  };
}

function surroundings(language: string): Surroundings {
  return {
    sourceLanguage: 'en',
    language,
    sourcePlural: formsOf('en'),
    plural: formsOf(language),
    fileFormat: 'po',
    multivalue: false,
    isSource: false,
    isGlossary: false,
    names: [],
    languageNames: new Set(),
  };
}

function formsOf(language: string) {
  const { number, formula } = defaultPlural(language);
  return pluralForms(number, formula, parseFormula);
}
