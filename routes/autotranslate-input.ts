import { z } from 'zod';
import type { AutomaticMode, AutomaticTranslation } from '../models/automatic-translation.ts';
import { Unit } from '../models/unit.ts';
import { mayReview } from '../models/unit-rights.ts';
import { searchUnits } from '../search/compile.ts';
import { queryOfFilter } from '../search/filter-types.ts';
import type { FoundTranslation } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { invalid } from './http/errors.ts';
import { searchContext, searchFor } from './search-context.ts';

const modes = ['suggest', 'translate', 'fuzzy', 'approved'] as const satisfies AutomaticMode[];

/** What is translated automatically, from where, and what becomes of it. */
export const automaticBody = z.object({
  mode: z.enum(modes),
  q: z
    .string()
    .optional()
    .meta({ description: 'Search query; wins over filter_type, one of them is needed' }),
  filter_type: z.string().optional().meta({ description: 'Name of a search: all, todo, check:end_stop, …' }),
  auto_source: z.enum(['others', 'mt']),
  component: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'Id, slug or path of a component; none: all others of the project' }),
  engines: z.array(z.string()).optional(),
  threshold: z.int().min(1).max(100).optional(),
});

export type AutomaticInput = z.output<typeof automaticBody>;

/** @throws {ApiError} 400 on `mode`: approving is offered only to those who may, where strings are reviewed */
export function checkMode({ caller }: Call, translation: FoundTranslation, { mode }: AutomaticInput): void {
  if (mode === 'approved' && !mayReview(caller, translation)) {
    throw invalid('mode', '"approved" is not a valid choice.', 'invalid_choice');
  }
}

/**
 * Only texts of other components are there to be taken: no service that translates is set up on this server, so none can be
 * named, and without one there is no machine translation.
 * @throws {ApiError} 400 on `engines`
 */
export function checkSource({ auto_source: source, engines = [] }: AutomaticInput): void {
  const unknown = engines.find((engine) => engine !== '');
  if (unknown !== undefined) {
    throw invalid('engines', `There is no translation service "${unknown}".`, 'invalid_choice');
  }
  if (source === 'mt') {
    throw invalid('engines', 'Machine translation needs a service, and none is set up.', 'required');
  }
}

/**
 * What narrows strings to those that are asked for.
 * @throws {ApiError} 400 on `q` or `filter_type`, whichever counts
 */
export async function readSearch(
  { services: { db } }: Call,
  translation: FoundTranslation,
  input: AutomaticInput,
): Promise<AutomaticTranslation['narrow']> {
  const { attr, query } = searchText(input);
  const context = await searchContext(db, query, translation);
  // What is wrong with the query shows before anything is written.
  searchFor(Unit.query(db.reader), query, context, attr);
  return (units) => {
    searchUnits(units, query, context);
  };
}

function searchText({ q = '', filter_type: filter = '' }: AutomaticInput): { attr: string; query: string } {
  if (q.trim() !== '') {
    return { attr: 'q', query: q };
  }
  if (filter === '') {
    throw invalid('q', 'This field is required.', 'required');
  }
  const query = queryOfFilter(filter);
  if (query === undefined) {
    throw invalid('filter_type', `"${filter}" is not a valid choice.`, 'invalid_choice');
  }
  return { attr: 'filter_type', query };
}
