import { setImmediate as turn } from 'node:timers/promises';
import type { Knex } from 'knex';
import { asksForTerms, flagsOfString } from '../adapters/tasks/surroundings.ts';
import { checkGlossary } from '../checks/text/glossary.ts';
import { type Glossary, glossaryOf, type TermIndex, termIndex } from '../models/glossary.ts';
import { type CheckPlace, loadPlaces } from '../models/surroundings.ts';
import { type CheckingPlace, checkPage, pageLength } from './check-strings.ts';
import { settleSourceChecks } from './compare-touched.ts';
import type { ComponentJobs, OperationResult } from './component-jobs.ts';
import type { Ctx } from './job.ts';
import { loadExtraFlags } from './sync-checks.ts';
import type { ComponentServices } from './workplace.ts';

/** Key of the actor that checks strings against a glossary. Not that of its component, whose commits need not wait for it. */
export function glossaryKey(componentId: number): string {
  return `glossary:${componentId}`;
}

/** Ids of the glossaries that were written since the strings that use them were checked. */
export function changedGlossaries(knex: Knex): Promise<number[]> {
  return knex('components as c')
    .join('translations as t', 't.component_id', 'c.id')
    .where('c.is_glossary', 1)
    .whereRaw('t.strings_version <> t.followed_version')
    .distinct()
    .orderBy('c.id')
    .pluck('c.id');
}

/**
 * Checks those strings anew that a change of a glossary may concern, in the languages in which it was written: of its project
 * and those it is shared with, the strings that ask for their terms and hold one, or did not follow one before.
 */
export async function followGlossary(
  ctx: Ctx,
  services: ComponentServices,
  { component_id: componentId, user_id: userId = null }: ComponentJobs['follow-glossary']['payload'],
): Promise<OperationResult> {
  const { reader } = services.db;
  const glossary = await glossaryOf(reader, componentId);
  const written = glossary ? await writtenIn(reader, componentId) : [];
  if (!glossary || written.length === 0) {
    return { result: true };
  }
  ctx.step('check strings');
  const place = { ctx, services, userId, terms: await termIndex(reader, glossary) };
  const components = await componentsUsing(reader, glossary);
  const languages = await languagesOf(reader, glossary, written);
  for (const [done, id] of components.entries()) {
    await checkComponent(place, id, languages);
    ctx.progress((100 * (done + 1)) / components.length);
  }
  await ctx.commit(async (trx) => {
    for (const { id, strings_version } of written) {
      await trx('translations').where('id', id).update({ followed_version: strings_version });
    }
  });
  return { result: true };
}

interface Written {
  id: number;
  language_id: number;
  strings_version: number;
}

function writtenIn(knex: Knex, componentId: number): Promise<Written[]> {
  return knex('translations')
    .where('component_id', componentId)
    .whereRaw('strings_version <> followed_version')
    .orderBy('id')
    .select('id', 'language_id', 'strings_version');
}

/** A source text is that of all languages. */
function languagesOf(
  knex: Knex,
  { componentId, sourceId }: Glossary,
  written: readonly Written[],
): Promise<number[]> | number[] {
  return written.some(({ id }) => id === sourceId)
    ? knex('translations').where('component_id', componentId).whereNot('id', sourceId).pluck('language_id')
    : written.map(({ language_id }) => language_id);
}

/** Components of the glossary's project, and of those it is shared with, that are translated from its language. */
function componentsUsing(knex: Knex, { componentId, sourceLanguageId }: Glossary): Promise<number[]> {
  const own = knex('components').where('id', componentId).select('project_id');
  const shared = knex('component_links').where('component_id', componentId).select('project_id');
  return knex('components')
    .where({ is_glossary: 0, source_language_id: sourceLanguageId })
    .where((either) => either.whereIn('project_id', own).orWhereIn('project_id', shared))
    .orderBy('id')
    .pluck('id');
}

type FollowingPlace = CheckingPlace & { terms: TermIndex };

async function checkComponent(
  place: FollowingPlace,
  componentId: number,
  languages: readonly number[],
): Promise<void> {
  const { reader } = place.services.db;
  const translations: { id: number; is_source: number; language_id: number }[] = await reader('translations')
    .where('component_id', componentId)
    .orderBy('id')
    .select('id', 'is_source', 'language_id');
  const source = translations.find(({ is_source }) => is_source === 1);
  const targets = translations.filter(
    ({ id, language_id }) => id !== source?.id && languages.includes(language_id),
  );
  if (!source || targets.length === 0) {
    return;
  }
  const extraFlags = await loadExtraFlags(reader, source.id);
  const places = await loadPlaces(
    reader,
    targets.map(({ id }) => id),
  );
  const sources: number[] = [];
  for (const strings of places.values()) {
    sources.push(...(await checkTranslation(place, strings, extraFlags)));
  }
  await settleSourceChecks(place, componentId, [...new Set(sources)]);
}

/** Gives the source strings of those that were checked. */
async function checkTranslation(
  place: FollowingPlace,
  strings: CheckPlace,
  extraFlags: Readonly<Record<string, string>>,
): Promise<number[]> {
  const { reader } = place.services.db;
  const sources: number[] = [];
  for await (const rows of askingRows(reader, strings, extraFlags)) {
    place.ctx.signal.throwIfAborted();
    const failing = new Set<number>(
      await reader('unit_checks')
        .where('name', checkGlossary.id)
        .whereIn(
          'unit_id',
          rows.map(({ id }) => id),
        )
        .pluck('unit_id'),
    );
    const concerned = rows.filter(({ id, source }) => failing.has(id) || place.terms.find(source).size > 0);
    for (let start = 0; start < concerned.length; start += pageLength) {
      const page = concerned.slice(start, start + pageLength);
      await checkPage(
        place,
        strings,
        page.map(({ id }) => id),
      );
    }
    sources.push(...concerned.flatMap(({ source_unit_id }) => source_unit_id ?? []));
  }
  return sources;
}

interface AskingRow {
  id: number;
  source_unit_id: number | null;
  id_hash: string;
  /** Forms joined. */
  source: string;
  location: string;
  flags: string;
}

const rowsAtOnce = 1000;

/** The strings of a translation that ask for terms, page by page. */
async function* askingRows(
  knex: Knex,
  strings: CheckPlace,
  extraFlags: Readonly<Record<string, string>>,
): AsyncGenerator<AskingRow[]> {
  for (let last = 0; ; ) {
    const rows: AskingRow[] = await knex('units')
      .where('translation_id', strings.translationId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsAtOnce)
      .select('id', 'source_unit_id', 'id_hash', 'source', 'location', 'flags');
    const asking = rows.filter((row) =>
      asksForTerms(strings, { flags: flagsOfString(row, extraFlags[row.id_hash] ?? '') }),
    );
    if (asking.length > 0) {
      yield asking;
    }
    if (rows.length < rowsAtOnce) {
      return;
    }
    last = rows.at(-1)!.id;
    await turn();
  }
}
