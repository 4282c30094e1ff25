import { isAboutChanges } from './changes.ts';
import { type Query, QueryError, type Term } from './parse.ts';

/*
 * Terms about changes that are asked for together must be met by one and the same change. Where an OR stands between them,
 * that goes for each of its alternatives: `changed_by:ana AND (change_action:approved OR source:x)` is
 * `(changed_by:ana AND change_action:approved) OR (changed_by:ana AND source:x)`.
 */

/** Each alternative may be looked for by itself. */
const mostAlternatives = 64;

/** @throws {QueryError} when the query asks for changes in too many alternatives. */
export function limitAlternatives(query: Query): void {
  const first = changeTerms(query).next().value;
  if (first && alternatives(query) > mostAlternatives) {
    throw new QueryError(`a search may ask for changes in ${mostAlternatives} ways at most`, first.start);
  }
}

/** The same query, with no OR between terms about changes that belong together; items of an AND are never ANDs. */
export function bringTogether(items: readonly Query[]): Query {
  const flat = items.flatMap(flatten);
  const asking = flat.filter(asksForChanges);
  const mixed = flat.find((item) => item.type === 'or' && asksForChanges(item) && !isAboutChanges(item));
  if (asking.length < 2 || mixed?.type !== 'or') {
    return { type: 'and', items: flat };
  }
  const others = flat.filter((item) => item !== mixed);
  return { type: 'or', items: mixed.items.map((item) => bringTogether([item, ...others])) };
}

function flatten(query: Query): Query[] {
  return query.type === 'and' ? query.items.flatMap(flatten) : [query];
}

/** Outside of a NOT, which is looked at by itself. */
function asksForChanges(query: Query): boolean {
  return query.type === 'and' || query.type === 'or'
    ? query.items.some(asksForChanges)
    : isAboutChanges(query);
}

/** How often changes are looked for once `bringTogether` is through with the query. */
function alternatives(query: Query): number {
  switch (query.type) {
    case 'not':
      return alternatives(query.item);
    case 'or':
      return query.items.reduce((sum, item) => sum + alternatives(item), 0);
    case 'and': {
      const flat = flatten(query);
      const asking = flat.filter(asksForChanges).map(choices);
      const apart = flat.filter((item) => !asksForChanges(item)).map(alternatives);
      return Math.max(
        0,
        ...apart,
        asking.reduce((product, count) => product * count, Math.min(asking.length, 1)),
      );
    }
    default:
      return isAboutChanges(query) ? 1 : 0;
  }
}

/** Ways to meet one item of an AND; those without changes count too, as each stands beside the changes of the others. */
function choices(item: Query): number {
  return item.type === 'or'
    ? item.items.reduce((sum, choice) => sum + Math.max(1, alternatives(choice)), 0)
    : alternatives(item);
}

function* changeTerms(query: Query): Generator<Term, undefined> {
  if (query.type === 'not') {
    yield* changeTerms(query.item);
  } else if (query.type === 'and' || query.type === 'or') {
    for (const item of query.items) {
      yield* changeTerms(item);
    }
  } else if (query.type === 'term' && isAboutChanges(query)) {
    yield query;
  }
}
