import type { FileOptions, FormatParam } from '../adapter.ts';
import { decodeText, type TextFile } from '../text/encoding.ts';
import { type JsonNode, parseJson } from './document.ts';
import { type Layout, layoutOf } from './layout.ts';
import type { Pen } from './render.ts';
import { stringWriter } from './string-style.ts';

/** A JSON text to be edited, and what its new parts are modelled on. */
export interface JsonSource {
  text: string;
  root: JsonNode;
  /** Root of the base file: new keys take the places they have there. */
  template: JsonNode | null;
  pen: Pen;
}

/** Settings of every JSON format. A file that shows its own layout keeps it, whatever these say. */
export const jsonParams: readonly FormatParam[] = [
  {
    name: 'json_indent',
    label: 'Indentation of new files, in characters.',
    type: 'number',
    default: 4,
  },
  {
    name: 'json_indent_style',
    label: 'Characters that new files are indented with.',
    type: 'string',
    choices: ['spaces', 'tabs'],
    default: 'spaces',
  },
  {
    name: 'json_sort_keys',
    label: 'Put new keys in alphabetical order instead of the order of the base file.',
    type: 'boolean',
    default: false,
  },
  {
    name: 'json_use_compact_separators',
    label: 'Write no space after the colons of new files.',
    type: 'boolean',
    default: false,
  },
];

/**
 * Reads a JSON file to be edited; an empty one counts as an empty object.
 * @throws {FormatError} when the file or the template is not JSON.
 */
export function openJson(bytes: Uint8Array, options: FileOptions): { file: TextFile; source: JsonSource } {
  const file = decodeText(bytes);
  const base = options.template ? decodeText(options.template) : null;
  const template = base ? parseJson(base.text) : null;
  const eol = /[\r\n]/.test(file.text) ? file.eol : (base?.eol ?? file.eol);
  const parsed = parseJson(file.text);
  const text = parsed ? file.text : `{}${eol}`;
  const root = parsed ?? parseJson(text)!;
  const layout =
    layoutOf(text, root, eol) ??
    (base && template ? layoutOf(base.text, template, eol) : null) ??
    chosenLayout(options.params, eol);
  const pen: Pen = {
    layout,
    // A file without strings shows no habits; the base file's are the best guess.
    string: stringWriter(text.includes('"') ? text : (base?.text ?? '')),
    sortsKeys: options.params.json_sort_keys === true,
    templateText: base?.text ?? '',
  };
  return { file, source: { text, root, template, pen } };
}

function chosenLayout(params: FileOptions['params'], eol: string): Layout {
  const width = Number(params.json_indent ?? 4);
  const colon = params.json_use_compact_separators === true ? ':' : ': ';
  const unit = params.json_indent_style === 'tabs' ? '\t' : ' ';
  return { eol, indent: unit.repeat(Math.min(Math.max(width, 0), 40)), colon, gap: colon.slice(1) };
}
