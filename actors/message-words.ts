import { messageFilters } from './message-filters.ts';
import { MessageError, type Place, type Value } from './message-tree.ts';

/** What stands between two tags, and the tags: `{{ … }}`, `{% … %}`; comments `{# … #}` are left out. */
export interface Piece {
  kind: 'text' | 'output' | 'tag';
  text: string;
  place: Place;
}

const tagPattern = /\{\{(?<output>.*?)\}\}|\{%(?<tag>.*?)%\}|\{#.*?#\}/gs;

export function splitTemplate(template: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of template.matchAll(tagPattern)) {
    const { output, tag } = match.groups ?? {};
    pieces.push({ kind: 'text', text: template.slice(end, match.index), place: placeOf(template, end) });
    const place = placeOf(template, match.index);
    if (output !== undefined) {
      pieces.push({ kind: 'output', text: output.trim(), place });
    } else if (tag !== undefined) {
      pieces.push({ kind: 'tag', text: tag.trim(), place });
    }
    end = match.index + match[0].length;
  }
  pieces.push({ kind: 'text', text: template.slice(end), place: placeOf(template, end) });
  for (const { kind, text, place } of pieces) {
    if (kind === 'text' && /\{\{|\{%/.test(text)) {
      throw new MessageError('A tag is opened and never closed.', place);
    }
  }
  return pieces.filter(({ kind, text }) => kind !== 'text' || text !== '');
}

/** Splits the inside of a tag at spaces that are not in quotes. */
export function splitWords(text: string): string[] {
  return text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g) ?? [];
}

const literal = String.raw`"[^"]*"|'[^']*'|-?\d+(?:\.\d+)?`;
const variable = String.raw`[A-Za-z]\w*(?:\.\w+)*`;
const sourcePattern = new RegExp(`^(?:(?<literal>${literal})|(?<path>${variable}))`);
const filterPattern = new RegExp(
  `^\\s*\\|\\s*(?<name>\\w+)(?:\\s*:\\s*(?:(?<literal>${literal})|(?<path>${variable})))?`,
);

/** Reads `name.part|filter:"argument"|…`. */
export function readValue(text: string, place: Place): Value {
  const source = sourcePattern.exec(text);
  if (!source) {
    throw new MessageError(`Expected a variable or a text in quotes, found "${short(text)}".`, place);
  }
  const value: Value = { place, source: readSource(source.groups), filters: [] };
  let rest = text.slice(source[0].length);
  while (rest.trim() !== '') {
    const filter = filterPattern.exec(rest);
    if (!filter) {
      throw new MessageError(`Expected a filter such as "|upper", found "${short(rest)}".`, place);
    }
    const { name = '', literal: text, path } = filter.groups ?? {};
    const hasArgument = text !== undefined || path !== undefined;
    const argument = hasArgument ? { place, source: readSource(filter.groups), filters: [] } : null;
    checkFilter(name, hasArgument, place);
    value.filters.push({ name, argument, place });
    rest = rest.slice(filter[0].length);
  }
  return value;
}

function checkFilter(name: string, hasArgument: boolean, place: Place): void {
  const filter = Object.hasOwn(messageFilters, name) ? messageFilters[name] : undefined;
  if (!filter) {
    throw new MessageError(`There is no filter "${name}".`, place);
  }
  if (hasArgument ? filter.argument === 'none' : filter.argument === 'required') {
    throw new MessageError(`The filter "${name}" takes ${hasArgument ? 'no' : 'an'} argument.`, place);
  }
}

const constants: Readonly<Record<string, boolean | null>> = { True: true, False: false, None: null };

function readSource(groups: Record<string, string | undefined> = {}): Value['source'] {
  const { literal: text, path = '' } = groups;
  if (Object.hasOwn(constants, path)) {
    return { literal: constants[path] ?? null };
  }
  if (text === undefined) {
    return { path: path.split('.') };
  }
  return { literal: /^["']/.test(text) ? text.slice(1, -1) : Number(text) };
}

function placeOf(template: string, index: number): Place {
  const before = template.slice(0, index).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
