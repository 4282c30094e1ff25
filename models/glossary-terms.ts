import type { Knex } from 'knex';
import { asksForTerms, flagsIn, flagsOfString, type PlacedString } from '../adapters/tasks/surroundings.ts';
import type { GlossaryTerm } from '../checks/check.ts';
import { splitForms } from './forms.ts';
import { type Glossary, glossariesOf, termIndex } from './glossary.ts';
import { type CheckPlace, loadPlaces } from './surroundings.ts';
import { unitState } from './unit.ts';

/** Where strings are translated, as far as their glossaries ask. */
export type TermsPlace = Pick<
  CheckPlace,
  'projectId' | 'languageId' | 'sourceLanguageId' | 'outerFlags' | 'isSource' | 'isGlossary'
>;

/**
 * Gives strings of one translation what the project's glossaries say of their sources, those whose flags ask for it; the
 * others come back as they are. Reads nothing where none asks, and of the glossaries no more than the terms that occur.
 */
export async function withTerms<S extends PlacedString>(
  knex: Knex,
  place: TermsPlace,
  strings: readonly S[],
): Promise<S[]> {
  const asking = new Set(strings.filter((string) => asksForTerms(place, string)));
  if (asking.size === 0) {
    return [...strings];
  }
  const glossaries = await glossariesOf(knex, place.projectId, place.sourceLanguageId);
  const terms = new Map<S, GlossaryTerm[]>();
  for (const glossary of glossaries) {
    const hashes = await hashesIn(knex, glossary, asking);
    const wanted = new Set([...hashes.values()].flatMap((found) => [...found]));
    const entries = await entriesOf(knex, glossary, place.languageId, [...wanted]);
    for (const [string, found] of hashes) {
      const own = [...found].flatMap((hash) => entries.get(hash) ?? []);
      terms.set(string, [...(terms.get(string) ?? []), ...own]);
    }
  }
  return strings.map((string) =>
    asking.has(string) ? { ...string, terms: terms.get(string) ?? [] } : string,
  );
}

/** The terms of a glossary that stand in any form of the sources of strings. */
async function hashesIn<S extends PlacedString>(
  knex: Knex,
  glossary: Glossary,
  strings: Iterable<S>,
): Promise<Map<S, Set<string>>> {
  const index = await termIndex(knex, glossary);
  const hashes = new Map<S, Set<string>>();
  for (const string of strings) {
    hashes.set(string, new Set(string.source.flatMap((form) => [...index.find(form)])));
  }
  return hashes;
}

interface EntryRow {
  translation_id: number;
  id_hash: string;
  source: string;
  target: string;
  state: number;
  location: string;
  flags: string;
  /** Of the source string; null where it has none. */
  extra_flags: string | null;
}

/** Entries of a glossary in one language, by their id hashes. */
async function entriesOf(
  knex: Knex,
  { componentId }: Glossary,
  languageId: number,
  hashes: readonly string[],
): Promise<Map<string, GlossaryTerm>> {
  if (hashes.length === 0) {
    return new Map();
  }
  const rows: EntryRow[] = await knex('translations as t')
    .join('units as u', 'u.translation_id', 't.id')
    .leftJoin('units as source', 'source.id', 'u.source_unit_id')
    .where({ 't.component_id': componentId, 't.language_id': languageId })
    .whereIn('u.id_hash', hashes)
    .select(
      ...['translation_id', 'id_hash', 'source', 'target', 'state', 'location', 'flags'].map(
        (column) => `u.${column}`,
      ),
      'source.extra_flags',
    );
  const [first] = rows;
  if (!first) {
    return new Map();
  }
  const outer = (await loadPlaces(knex, [first.translation_id])).get(first.translation_id)!;
  return new Map(rows.map((row) => [row.id_hash, termOf(row, outer)]));
}

function termOf(row: EntryRow, outer: CheckPlace): GlossaryTerm {
  const flags = flagsIn(outer, flagsOfString(row, row.extra_flags ?? ''));
  const isReadOnly = row.state === unitState.readonly || flags.has('read-only');
  const source = splitForms(row.source)[0]!;
  const target = isReadOnly ? source : splitForms(row.target)[0]!;
  return { source, target, isForbidden: flags.has('forbidden'), isReadOnly };
}
