import { remembering } from './remembering.ts';
import { type RstInline, RstParagraph } from './rst-paragraph.ts';

export interface RstScan {
  inlines: RstInline[];
  /** What docutils would complain of. */
  problems: string[];
}

/**
 * Reads inline markup by docutils' rules: markup neither nests nor leaves its paragraph. Of the blocks only those are known
 * in which there is no markup: comments, directives and doctests, of which no problems are told.
 */
export const scanRst = remembering(readRst);

function readRst(text: string): RstScan {
  const scan: RstScan = { inlines: [], problems: [] };
  if (!/[*`|_:@]/.test(text)) {
    return scan;
  }
  let start = 0;
  for (const { index, 0: gap } of text.matchAll(/\n[ \t]*\n\s*/g)) {
    readParagraph(text.slice(start, index), start, scan);
    start = index + gap.length;
  }
  readParagraph(text.slice(start).trimEnd(), start, scan);
  return scan;
}

function readParagraph(text: string, offset: number, scan: RstScan): void {
  const paragraph = new RstParagraph(text);
  paragraph.read();
  for (const inline of paragraph.inlines) {
    inline.start += offset;
    inline.end += offset;
    inline.inner = { start: inline.inner.start + offset, end: inline.inner.end + offset };
    scan.inlines.push(inline);
  }
  if (!/^\s*(?:\.\.(?:\s|$)|>>> )/.test(text)) {
    for (const problem of paragraph.problems) {
      scan.problems.push(problem);
    }
  }
}
