import { eastAsianWidth } from 'get-east-asian-width';

/** How texts are set: sizes in pixels. */
export interface Typeface {
  size: number;
  weight: string;
  /** Extra space after each character. */
  spacing: number;
}

/**
 * Widths by class of character, in thousandths of the font's size: averages of common sans-serif fonts. There is no font to
 * measure with, so sizes are estimates, good to about a tenth for texts of ordinary length.
 */
const classes: readonly [width: number, characters: RegExp][] = [
  [0, /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u],
  [240, /[ijlI|.,:;'!’‘ıíìîïľł·]/u],
  [330, /[frt()[\]{}/\\\-"`°“”„\p{Zs}]/u],
  [520, /[cksvxyzJ*?čćçšśžźýÿ]/u],
  [560, /[\p{Ll}\p{Nd}$_–«»]/u],
  [830, /[mwMWOQG%@…—&]/u],
  [650, /[\p{Lu}\p{Lt}]/u],
  [600, /[\s\S]/u],
];

/** Wide characters of East Asia fill a square. */
const square = 1000;
const bold = 1.08;
const known = new Map<number, number>();

/** The estimated width of a text of one line, in pixels. */
export function textWidth(text: string, { size, weight, spacing }: Typeface): number {
  let width = 0;
  let count = 0;
  for (const character of text) {
    width += widthOf(character);
    count++;
  }
  return (width * size * (weight === 'bold' ? bold : 1)) / 1000 + count * spacing;
}

/** Lines of a text that is broken at spaces so that each fits into `limit` pixels; a long word stays whole. */
export function wrappedLines(text: string, limit: number, face: Typeface): string[] {
  return text.split('\n').flatMap((paragraph) => wrapLine(paragraph, limit, face));
}

function wrapLine(paragraph: string, limit: number, face: Typeface): string[] {
  const lines: string[] = [];
  let line: string | undefined;
  let width = 0;
  const space = textWidth(' ', face);
  for (const word of paragraph.split(' ')) {
    const wordWidth = textWidth(word, face);
    if (line !== undefined && width + space + wordWidth <= limit) {
      line += ` ${word}`;
      width += space + wordWidth;
    } else {
      if (line !== undefined) {
        lines.push(line);
      }
      line = word;
      width = wordWidth;
    }
  }
  return [...lines, line ?? ''];
}

function widthOf(character: string): number {
  const code = character.codePointAt(0)!;
  let width = known.get(code);
  if (width === undefined) {
    width = eastAsianWidth(code) === 2 ? square : classes.find(([, pattern]) => pattern.test(character))![0];
    known.set(code, width);
  }
  return width;
}
