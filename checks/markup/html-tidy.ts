import { addressAttributes, harmlessSchemes } from './html-elements.ts';

/** Elements with the attributes that each may have. */
export type Allowed = ReadonlyMap<string, ReadonlySet<string>>;

/** Elements that browsers leave where they are, if only each one ends within the one it began in. */
const simple = new Set([
  'a',
  'abbr',
  'b',
  'cite',
  'code',
  'em',
  'i',
  'kbd',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
  'var',
]);
const deepest = 8;

const token =
  /[^<>&\0\r]+|>|&(?:lt|gt|amp);|(?<break><br>)|<(?<name>[a-z]+)(?<attributes>(?: [a-z-]+="[^"&<>\0\r\ue000-\uf8ff]*")*)>|<\/(?<end>[a-z]+)>/y;

/**
 * Whether a text is plainly what sanitising would make of it, found out without building a tree: true of most texts, and
 * false is only a maybe.
 */
export function isTidy(text: string, allowed: Allowed): boolean {
  const open: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const groups = token.exec(text)?.groups;
    if (!groups) {
      token.lastIndex = 0;
      return false;
    }
    const { name, attributes, end } = groups;
    if (groups.break !== undefined && !allowed.has('br')) {
      return false;
    }
    if (end !== undefined && open.pop() !== end) {
      return false;
    }
    if (name !== undefined) {
      if (!opens(name, attributes!, open, allowed)) {
        return false;
      }
      open.push(name);
    }
  }
  return open.length === 0;
}

function opens(name: string, attributes: string, open: readonly string[], allowed: Allowed): boolean {
  const names = allowed.get(name);
  if (!names || !simple.has(name) || open.length >= deepest || (name === 'a' && open.includes('a'))) {
    return false;
  }
  const seen = new Set<string>();
  for (const match of attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
    const [, attribute, value] = match;
    if (seen.has(attribute!) || !names.has(attribute!) || !mayStay(attribute!, value!)) {
      return false;
    }
    seen.add(attribute!);
  }
  return true;
}

/** Whether an attribute leads nowhere harmful. Browsers skip white space and control characters in a scheme. */
export function mayStay(name: string, value: string): boolean {
  if (!addressAttributes.has(name)) {
    return true;
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value.replace(/[\0-\x20]+/g, ''))?.[1];
  return scheme === undefined || harmlessSchemes.has(scheme.toLowerCase());
}
