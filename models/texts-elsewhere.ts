import { setImmediate as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { QueryBuilder } from 'objection';
import type { Component } from './component.ts';
import { joinForms } from './forms.ts';
import { targetCondition, unitsByTarget } from './target-index.ts';
import { Translation } from './translation.ts';
import { Unit, unitState } from './unit.ts';

/** A translation whose texts may be taken. */
export interface Origin {
  id: number;
  /** The translation with the sources. */
  sourceId: number;
  /** Where these are: see unit-places.ts. */
  projectId: number;
  sourceLanguageId: number;
  /** Forms of a plural string. */
  forms: number;
}

/** A string that asks for a text. */
export type AskingUnit = Pick<Unit, 'id' | 'source' | 'target' | 'isPlural'>;

/** Translations and texts of one statement: each text is a look into the index for each of the translations. */
const originsAtOnce = 20;
const textsAtOnce = 50;

/** The translations of `components` into a language, by id; `components` selects ids. */
export async function originsIn(
  knex: Knex,
  components: QueryBuilder<Component>,
  languageId: number,
): Promise<Origin[]> {
  const rows: Origin[] = await Translation.query(knex)
    .join('translations as sources', 'sources.component_id', 'translations.component_id')
    .join('components', 'components.id', 'translations.component_id')
    .join('plurals', 'plurals.id', 'translations.plural_id')
    .whereIn('translations.component_id', components)
    .where({ 'translations.language_id': languageId, 'translations.is_source': 0, 'sources.is_source': 1 })
    .orderBy('translations.id')
    .select(
      'translations.id',
      'sources.id as sourceId',
      'sources.language_id as sourceLanguageId',
      'components.project_id as projectId',
      'plurals.number as forms',
    )
    .toKnexQuery();
  return rows;
}

/**
 * Finished texts of strings with the very same source, whatever their context, by the ids of `units`. Of several the one of the
 * lowest translation counts. Plural strings take texts of as many forms as they have: `forms`.
 */
export async function textsElsewhere(
  knex: Knex,
  origins: readonly Origin[],
  units: readonly AskingUnit[],
  forms: number,
): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  // What has no source text is not told apart by it.
  const named = units.filter(({ source }) => joinForms(source) !== '');
  for (let start = 0; start < named.length; start += textsAtOnce) {
    let asking = named.slice(start, start + textsAtOnce);
    for (let next = 0; next < origins.length && asking.length > 0; next += originsAtOnce) {
      const some = origins.slice(next, next + originsAtOnce);
      const candidates = await candidatesIn(knex, some, asking, forms);
      for (const unit of asking) {
        const text = candidates.find((candidate) => answers(candidate, unit));
        if (text) {
          found.set(unit.id, text.target);
        }
      }
      asking = asking.filter(({ id }) => !found.has(id));
      await pause();
    }
  }
  return found;
}

/**
 * Strings of the translations `origins`, of one project and from one language, with one of these sources, by the index of
 * texts: in the source language a string's text is its source.
 */
export function equalSources(
  knex: Knex,
  origins: readonly Omit<Origin, 'forms'>[],
  sources: readonly string[],
): Knex.QueryBuilder {
  const { sql, bindings } = targetCondition(knex, sources);
  const { projectId, sourceLanguageId } = origins[0]!;
  return knex
    .from(unitsByTarget(knex))
    .where({ 'units.project_id': projectId, 'units.language_id': sourceLanguageId })
    .whereRaw(sql, [...bindings])
    .whereIn(
      'units.translation_id',
      origins.map(({ sourceId }) => sourceId),
    )
    .crossJoin('translations as sources', 'sources.id', 'units.translation_id')
    .crossJoin('translations', 'translations.component_id', 'sources.component_id')
    .crossJoin('units as texts', (on) =>
      on.on('texts.translation_id', 'translations.id').on('texts.id_hash', 'units.id_hash'),
    )
    .whereIn(
      'translations.id',
      origins.map(({ id }) => id),
    )
    .where('texts.state', '>=', unitState.translated)
    .whereNot('texts.target', '')
    .select('texts.id', 'texts.translation_id', 'texts.source', 'texts.target');
}

async function candidatesIn(
  knex: Knex,
  origins: readonly Origin[],
  asking: readonly AskingUnit[],
  forms: number,
): Promise<Unit[]> {
  const sources = [...new Set(asking.map(({ source }) => joinForms(source)))];
  const rows: object[] = [];
  for (const group of Map.groupBy(origins, placeName).values()) {
    rows.push(...(await equalSources(knex, group, sources)));
  }
  const formsOf = new Map(origins.map((origin) => [origin.id, origin.forms]));
  return rows
    .map((row) => Unit.fromDatabaseJson(row))
    .filter(({ target }) => target.some((form) => form !== ''))
    .filter((unit) => !unit.isPlural || formsOf.get(unit.translation_id) === forms)
    .sort((a, b) => a.translation_id - b.translation_id || a.id - b.id);
}

function placeName({ projectId, sourceLanguageId }: Origin): string {
  return `${projectId} ${sourceLanguageId}`;
}

function answers(candidate: Unit, unit: AskingUnit): boolean {
  return (
    candidate.id !== unit.id &&
    candidate.isPlural === unit.isPlural &&
    joinForms(candidate.source) === joinForms(unit.source)
  );
}
