/** What templates work with: texts, numbers, truth values, lists, groups of named values, and nothing. */
export type MessageValue =
  | string
  | number
  | boolean
  | null
  | readonly MessageValue[]
  | { readonly [name: string]: MessageValue };

export interface MessageFilter {
  /** Whether it must, may or must not have an argument. */
  argument: 'required' | 'optional' | 'none';
  apply(value: MessageValue, argument: MessageValue): MessageValue;
}

/** No text gets wider than this by filling it up. */
const widest = 500;

export const messageFilters: Readonly<Record<string, MessageFilter>> = {
  add: required(add),
  capfirst: plain((text) => text.slice(0, 1).toUpperCase() + text.slice(1)),
  center: required((value, width) => center(asText(value), asWidth(width))),
  cut: required((value, part) => asText(value).replaceAll(asText(part), '')),
  default: required((value, other) => (isTrue(value) ? value : other)),
  default_if_none: required((value, other) => value ?? other),
  dirname: plain((path) => path.slice(0, Math.max(path.lastIndexOf('/'), 0))),
  divisibleby: required((value, by) => Number(value) % Number(by) === 0),
  first: none((value) => itemsOf(value)[0] ?? ''),
  floatformat: optional((value, digits) => Number(value).toFixed(asDigits(digits))),
  join: required((value, between) => (isList(value) ? value.map(asText).join(asText(between)) : value)),
  last: none((value) => itemsOf(value).at(-1) ?? ''),
  length: none((value) => itemsOf(value).length),
  ljust: required((value, width) => asText(value).padEnd(asWidth(width))),
  lower: plain((text) => text.toLowerCase()),
  /** Without the first part of the path. */
  parentdir: plain((path) => path.slice(path.indexOf('/') + 1)),
  pluralize: optional(pluralize),
  rjust: required((value, width) => asText(value).padStart(asWidth(width))),
  /** Nothing is escaped here, so that nothing has to be said to be safe. */
  safe: none((value) => value),
  slice: required((value, range) => slice(value, asText(range))),
  slugify: plain(slugify),
  /** Without the extension of the file. */
  stripext: plain((path) => path.replace(/(?<=[^/])\.[^./]*$/, '')),
  striptags: plain((text) => text.replace(/<[^<>]*>/g, '')),
  title: plain((text) => text.toLowerCase().replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (c) => c.toUpperCase())),
  truncatechars: required((value, length) => truncate([...asText(value)], Number(length), '')),
  truncatewords: required((value, count) => truncateWords(asText(value), Number(count))),
  upper: plain((text) => text.toUpperCase()),
  urlencode: plain((text) => encodeURIComponent(text).replaceAll('%2F', '/')),
  wordcount: none((value) => asText(value).split(/\s+/).filter(Boolean).length),
  wordwrap: required((value, width) => wrap(asText(value), asWidth(width))),
  yesno: optional(yesNo),
};

/** As it stands in the message; nothing is ''. */
export function asText(value: MessageValue): string {
  if (value === null) {
    return '';
  }
  if (isList(value)) {
    return value.map(asText).join(', ');
  }
  return typeof value === 'object' ? '' : String(value);
}

/** Empty texts, lists and groups, 0 and nothing count as false. */
export function isTrue(value: MessageValue): boolean {
  if (value !== null && typeof value === 'object') {
    return Object.keys(value).length > 0;
  }
  return Boolean(value);
}

export function isList(value: MessageValue): value is readonly MessageValue[] {
  return Array.isArray(value);
}

function plain(apply: (text: string) => string): MessageFilter {
  return none((value) => apply(asText(value)));
}

function none(apply: (value: MessageValue) => MessageValue): MessageFilter {
  return { argument: 'none', apply };
}

function required(apply: MessageFilter['apply']): MessageFilter {
  return { argument: 'required', apply };
}

function optional(apply: MessageFilter['apply']): MessageFilter {
  return { argument: 'optional', apply };
}

function itemsOf(value: MessageValue): readonly MessageValue[] {
  return isList(value) ? value : [...asText(value)];
}

function asWidth(value: MessageValue): number {
  return Math.min(Math.max(Math.trunc(Number(value)) || 0, 0), widest);
}

function asDigits(value: MessageValue): number {
  return value === null ? 1 : Math.min(Math.abs(Math.trunc(Number(value)) || 0), 20);
}

/** Numbers are added, anything else is put one after the other. */
function add(value: MessageValue, more: MessageValue): MessageValue {
  const [left, right] = [asText(value), asText(more)];
  const isSum = left.trim() !== '' && right.trim() !== '' && Number.isFinite(Number(left) + Number(right));
  return isSum ? Number(left) + Number(right) : left + right;
}

function center(text: string, width: number): string {
  const left = Math.floor((width - text.length) / 2);
  return text.padStart(text.length + Math.max(left, 0)).padEnd(width);
}

/** `one,many`, or the ending of many alone; "s" unless told. */
function pluralize(value: MessageValue, endings: MessageValue): string {
  const parts = asText(endings ?? 's').split(',');
  const [one, many] = parts.length > 1 ? [parts[0] ?? '', parts[1] ?? ''] : ['', parts[0] ?? ''];
  const count = isList(value) ? value.length : Number(value);
  return count === 1 ? one : many;
}

/** `2:5`, `:3`, `-2:`. */
function slice(value: MessageValue, range: string): MessageValue {
  const [from = '', to = ''] = range.includes(':') ? range.split(':') : ['', range];
  const part = itemsOf(value).slice(Number(from) || 0, to.trim() === '' ? undefined : Number(to) || 0);
  return isList(value) ? part : part.map(asText).join('');
}

function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, '-');
}

function truncate(characters: readonly string[], length: number, between: string): string {
  if (!(characters.length > length)) {
    return characters.join(between);
  }
  return `${characters.slice(0, Math.max(length - 1, 0)).join(between)}…`;
}

function truncateWords(text: string, count: number): string {
  const words = text.split(/\s+/).filter(Boolean);
  return words.length > count ? `${words.slice(0, Math.max(count, 0)).join(' ')} …` : words.join(' ');
}

function wrap(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => {
      const lines: string[] = [];
      for (const word of line.split(' ')) {
        const current = lines.at(-1);
        if (current !== undefined && current.length + 1 + word.length <= width) {
          lines[lines.length - 1] = `${current} ${word}`;
        } else {
          lines.push(word);
        }
      }
      return lines.join('\n');
    })
    .join('\n');
}

/** `yes,no,maybe`; the third is for nothing. */
function yesNo(value: MessageValue, words: MessageValue): string {
  const [yes = 'yes', no = 'no', maybe = no] = asText(words ?? 'yes,no,maybe').split(',');
  if (value === null) {
    return maybe;
  }
  return isTrue(value) ? yes : no;
}
