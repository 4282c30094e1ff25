import type { FlagValue } from './flags.ts';

/** A list of flags that cannot be read, or that names a flag or value there is none of. */
export class FlagError extends Error {
  // A field, not an assignment: in the workers prototypes cannot be changed, and so no name be assigned.
  override name = 'FlagError';
}

/** One item of a list of flags as written. */
export interface WrittenFlag {
  name: string;
  values: FlagValue[];
}

interface Token {
  kind: 'bare' | 'quoted' | 'pattern' | ',' | ':' | 'end';
  text: string;
  position: number;
}

/**
 * Reads `flag, flag:parameter, flag:"quoted":r"regular expression"`. White space around separators and empty items are
 * skipped; a parameter may be empty.
 *
 * @throws {FlagError} naming the character, from 1, that does not fit.
 */
export function readFlags(text: string): WrittenFlag[] {
  const flags: WrittenFlag[] = [];
  const list = tokens(text);
  let next = 0;
  while (list[next]!.kind !== 'end') {
    const token = list[next++]!;
    if (token.kind === ',') {
      continue;
    }
    if ((token.kind !== 'bare' && token.kind !== 'quoted') || token.text === '') {
      throw unexpected(token, 'the name of a flag');
    }
    const values: FlagValue[] = [];
    while (list[next]!.kind === ':') {
      next++;
      const value = list[next]!;
      const isEmpty = value.kind === ':' || value.kind === ',' || value.kind === 'end';
      values.push(isEmpty ? '' : valueOfToken(value));
      next += isEmpty ? 0 : 1;
    }
    const after = list[next]!;
    if (after.kind !== ',' && after.kind !== 'end') {
      throw unexpected(after, '"," or ":"');
    }
    flags.push({ name: token.text, values });
  }
  return flags;
}

/** A bare `r` is a letter, `r"` opens a regular expression. Bare text ends before white space at its end. */
const tokenPattern =
  /\s*(?:(?<separator>[,:])|(?<prefix>r?)"(?<double>[^"\\]*(?:\\.[^"\\]*)*)"|'(?<single>[^'\\]*(?:\\.[^'\\]*)*)'|(?<bare>[^\s,:"']+(?:\s+[^\s,:"']+)*))/gsy;

function tokens(text: string): Token[] {
  const found: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(tokenPattern)) {
    const { separator, prefix, double, single, bare } = match.groups!;
    const position = match.index + match[0].length - match[0].trimStart().length;
    if (separator !== undefined) {
      found.push({ kind: separator === ',' ? ',' : ':', text: separator, position });
    } else if (double !== undefined) {
      found.push({ kind: prefix === '' ? 'quoted' : 'pattern', text: unescaped(double, '"'), position });
    } else if (single !== undefined) {
      found.push({ kind: 'quoted', text: unescaped(single, "'"), position });
    } else {
      found.push({ kind: 'bare', text: bare!, position });
    }
    end = match.index + match[0].length;
  }
  const rest = text.slice(end);
  if (rest.trim() !== '') {
    const position = text.length - rest.trimStart().length;
    throw new FlagError(`Character ${position + 1}: this quotation mark has no partner.`);
  }
  found.push({ kind: 'end', text: '', position: text.length });
  return found;
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f' };

function unescaped(text: string, quote: string): string {
  return text.replace(/\\(.)/gs, (whole, character: string) => {
    return character === quote || character === '\\' ? character : (controls[character] ?? whole);
  });
}

function valueOfToken(token: Token): FlagValue {
  return token.kind === 'pattern' ? { pattern: token.text } : token.text;
}

function unexpected({ kind, text, position }: Token, expected: string): FlagError {
  const found = kind === 'end' ? 'the end' : `"${text}"`;
  return new FlagError(`Character ${position + 1}: expected ${expected}, found ${found}.`);
}
