import type { Splice } from '../text/splice.ts';
import { escapePo } from './escape.ts';
import type { PoItem } from './scan.ts';

/** A field of the header: where its value stands in the file. */
export interface HeaderField {
  value: string;
  start: number;
  end: number;
  /** Whether white space stands between the colon and the value. */
  spaced: boolean;
}

/** The field `name` of the header entry `item`; null when it is not there. */
export function findField(text: string, item: PoItem, name: string): HeaderField | null {
  const map = mapHeader(text, item);
  const pattern = new RegExp(`^${name}:(?<space>[ \\t]*)(?<value>.*)$`, 'im');
  const match = pattern.exec(map.value);
  if (!match) {
    return null;
  }
  const { space = '', value = '' } = match.groups ?? {};
  const from = match.index + match[0].length - value.length;
  const start = map.ends[from - 1] ?? item.strings[0]!.end;
  const end = value === '' ? start : (map.ends[from + value.length - 1] ?? start);
  return { value: value.trim(), start: value === '' ? start : map.starts[from]!, end, spaced: space !== '' };
}

/** Splices that give the header the `fields`; those it lacks are appended in the given order. */
export function setFields(
  text: string,
  item: PoItem,
  fields: ReadonlyMap<string, string>,
  eol: string,
): Splice[] {
  const splices: Splice[] = [];
  let added = '';
  for (const [name, value] of fields) {
    const field = findField(text, item, name);
    if (!field) {
      added += `${eol}${headerLine(name, value)}`;
    } else if (field.value !== value) {
      const space = field.spaced ? '' : ' ';
      splices.push({ start: field.start, end: field.end, text: `${space}${escapePo(value)}` });
    }
  }
  if (added !== '') {
    const { end, value } = item.strings[0]!;
    if (value !== '' && !value.endsWith('\n')) {
      splices.push({ start: end - 1, end: end - 1, text: '\\n' });
    }
    splices.push({ start: end, end, text: added });
  }
  return splices;
}

/** One quoted line of a header. */
export function headerLine(name: string, value: string): string {
  return `"${escapePo(`${name}: ${value}\n`)}"`;
}

/** `2026-01-31 12:30+0000`, as gettext writes times. */
export function headerTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')}+0000`;
}

/** The rule that a `Plural-Forms` field states; null for a placeholder or what is no rule. */
export function parsePluralForms(value: string): { number: number; formula: string } | null {
  const match = /nplurals\s*=\s*(?<number>\d+)\s*;\s*plural\s*=\s*(?<formula>[^;]+)/.exec(value);
  const number = Number(match?.groups?.number);
  const formula = match?.groups?.formula?.trim() ?? '';
  return number >= 1 && number <= 10 && formula !== '' ? { number, formula } : null;
}

/**
 * The header's text with the span of each of its characters in the file. Escapes other than line ends are kept as
 * one replacement character: only the places matter.
 */
function mapHeader(text: string, item: PoItem): { value: string; starts: number[]; ends: number[] } {
  const starts: number[] = [];
  const ends: number[] = [];
  let value = '';
  let quoted = false;
  const { start, end } = item.strings[0]!;
  for (let position = start; position < end; ) {
    const char = text.charAt(position);
    if (char === '"') {
      quoted = !quoted;
      position += 1;
    } else if (!quoted) {
      position += 1;
    } else {
      const length = char === '\\' ? 2 : 1;
      const escaped = text.charAt(position + 1) === 'n' ? '\n' : '\ufffd';
      value += length === 2 ? escaped : char;
      starts.push(position);
      ends.push(position + length);
      position += length;
    }
  }
  return { value, starts, ends };
}
