import type { Span } from '../check.ts';

/** Schemes that need no slashes to be known for one. */
const bareSchemes = new Set([
  'mailto',
  'news',
  'tel',
  'sip',
  'sips',
  'sms',
  'urn',
  'xmpp',
  'geo',
  'magnet',
  'doi',
]);

/** Addresses that are links without markup, in what `known` leaves of a text. */
export function looseAddresses(text: string, known: readonly Span[]): Span[] {
  if (!/[:@]/.test(text)) {
    return [];
  }
  const found: Span[] = [];
  let start = 0;
  for (const inline of [...known].sort((left, right) => left.start - right.start)) {
    readGap(text, start, inline.start, found);
    start = inline.end;
  }
  readGap(text, start, text.length, found);
  return found;
}

/** An address is recognised by the word it is in: a scheme and a colon, or something on both sides of an `@`. */
function readGap(text: string, from: number, to: number, found: Span[]): void {
  const gap = text.slice(from, to);
  if (!/[:@]/.test(gap)) {
    return;
  }
  for (const { index, 0: word } of gap.matchAll(/[^\s<>()"'“”„«»[\]{}，。、；：！？（）]+/g)) {
    const scheme = /^[a-z][a-z0-9.+-]*(?=:\S)/i.exec(word)?.[0].toLowerCase();
    const isUri = scheme !== undefined && (bareSchemes.has(scheme) || word.startsWith('://', scheme.length));
    const at = word.indexOf('@', 1);
    const isMail = at > 0 && word[at - 1] !== '\\' && /[a-z0-9]/i.test(word[at + 1] ?? '');
    if (isUri || isMail) {
      found.push({ start: from + index, end: from + index + word.length });
    }
  }
}
