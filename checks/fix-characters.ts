import type { FixUp } from './fix-up.ts';
import { baseLanguage } from './languages.ts';
import { placeFinder, spacesPunctuation } from './text/punctuation-spacing.ts';
import { endsWithOne } from './text/text-ends.ts';

export const edgeWhitespace: FixUp = {
  name: 'Trailing and leading whitespace',
  fix: (target, source, { flags }) => {
    const [start, end] = core(target);
    if (start === end) {
      return target;
    }
    const [sourceStart, sourceEnd] = core(source);
    // Of a source of nothing but white space, all of it leads and all of it trails.
    const head = source.slice(0, sourceStart);
    const tail = source.slice(sourceStart === sourceEnd ? 0 : sourceEnd);
    return (
      (flags.has('ignore-begin-space') ? target.slice(0, start) : unixLines(head)) +
      target.slice(start, end) +
      (flags.has('ignore-end-space') ? target.slice(end) : unixLines(tail))
    );
  },
};

export const trailingEllipsis: FixUp = {
  name: 'Trailing ellipsis',
  fix: (target, source) =>
    source.endsWith('…') && target.endsWith('...') ? `${target.slice(0, -3)}…` : target,
};

export const zeroWidthSpaces: FixUp = {
  name: 'Zero-width space',
  applies: ({ around }) => baseLanguage(around.language) !== 'km',
  fix: (target, source) => (source.includes('\u200b') ? target : target.replaceAll('\u200b', '')),
};

export const controlCharacters: FixUp = {
  name: 'Control characters',
  fix: (target) => target.replace(/[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g, ''),
};

const dandaLanguages: ReadonlySet<string> = new Set(['hi', 'bn', 'or']);

export const devanagariDanda: FixUp = {
  name: 'Devanagari danda',
  applies: ({ around: { language } }) =>
    dandaLanguages.has(baseLanguage(language)) && !/[_-]Latn/.test(language),
  fix: (target, source) =>
    source.endsWith('.') && endsWithOne(target, '.৷|') ? `${target.slice(0, -1)}।` : target,
};

export const spacedPunctuation: FixUp = {
  name: 'Punctuation spacing',
  applies: ({ around, flags }) =>
    spacesPunctuation(around.language) && !flags.has('ignore-punctuation-spacing'),
  fix: (target, _, subject) => {
    const isPlaceable = placeFinder(target, subject);
    return target.replace(/[ \u2009\u202f](?=:)|[ \u00a0\u2009](?=[;?!])/g, (space, index: number) => {
      const mark = target[index + 1];
      if (isPlaceable(index + 1)) {
        return space;
      }
      return mark === ':' ? '\u00a0' : '\u202f';
    });
  },
};

/** Where a text begins and ends without the white space around it; two equal places if there is nothing else. */
function core(text: string): [start: number, end: number] {
  let start = 0;
  while (start < text.length && isWhite(text[start]!)) {
    start++;
  }
  let end = text.length;
  while (end > start && isWhite(text[end - 1]!)) {
    end--;
  }
  return [start, end];
}

/** White space of Unicode; `trim` differs from it by U+0085 and U+FEFF. */
function isWhite(character: string): boolean {
  return /\p{White_Space}/u.test(character);
}

function unixLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
