import type { Database } from '../models/database.ts';
import { unitsWithTerms } from '../models/glossary-search.ts';
import { searchUnits } from '../search/compile.ts';
import type { SearchContext } from '../search/condition.ts';
import { QueryError } from '../search/parse.ts';
import type { FoundTranslation } from './find.ts';
import { invalid } from './http/errors.ts';

/** What the search `q` may ask for, of all units or those of one translation. What the database cannot find is found here. */
export async function searchContext(
  { reader, engine }: Pick<Database, 'reader' | 'engine'>,
  q: string,
  translation?: FoundTranslation,
): Promise<SearchContext> {
  const context = { engine, now: Date.now() };
  const asksForTerms = translation !== undefined && /glossary/i.test(q);
  return asksForTerms ? { ...context, unitsWithTerms: await unitsWithTerms(reader, translation) } : context;
}

/**
 * Narrows `units`, a query of that table, to what the caller's search `q` asks for.
 * @throws {ApiError} 400 on the key that the search came from, when it cannot be read
 */
export function searchFor(
  units: Parameters<typeof searchUnits>[0],
  q: string,
  context: SearchContext,
  attr = 'q',
): void {
  try {
    searchUnits(units, q, context);
  } catch (error) {
    if (error instanceof QueryError) {
      throw invalid(attr, error.message);
    }
    throw error;
  }
}
