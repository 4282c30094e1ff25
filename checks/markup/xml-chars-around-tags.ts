import type { Check, FormPair, Subject } from '../check.ts';
import { isXmlString, tagsOf } from './xml-strings.ts';

/** Languages that put no space between words. */
const withoutSpaces = new Set(['zh', 'ja', 'th', 'km', 'lo', 'my', 'ko']);

export const xmlCharsAroundTags = {
  id: 'xml-chars-around-tags',
  name: 'Chars around XML tags',
  description: 'A tag touches a word in the source and not in the translation, or the other way round.',
  kind: 'target',
  enabledBy: null,
  applies: (subject: Subject) =>
    !withoutSpaces.has(subject.around.language.split(/[_-]/, 1)[0]!) && isXmlString(subject),
  fires: ({ pairs }: Subject) => pairs.some(touchesOtherwise),
} satisfies Check;

function touchesOtherwise({ source, target }: FormPair): boolean {
  const sourceTags = tagsOf(source);
  const targetTags = tagsOf(target);
  if (sourceTags.length !== targetTags.length) {
    return false;
  }
  return sourceTags.some((inSource, index) => {
    const inTarget = targetTags[index]!;
    const opens = inSource.start === 0 || inTarget.start === 0;
    const closes = inSource.end === source.length || inTarget.end === target.length;
    const before = () => isUnlike(charBefore(source, inSource.start), charBefore(target, inTarget.start));
    const after = () => isUnlike(charAfter(source, inSource.end), charAfter(target, inTarget.end));
    if (opens) {
      return after();
    }
    return before() || (!closes && after());
  });
}

/** Arabic writes the word for "and" together with the next one, so that it may stand where there was a space. */
function isUnlike(left: string, right: string): boolean {
  if (left === '' || right === '' || isLetter(left) === isLetter(right)) {
    return false;
  }
  return !((left === waw && isBlank(right)) || (right === waw && isBlank(left)));
}

const waw = '\u0648';

function isBlank(char: string): boolean {
  return /\s/.test(char);
}

function isLetter(char: string): boolean {
  return /[\p{L}\p{M}]/u.test(char);
}

function charBefore(text: string, index: number): string {
  if (index === 0) {
    return '';
  }
  const low = text.charCodeAt(index - 1);
  const isLow = low >= 0xdc00 && low <= 0xdfff;
  return text.slice(isLow ? index - 2 : index - 1, index);
}

function charAfter(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}
