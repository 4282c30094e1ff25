import type { Knex } from 'knex';
import { GlossaryIndex } from '../checks/glossary-index.ts';
import { splitForms } from './forms.ts';
import { unitState } from './unit.ts';

/** The terms of a component that is a glossary, in its source language. */
export interface Glossary {
  componentId: number;
  sourceLanguageId: number;
  /** Code of that language. */
  language: string;
  /** Its translation into that language, and how often that was written. */
  sourceId: number;
  version: number;
}

/** The glossaries of a project in one source language: its own, and those of others that are shared with it. */
export async function glossariesOf(
  knex: Knex,
  projectId: number,
  sourceLanguageId: number,
): Promise<Glossary[]> {
  // From the links to the components: SQLite keeps to this order in a CROSS JOIN alone, else it looks at all glossaries.
  const shared = knex('component_links as link')
    .crossJoin('components as c', 'c.id', 'link.component_id')
    .where({ 'link.project_id': projectId, 'c.is_glossary': 1 })
    .modify(withSource);
  const all: Glossary[] = await knex('components as c')
    .where({ 'c.is_glossary': 1, 'c.project_id': projectId })
    .modify(withSource)
    .unionAll(shared);
  return all.filter((glossary) => glossary.sourceLanguageId === sourceLanguageId);
}

/** The glossary that a component is; null: it is none (any more). */
export async function glossaryOf(knex: Knex, componentId: number): Promise<Glossary | null> {
  const found = await knex('components as c')
    .where({ 'c.id': componentId, 'c.is_glossary': 1 })
    .modify(withSource)
    .first();
  return found ?? null;
}

/** Projects whose strings may ask for the terms of a component, were it a glossary: its own, and those it is shared with. */
export async function projectsUsing(knex: Knex, componentId: number): Promise<number[]> {
  const own: number[] = await knex('components').where('id', componentId).pluck('project_id');
  const shared: number[] = await knex('component_links')
    .where('component_id', componentId)
    .pluck('project_id');
  return [...own, ...shared];
}

/** Has all strings compared anew that ask for the terms of a glossary. */
export async function forgetFollowed(trx: Knex.Transaction, componentId: number): Promise<void> {
  await trx('translations').where('component_id', componentId).update({ followed_version: -1 });
}

/** Reads `Glossary` rows of the components `c`. */
function withSource(query: Knex.QueryBuilder): void {
  query
    .join('translations as s', (on) =>
      on.on('s.component_id', 'c.id').andOn('s.language_id', 'c.source_language_id'),
    )
    .join('languages as l', 'l.id', 'c.source_language_id')
    .select(
      'c.id as componentId',
      'c.source_language_id as sourceLanguageId',
      'l.code as language',
      's.id as sourceId',
      's.strings_version as version',
    );
}

/** Id hashes of terms, by what the terms are; the languages of a glossary share the hashes. */
export type TermIndex = GlossaryIndex<string>;

interface Kept {
  version: number;
  size: number;
  index: TermIndex;
}

/** Terms of all indexes that are kept together: some hundred megabytes at most. */
const keptTerms = 500_000;

/** By database, and by source translation. */
const known = new WeakMap<object, Map<number, Kept>>();

/**
 * The terms of a glossary that count: those whose source is translated. Kept until the glossary is written again, so a save
 * reads none of them. Not to be called by a transaction that writes source strings of glossaries.
 */
export async function termIndex(knex: Knex, { sourceId, version, language }: Glossary): Promise<TermIndex> {
  const kept = known.get(knex.client.config) ?? new Map<number, Kept>();
  known.set(knex.client.config, kept);
  const current = kept.get(sourceId);
  kept.delete(sourceId);
  if (current?.version === version) {
    kept.set(sourceId, current);
    return current.index;
  }
  const rows: { id_hash: string; source: string }[] = await knex('units')
    .where('translation_id', sourceId)
    .where('state', '>=', unitState.translated)
    .select('id_hash', 'source');
  const terms = rows.map(({ id_hash, source }) => [splitForms(source)[0]!, id_hash] as const);
  const index = new GlossaryIndex(language, terms);
  kept.set(sourceId, { version, size: rows.length, index });
  dropOldest(kept);
  return index;
}

/** Forgets the indexes that were not asked for longest until the others fit; the newest one stays anyway. */
function dropOldest(kept: Map<number, Kept>): void {
  let total = [...kept.values()].reduce((sum, { size }) => sum + size, 0);
  for (const [id, { size }] of kept) {
    if (total <= keptTerms || kept.size === 1) {
      return;
    }
    kept.delete(id);
    total -= size;
  }
}
