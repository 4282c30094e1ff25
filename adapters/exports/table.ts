import { type ExportString, isPlural, sourceForm } from './exporter.ts';

/** Columns of the formats that are tables; the first eight are those that tools for translators know. */
export const columns = [
  'location',
  'source',
  'target',
  'id',
  'fuzzy',
  'context',
  'translator_comments',
  'developer_comments',
  'plural_form',
  'id_hash',
] as const;

/** A row for each string, and one for each form of those that have several, by the number of the form from 0. */
export function* rowsOf(strings: readonly ExportString[]): Generator<string[]> {
  for (const unit of strings) {
    for (const [form, text] of unit.target.entries()) {
      yield rowOf(unit, { source: sourceForm(unit, form), text, form: isPlural(unit) ? `${form}` : '' });
    }
  }
}

/** A row for each value of a string that may have several; strings without any are left out. */
export function* valueRows(strings: readonly ExportString[]): Generator<string[]> {
  for (const unit of strings) {
    for (const text of unit.target.filter((value) => value !== '')) {
      yield rowOf(unit, { source: unit.source[0] ?? '', text, form: '' });
    }
  }
}

function rowOf(
  unit: ExportString,
  { source, text, form }: { source: string; text: string; form: string },
): string[] {
  const { location, context, state, translatorNotes, developerNotes, idHash } = unit;
  const fuzzy = state === 'fuzzy' ? 'True' : 'False';
  return [location, source, text, context, fuzzy, context, translatorNotes, developerNotes, form, idHash];
}
