import { RE2JS, RE2JSException } from 're2js';

/** A regular expression that cannot be searched with; the message says why. */
export class RegexError extends Error {
  override name = 'RegexError';
}

/** Longer ones are nobody's search. */
const longest = 1000;

/**
 * Reads a regular expression as PostgreSQL does, into what both engines take the same way: `.` is any character, `^` and `$`
 * are the ends of the whole text, letters and digits are those of all languages. What could take more time than grows with
 * the text (references back, looking ahead) is refused.
 * @throws {RegexError}
 */
export function readRegex(pattern: string): string {
  if (pattern.length > longest) {
    throw new RegexError(`A regular expression may have ${longest} characters at most`);
  }
  const { flags = '', body = '' } = /^(?:\(\?(?<flags>[a-z]+)\))?(?<body>.*)$/s.exec(pattern)?.groups ?? {};
  if (/[^icmnst]/.test(flags)) {
    throw new RegexError(`"(?${flags})" has an option that is not known`);
  }
  const byLines = /[mn]/.test(flags);
  const read = `(?${byLines ? 'm' : 's'}${flags.includes('i') ? 'i' : ''})${readBody(body, byLines)}`;
  try {
    RE2JS.compile(read);
  } catch (cause) {
    if (cause instanceof RE2JSException) {
      throw new RegexError(`"${pattern}" is no regular expression`, { cause });
    }
    throw cause;
  }
  return read;
}

const word = '\\p{L}\\p{M}\\p{N}_';

/** Escapes outside of brackets. Words begin (`\m`) and end (`\M`) at a boundary. */
const escapes: Readonly<Record<string, string>> = {
  m: '\\b',
  M: '\\b',
  y: '\\b',
  Y: '\\B',
  Z: '\\z',
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: `[${word}]`,
  W: `[^${word}]`,
};

const escapesInBrackets: Readonly<Record<string, string>> = { d: '\\p{Nd}', w: word };

const classes: ReadonlyMap<string, string> = new Map([
  ['alpha', '\\p{L}\\p{M}'],
  ['alnum', '\\p{L}\\p{M}\\p{N}'],
  ['upper', '\\p{Lu}'],
  ['lower', '\\p{Ll}'],
  ['digit', '\\p{Nd}'],
  ['punct', '\\p{P}'],
]);

/** An escape, a bracket expression, or one other character. */
const token = /\\u[\dA-Fa-f]{4}|\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]|./gs;

function readBody(body: string, byLines: boolean): string {
  return body.replace(token, (part) => {
    if (part === '$') {
      return byLines ? '$' : '\\z';
    }
    if (part.length > 1 && part.startsWith('[')) {
      return readBrackets(part);
    }
    return readEscape(part, escapes);
  });
}

/** A bracket first in the list stands for itself. */
function readBrackets(part: string): string {
  const {
    open = '',
    first = '',
    items = '',
  } = /^(?<open>\[\^?)(?<first>\]?)(?<items>.*)\]$/s.exec(part)?.groups ?? {};
  const read = items.replace(/\\u[\dA-Fa-f]{4}|\\.|\[:\w+:\]|\[/gs, (item) => {
    if (item === '[') {
      return '\\[';
    }
    return classes.get(/^\[:(\w+):\]$/.exec(item)?.[1] ?? '') ?? readEscape(item, escapesInBrackets);
  });
  return `${open}${first && '\\]'}${read}]`;
}

function readEscape(part: string, meanings: Readonly<Record<string, string>>): string {
  if (!part.startsWith('\\')) {
    return part;
  }
  if (part.length > 2) {
    return `\\x{${part.slice(2)}}`;
  }
  const letter = part.slice(1);
  if (meanings === escapesInBrackets && /[WD]/.test(letter)) {
    throw new RegexError(`"${part}" cannot stand in brackets`);
  }
  return meanings[letter] ?? part;
}
