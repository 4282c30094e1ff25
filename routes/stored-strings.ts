import type { StoredString } from '../adapters/tasks/export.ts';
import { splitForms } from '../models/forms.ts';
import { placeholders, rawRows } from '../models/raw-rows.ts';
import { searchUnits } from '../search/compile.ts';
import type { FoundTranslation } from './find.ts';
import type { Call } from './http/endpoint.ts';
import type { UnitRow } from './present/unit.ts';
import { searchContext } from './search-context.ts';

/** Rows read at a time: few enough that requests of others come in between. */
const pageSize = 500;

/**
 * The strings of a translation that the search `q` finds, in the order of the file.
 * @throws {QueryError} when the query cannot be read
 */
export async function storedStrings(
  { services: { db } }: Pick<Call, 'services'>,
  translation: FoundTranslation,
  q: string,
): Promise<StoredString[]> {
  // One for all pages: queries may say `yesterday`.
  const context = await searchContext(db, q, translation);
  const strings: StoredString[] = [];
  let last: Pick<Row, 'position' | 'id'> = { position: 0, id: 0 };
  for (;;) {
    const page = db
      .reader('units')
      .where('units.translation_id', translation.id)
      .where('units.position', '>=', last.position)
      .whereRaw('(units.position > ? OR units.id > ?)', [last.position, last.id])
      .orderBy(['units.position', 'units.id'])
      .limit(pageSize)
      .select('units.*');
    const rows: Row[] = await searchUnits(page, q, context);
    strings.push(...(await presentRows(db.reader, rows)));
    const end = rows.at(-1);
    if (!end || rows.length < pageSize) {
      return strings;
    }
    last = end;
  }
}

type Row = UnitRow & { original_state: number };
type Reader = Call['services']['db']['reader'];

async function presentRows(reader: Reader, rows: readonly Row[]): Promise<StoredString[]> {
  const sources = await sourceTexts(reader, rows);
  const notes = await translatorNotes(reader, rows);
  return rows.map((row) => {
    const source = sources.get(row.source_unit_id ?? row.id);
    return {
      context: row.context,
      source: splitForms(row.source),
      target: splitForms(row.target),
      previousSource: row.previous_source === '' ? [] : splitForms(row.previous_source),
      state: row.state,
      originalState: row.original_state,
      location: row.location,
      note: row.note,
      explanation: source?.explanation ?? row.explanation,
      flags: row.flags,
      extraFlags: source?.extra_flags ?? '',
      translatorNotes: notes.get(row.id) ?? [],
      idHash: row.id_hash,
    };
  });
}

/** What was given to the source strings of `rows` for all languages, by their ids. */
async function sourceTexts(
  reader: Reader,
  rows: readonly Row[],
): Promise<Map<number, { explanation: string; extra_flags: string }>> {
  const ids = [...new Set(rows.map(({ id, source_unit_id }) => source_unit_id ?? id))];
  const found = await rawRows<{ id: number; explanation: string; extra_flags: string }>(
    reader,
    `SELECT id, explanation, extra_flags FROM units WHERE id IN (${placeholders(ids)})
      AND (explanation <> '' OR extra_flags <> '')`,
    ids,
  );
  return new Map(found.map((row) => [row.id, row]));
}

/** Comments that nobody has resolved, and suggestions, which say that they are; by the string's id. */
async function translatorNotes(reader: Reader, rows: readonly Row[]): Promise<Map<number, string[]>> {
  const notes = new Map<number, string[]>();
  const add = (id: number, text: string) => notes.set(id, [...(notes.get(id) ?? []), text]);
  const commented = rows.filter((row) => row.has_comment === 1).map(({ id }) => id);
  if (commented.length > 0) {
    const comments = await rawRows<{ unit_id: number; comment: string }>(
      reader,
      `SELECT unit_id, comment FROM comments WHERE unit_id IN (${placeholders(commented)}) AND resolved = 0
        ORDER BY id`,
      commented,
    );
    for (const { unit_id, comment } of comments) {
      add(unit_id, comment);
    }
  }
  const suggested = rows.filter((row) => row.has_suggestion === 1).map(({ id }) => id);
  if (suggested.length > 0) {
    const suggestions = await rawRows<{ unit_id: number; target: string }>(
      reader,
      `SELECT unit_id, target FROM suggestions WHERE unit_id IN (${placeholders(suggested)}) ORDER BY id`,
      suggested,
    );
    for (const { unit_id, target } of suggestions) {
      add(unit_id, `Suggestion: ${splitForms(target).join('\n')}`);
    }
  }
  return notes;
}
