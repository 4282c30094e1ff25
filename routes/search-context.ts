import type { Database } from '../models/database.ts';
import { unitsWithTerms } from '../models/glossary-search.ts';
import type { SearchContext } from '../search/condition.ts';
import type { FoundTranslation } from './find.ts';

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
