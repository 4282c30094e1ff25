import { type ApplyOptions, type Edit, FormatError } from '../adapter.ts';
import { placeByTemplate } from '../text/placement.ts';
import { type Splice, splice } from '../text/splice.ts';
import { escapeHabit } from '../text/unicode-escapes.ts';
import { decodeProperties, emptyFile, type PropertiesFile } from './charset.ts';
import { escapeComment, escapeKey, escapeValue, type PropertiesStyle } from './escapes.ts';
import { nextLine, type Property, scanProperties } from './scan.ts';

type SetEdit = Extract<Edit, { type: 'set' }>;

/** The file with `edits` made. @throws {FormatError} */
export function applyEdits(bytes: Uint8Array, edits: readonly Edit[], options: ApplyOptions): Uint8Array {
  const file = decodeProperties(bytes, options.params);
  const { text } = file;
  const properties = scanProperties(text);
  const byKey = Map.groupBy(properties, ({ key }) => key);
  const style = styleOf(file, properties);
  const splices: Splice[] = [];
  const added = new Map<string, SetEdit>();
  const removed = new Set<Property>();
  for (const edit of edits) {
    const present = byKey.get(edit.context) ?? [];
    const last = present.at(-1);
    if (edit.type === 'remove') {
      for (const property of present) {
        removed.add(property);
        splices.push({ start: property.start, end: nextLine(text, property.valueEnd), text: '' });
      }
    } else if (!last) {
      added.set(edit.context, edit);
    } else if (last.value !== onlyForm(edit)) {
      splices.push(valueSplice(text, last, onlyForm(edit), style));
    }
  }
  const kept = properties.filter((property) => !removed.has(property));
  splices.push(...insertions({ file, style, template: templateOf(options) }, kept, added));
  return splices.length === 0 ? bytes : file.encode(splice(text, splices));
}

/**
 * A file for a new language: what stands in the base before its first key and the comments of that, such as a
 * licence. Java falls back to the base for every key that is missing.
 */
export function createFile(base: Uint8Array | null, options: ApplyOptions): Uint8Array {
  if (!base) {
    return emptyFile(options.params);
  }
  const file = decodeProperties(base, options.params);
  const [first] = scanProperties(file.text);
  return file.encode(file.text.slice(0, first?.start));
}

interface Template {
  text: string;
  properties: Property[];
}

function templateOf({ template, params }: ApplyOptions): Template | null {
  if (!template) {
    return null;
  }
  const { text } = decodeProperties(template, params);
  return { text, properties: scanProperties(text) };
}

/** Keys and values alone tell the habits: readers do not care how a comment is written. */
function styleOf(
  { text, charset, isChosen }: PropertiesFile,
  properties: readonly Property[],
): PropertiesStyle {
  const values = properties.map(({ valueStart, valueEnd }) => text.slice(valueStart, valueEnd)).join('\n');
  const all = properties.map(({ keyStart, keyEnd }) => text.slice(keyStart, keyEnd)).join('\n') + values;
  const escaped = new Set([...values.matchAll(/\\([\s\S])/g)].map(([, char]) => char!));
  const bare = values.replace(/\\[\s\S]/g, '');
  const isTold = /[^\0-\x7f]/.test(all) || (charset === 'unicode' && isChosen);
  return {
    habit: escapeHabit(all, true),
    charset: isTold ? charset : 'ascii',
    escapedMarks: new Set([':', '=', '#', '!'].filter((mark) => escaped.has(mark) && !bare.includes(mark))),
  };
}

function valueSplice(text: string, property: Property, value: string, style: PropertiesStyle): Splice {
  const { keyEnd, valueStart, valueEnd } = property;
  const old = text.slice(valueStart, valueEnd);
  const continued = /\\n(\\(?:\r\n|\n|\r)[ \t\f]*)/.exec(old)?.[1] ?? '';
  const raw = escapeValue(value, style, continued);
  const separator = text.slice(keyEnd, valueStart);
  return { start: keyEnd, end: valueEnd, text: separated(separator, raw) };
}

/** Behind nothing but white space, a first `=` or `:` would be the separator. */
function separated(separator: string, value: string): string {
  if (separator === '') {
    return `=${value}`;
  }
  return separator + (!/[=:]/.test(separator) && /^[=:]/.test(value) ? `\\${value}` : value);
}

/** New lines, each after the key that stands before it in the template, with the separator of that. */
function insertions(
  { file, style, template }: { file: PropertiesFile; style: PropertiesStyle; template: Template | null },
  kept: readonly Property[],
  added: ReadonlyMap<string, SetEdit>,
): Splice[] {
  const { text, eol } = file;
  const anchors = new Map(kept.map((property) => [property.key, property]));
  const order = (template?.properties ?? []).map(({ key }) => key);
  const [first] = kept;
  const splices: Splice[] = [];
  for (const [anchor, keys] of placeByTemplate(anchors, added.keys(), order)) {
    const model = anchor ?? first;
    const separator = model ? separatorIn(text, model) : separatorIn(template?.text, template?.properties[0]);
    const lines = keys.map((key) => render(added.get(key)!, separator, style, eol));
    if (anchor) {
      splices.push({
        start: anchor.valueEnd,
        end: anchor.valueEnd,
        text: lines.map((line) => eol + line).join(''),
      });
    } else {
      const place = first?.start ?? text.length;
      const gap = first || text === '' || /[\r\n]$/.test(text) ? '' : eol;
      splices.push({ start: place, end: place, text: gap + lines.map((line) => line + eol).join('') });
    }
  }
  return splices;
}

function render(edit: SetEdit, separator: string, style: PropertiesStyle, eol: string): string {
  const note = edit.note ? edit.note.split('\n') : [];
  const comments = note.map((line) => `# ${escapeComment(line, style)}`.trimEnd() + eol).join('');
  const key = escapeKey(edit.context, style);
  const value = separated(key === '' ? '=' : separator, escapeValue(onlyForm(edit), style));
  return comments + key + value;
}

/** The separator of a property, unless it is none or goes over two lines. */
function separatorIn(text = '', property?: Property): string {
  const separator = property ? text.slice(property.keyEnd, property.valueStart) : '';
  return /[\r\n]/.test(separator) ? '=' : separator;
}

function onlyForm({ context, target }: SetEdit): string {
  if (target.length > 1) {
    throw new FormatError(`"${context}" has no plural forms`);
  }
  return target[0] ?? '';
}
