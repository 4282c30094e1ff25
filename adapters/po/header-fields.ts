import type { ApplyOptions } from '../adapter.ts';
import { charsetOf } from './charset.ts';
import type { PoDocument } from './document.ts';
import { findField, headerTime, parsePluralForms } from './header.ts';
import type { PoItem } from './scan.ts';

/** Fields that an edit brings up to date: the time, what settings ask for, and what a template left open. */
export function editedFields(
  { text, items }: PoDocument,
  header: PoItem,
  options: ApplyOptions,
): Map<string, string> {
  const value = (name: string) => findField(text, header, name)?.value;
  const fields = peopleFields(options);
  if (options.header.revised && value('PO-Revision-Date') !== undefined) {
    fields.set('PO-Revision-Date', headerTime(options.header.revised));
  }
  if (!value('Language')) {
    fields.set('Language', options.header.language ?? options.language);
  }
  const rule = value('Plural-Forms');
  const usesPlurals = items.some(({ idPlural }) => idPlural);
  if (rule === undefined ? usesPlurals : !parsePluralForms(rule)) {
    fields.set('Plural-Forms', pluralForms(options.plural));
  }
  return fields;
}

/** All fields of a new file, in the order in which gettext writes them. */
export function newFields(options: ApplyOptions): Map<string, string> {
  const { header, language, plural } = options;
  const fields = new Map<string, string>();
  if (header.revised) {
    fields.set('PO-Revision-Date', headerTime(header.revised));
  }
  for (const [name, value] of peopleFields(options)) {
    fields.set(name, value);
  }
  fields.set('Language', header.language ?? language);
  fields.set('MIME-Version', '1.0');
  fields.set('Content-Type', 'text/plain; charset=UTF-8');
  fields.set('Content-Transfer-Encoding', '8bit');
  fields.set('Plural-Forms', pluralForms(plural));
  return fields;
}

/** The `Content-Type` of a file that is UTF-8 from now on; null when the header has none. */
export function unicodeType(text: string, header: PoItem): string | null {
  const type = findField(text, header, 'Content-Type')?.value;
  const charset = type && charsetOf(type);
  return charset ? type.replace(`charset=${charset}`, 'charset=UTF-8') : null;
}

function peopleFields({ header, params }: ApplyOptions): Map<string, string> {
  const fields = new Map<string, string>();
  if (header.reportBugsTo && params.po_set_report_bugs_to === true) {
    fields.set('Report-Msgid-Bugs-To', header.reportBugsTo);
  }
  if (header.lastTranslator && params.po_set_last_translator === true) {
    fields.set('Last-Translator', header.lastTranslator);
  }
  if (header.languageTeam && params.po_set_language_team === true) {
    fields.set('Language-Team', header.languageTeam);
  }
  return fields;
}

function pluralForms({ number, formula }: { number: number; formula: string }): string {
  return `nplurals=${number}; plural=${formula};`;
}
