/** What may stand before a `/` that begins a regular expression: an operator, or nothing. */
const beforeRegExp = /[=(,;:!&|?{}[+\-*%>~^]/;

/** A line without its end would be read again from each slash in it. */
const longestRegExp = 200;

/**
 * End of the JavaScript that begins with the `{` at `start`: after the brace that closes it. Braces within strings,
 * templates, comments and regular expressions count for nothing. -1 when it is not closed.
 */
export function closingBrace(text: string, start: number): number {
  // What is open: a brace, or the template literal around a `${`.
  const open: ('{' | '`')[] = [];
  let last = '';
  let index = start;
  while (index < text.length) {
    const char = text[index]!;
    let next = index + 1;
    if (char === '{') {
      open.push('{');
    } else if (char === '}') {
      open.pop();
      if (open.length === 0) {
        return next;
      }
      if (open.at(-1) === '`') {
        open.pop();
        next = skipTemplate(text, next, open);
      }
    } else if (char === '`') {
      next = skipTemplate(text, next, open);
    } else if (char === '"' || char === "'") {
      next = endOfString(text, index);
    } else if (char === '/') {
      next = endOfSlash(text, index, last);
    }
    if (next < 0) {
      return -1;
    }
    last = /\s/.test(char) ? last : char;
    index = next;
  }
  return -1;
}

/** Reads on in a template literal to its end or to a `${`, whose brace is then the next thing to read. */
function skipTemplate(text: string, from: number, open: ('{' | '`')[]): number {
  for (let index = from; index < text.length; index++) {
    if (text[index] === '\\') {
      index++;
    } else if (text[index] === '`') {
      return index + 1;
    } else if (text[index] === '$' && text[index + 1] === '{') {
      open.push('`');
      return index + 1;
    }
  }
  return -1;
}

/** A quote that nothing closes on its line is an apostrophe in the text of an element. */
function endOfString(text: string, start: number): number {
  const quote = text[start];
  for (let index = start + 1; index < text.length && text[index] !== '\n'; index++) {
    if (text[index] === '\\') {
      index++;
    } else if (text[index] === quote) {
      return index + 1;
    }
  }
  return start + 1;
}

function endOfSlash(text: string, start: number, last: string): number {
  if (text[start + 1] === '*') {
    const end = text.indexOf('*/', start + 2);
    return end < 0 ? -1 : end + 2;
  }
  if (text[start + 1] === '/') {
    const end = text.indexOf('\n', start);
    return end < 0 ? -1 : end;
  }
  // `/>` ends an element.
  if (!beforeRegExp.test(last) || text[start + 1] === '>') {
    return start + 1;
  }
  let inClass = false;
  const limit = Math.min(text.length, start + longestRegExp);
  for (let index = start + 1; index < limit && text[index] !== '\n'; index++) {
    if (text[index] === '\\') {
      index++;
    } else if (text[index] === '/' && !inClass) {
      return index + 1;
    } else if (text[index] === '[' || text[index] === ']') {
      inClass = text[index] === '[';
    }
  }
  return start + 1;
}
