import type { Knex } from 'knex';
import { changesCondition, isAboutChanges } from './changes.ts';
import { type Condition, joinConditions, type SearchContext } from './condition.ts';
import { fields, freeText } from './fields.ts';
import { parseQuery, type Query, QueryError, type Term } from './parse.ts';
import { bringTogether, limitAlternatives } from './together.ts';

/** SQLite nests 1,000 expressions at most, and each term is one. */
const mostTerms = 200;

/**
 * Narrows `builder`, a query of the table `units`, to what the search text asks for.
 * @throws {QueryError} when the text cannot be read or names what does not exist.
 */
export function searchUnits<Builder extends { whereRaw(sql: string, bindings: Knex.RawBinding[]): unknown }>(
  builder: Builder,
  text: string,
  context: SearchContext,
): Builder {
  const query = parseQuery(text);
  if (query.type !== 'all') {
    limitTerms(query);
    limitAlternatives(query);
    const { sql, bindings } = compile(query, context);
    // In brackets: an OR must not reach past the conditions that stand there already.
    builder.whereRaw(`(${sql})`, bindings);
  }
  return builder;
}

function limitTerms(query: Query): void {
  const beyond = termsOf(query)[mostTerms];
  if (beyond) {
    throw new QueryError(`a search may have ${mostTerms} terms at most`, beyond.start);
  }
}

function termsOf(query: Query): Term[] {
  switch (query.type) {
    case 'all':
      return [];
    case 'not':
      return termsOf(query.item);
    case 'and':
    case 'or':
      return query.items.flatMap(termsOf);
    case 'term':
      return [query];
  }
}

function compile(query: Query, context: SearchContext): Condition {
  if (isAboutChanges(query)) {
    return changesCondition(query, context);
  }
  switch (query.type) {
    case 'all':
      return { sql: '1 = 1', bindings: [] };
    case 'not': {
      const { sql, bindings } = compile(query.item, context);
      return { sql: `NOT (${sql})`, bindings };
    }
    case 'or':
      return joinConditions(
        query.items.map((item) => compile(item, context)),
        ' OR ',
      );
    case 'and':
      return compileAnd(query.items, context);
    case 'term':
      return compileTerm(query, context);
  }
}

function compileAnd(items: readonly Query[], context: SearchContext): Condition {
  const together = bringTogether(items);
  if (together.type !== 'and') {
    return compile(together, context);
  }
  const aboutChanges = together.items.filter(isAboutChanges);
  const conditions = together.items
    .filter((item) => !isAboutChanges(item))
    .map((item) => compile(item, context));
  if (aboutChanges.length > 0) {
    conditions.push(changesCondition({ type: 'and', items: aboutChanges }, context));
  }
  return joinConditions(conditions, ' AND ');
}

function compileTerm(term: Term, context: SearchContext): Condition {
  if (term.field === null) {
    return freeText(term);
  }
  const field = Object.hasOwn(fields, term.field) ? fields[term.field] : undefined;
  if (!field) {
    throw new QueryError(`there is no field "${term.field}"`, term.start);
  }
  return field(term, context);
}
