/** Line (from 1) of any offset of `text`; LF, CRLF and lone CR end a line. Built once, each question is a search. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    starts.push(index + end.length);
  }
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low + 1;
  };
}

/** Start of the line on which `offset` stands. */
export function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') {
    start -= 1;
  }
  return start;
}

/** Indentation of the line on which `offset` stands; none when the line starts very far before it. */
export function indentAt(text: string, offset: number): string {
  const part = text.slice(Math.max(0, offset - longestLine), offset);
  return /^[ \t]*/.exec(part.slice(lineStart(part, part.length)))![0];
}

/** Files of one line have as many values as others, and each asks for the indentation. */
const longestLine = 1000;

/** The white space before `offset` on its line, or null when something else stands there. */
export function indentBefore(text: string, offset: number): string | null {
  let start = offset;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') {
    start -= 1;
  }
  return start === 0 || text[start - 1] === '\n' || text[start - 1] === '\r'
    ? text.slice(start, offset)
    : null;
}

/** Whether nothing but white space follows `offset` on its line. */
export function endsLine(text: string, offset: number): boolean {
  let end = offset;
  while (text[end] === ' ' || text[end] === '\t') {
    end += 1;
  }
  return end >= text.length || text[end] === '\n' || text[end] === '\r';
}
