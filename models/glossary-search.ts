import { setImmediate as turn } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Component } from './component.ts';
import { glossariesOf, type TermIndex, termIndex } from './glossary.ts';
import type { Translation } from './translation.ts';

const rowsAtOnce = 500;

/** Ids of the units of a translation whose source holds a term of the project's glossaries. */
export async function unitsWithTerms(
  knex: Knex,
  {
    id,
    component,
  }: Pick<Translation, 'id'> & { component: Pick<Component, 'project_id' | 'source_language_id'> },
): Promise<number[]> {
  const glossaries = await glossariesOf(knex, component.project_id, component.source_language_id);
  const indexes: TermIndex[] = [];
  for (const glossary of glossaries) {
    indexes.push(await termIndex(knex, glossary));
  }
  const found: number[] = [];
  for (let last = 0; indexes.some((index) => !index.isEmpty); await turn()) {
    const rows: { id: number; source: string }[] = await knex('units')
      .where('translation_id', id)
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsAtOnce)
      .select('id', 'source');
    const holding = rows.filter(({ source }) => indexes.some((index) => index.find(source).size > 0));
    found.push(...holding.map((row) => row.id));
    if (rows.length < rowsAtOnce) {
      break;
    }
    last = rows.at(-1)!.id;
  }
  return found;
}
