import type { Check, Span, Subject } from '../check.ts';
import { folded, placesOf } from '../glossary-words.ts';
import { baseLanguage } from '../languages.ts';
import { united, withoutSpans } from '../spans.ts';
import { internationalWords } from './same-words.ts';
import { isTiny } from './text-ends.ts';
import { untranslatedSpans } from './untranslated-spans.ts';

export const same = {
  id: 'same',
  name: 'Unchanged translation',
  description: 'Source and translation are the same.',
  kind: 'target',
  enabledBy: null,
  applies: ({ around }) => {
    const [source, target] = [baseLanguage(around.sourceLanguage), baseLanguage(around.language)];
    // Interlingua looks like English often enough.
    return target !== source && !(source === 'en' && target === 'ia');
  },
  fires: (subject) =>
    subject.pairs.some(
      ({ source, target }) => source === target && !isTiny(source) && !isExempt(source, subject),
    ),
} as const satisfies Check;

/** Notes that tools of documentation leave at texts which are no prose. */
const notesOfCode: ReadonlySet<string> = new Set([
  'Tag: screen',
  'Tag: indexterm',
  'Tag: programlisting',
  'type: delimited block -',
]);

function isExempt(text: string, subject: Subject): boolean {
  if (notesOfCode.has(subject.unit.note)) {
    return true;
  }
  const spans = untranslatedSpans(text, subject);
  if (subject.flags.has('strict-same')) {
    return withoutSpans(text, spans) === '';
  }
  if (isTiny(withoutNumbers(text)) || /©|\(c\) copyright/i.test(text)) {
    return true;
  }
  const rest = withoutNames(withoutSpans(text, keptTerms(text, subject) ?? spans));
  return (
    isTiny(rest) || isUpperCase(rest) || wordsOf(rest.toLowerCase()).every((word) => isFree(word, subject))
  );
}

/** Where terms stand that the glossary keeps in every language; null: it names none for this string. */
function keptTerms(text: string, { unit, flags }: Subject): Span[] | null {
  const kept = flags.has('check-glossary') ? (unit.terms ?? []).filter(({ isReadOnly }) => isReadOnly) : [];
  const plain = folded(text);
  return kept.length === 0
    ? null
    : united(kept.flatMap(({ source }) => placesOf(plain, folded(source.trim()))));
}

function withoutNumbers(text: string): string {
  const signs = '0123456789:/,.';
  let [start, end] = [0, text.length];
  while (start < end && signs.includes(text[start]!)) {
    start++;
  }
  while (end > start && signs.includes(text[end - 1]!)) {
    end--;
  }
  return text.slice(start, end);
}

/** The text without what is called the same in all languages: addresses, paths, marks of templates. */
function withoutNames(text: string): string {
  return withoutLastUrl(
    text
      .replace(/<[/!]?[A-Za-z][^<>]*>/g, '')
      .replace(/[\u2600-\u27bf\u{1f000}-\u{1fffd}]/gu, ' ')
      .replace(/(?<![\w.%+-])[\w.%+-]+@(?:[A-Za-z\d-]+\.)+[A-Za-z]{2,}/g, ''),
  )
    .replace(/#[\w-]+/g, '')
    .replace(/(?<![\w.-])(?:[A-Za-z\d-]{1,63}\.)+[A-Za-z][A-Za-z\d-]+/g, '')
    .replace(/(?<!\S)(?:\/[\w=:?.-]+)+\/?/g, '')
    .replace(/\{[\w-]+\}|@\w+@/g, '');
}

function withoutLastUrl(text: string): string {
  let lastWord = text.length;
  while (lastWord > 0 && !/\s/.test(text[lastWord - 1]!)) {
    lastWord--;
  }
  const start = text.slice(lastWord).search(/(?:https?|ftps?):\/\/\S/i);
  return start < 0 ? text : text.slice(0, lastWord + start);
}

function isUpperCase(text: string): boolean {
  return text === text.toUpperCase() && text !== text.toLowerCase();
}

const wordBounds =
  /(?:[\s\d(),.^`'"\\/_<>!?;:|{}*@%&#~=+[\]—…‑✓-]|(?<=&)(?:nbsp|rsaquo|lt|gt|amp|ldquo|rdquo|times|quot)(?=;))+/;

function wordsOf(text: string): string[] {
  return text.split(wordBounds).filter((word) => word !== '');
}

function isFree(word: string, { around }: Subject): boolean {
  return (
    [...word].length <= 2 ||
    internationalWords.has(word) ||
    splitAll(around.languageNames).has(word) ||
    splitAll(around.names).has(word)
  );
}

const split = new WeakMap<object, ReadonlySet<string>>();

/** The words of names, in lower case; kept by the list of names. */
function splitAll(names: ReadonlySet<string> | readonly string[]): ReadonlySet<string> {
  const known = split.get(names);
  if (known) {
    return known;
  }
  const words = new Set([...names].flatMap((name) => [name.toLowerCase(), ...wordsOf(name.toLowerCase())]));
  split.set(names, words);
  return words;
}
