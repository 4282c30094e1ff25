import type { ApplyOptions } from '../adapter.ts';
import { type Splice, splice } from '../text/splice.ts';
import { openPo, type PoDocument } from './document.ts';
import { headerLine, setFields } from './header.ts';
import { newFields, unicodeType } from './header-fields.ts';
import type { PoItem } from './scan.ts';
import { unmarkFuzzy } from './string.ts';
import { removeSpans } from './write.ts';

/**
 * A new translation: the strings of `base` without their texts, for the language of `options`. Obsolete entries and
 * marks of unfinished work are left out. Always in UTF-8. @throws {FormatError}
 */
export function createPo(base: Uint8Array | null, options: ApplyOptions): Uint8Array {
  if (!base) {
    return Buffer.from(newHeader(options, '\n'));
  }
  const document = openPo(base);
  const { text, eol, header, items, obsolete } = document;
  const splices: Splice[] = removeSpans(document, obsolete);
  for (const item of items) {
    splices.push(...emptyString(item, options.plural.number, eol), ...unmarkFuzzy(item));
  }
  if (header) {
    const fields = headerFields(document, header, options);
    splices.push(...setFields(text, header, fields, eol), ...unmarkFuzzy(header));
    return Buffer.from(splice(text, splices));
  }
  return Buffer.from(`${newHeader(options, eol)}${eol}${splice(text, splices)}`);
}

function emptyString(item: PoItem, plurals: number, eol: string): Splice[] {
  const { start } = item.strings[0]!;
  const { end } = item.strings.at(-1)!;
  if (!item.idPlural) {
    return [{ start, end, text: '""' }];
  }
  const forms = Array.from({ length: plurals - 1 }, (_, index) => `${eol}msgstr[${index + 1}] ""`);
  return [{ start, end, text: `""${forms.join('')}` }];
}

function headerFields({ text }: PoDocument, header: PoItem, options: ApplyOptions): Map<string, string> {
  const fields = newFields(options);
  const type = unicodeType(text, header);
  return type ? fields.set('Content-Type', type) : fields;
}

function newHeader(options: ApplyOptions, eol: string): string {
  const lines = [...newFields(options)].map(([name, value]) => headerLine(name, value));
  return ['msgid ""', 'msgstr ""', ...lines].map((line) => line + eol).join('');
}
