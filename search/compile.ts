import type { Knex } from 'knex';
import { changeFields, changesCondition } from './changes.ts';
import type { Condition, SearchContext } from './condition.ts';
import { fields, freeText } from './fields.ts';
import { parseQuery, type Query, QueryError, type Term } from './parse.ts';

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
    const { sql, bindings } = compile(query, context);
    // In brackets: an OR must not reach past the conditions that stand there already.
    builder.whereRaw(`(${sql})`, bindings);
  }
  return builder;
}

function compile(query: Query, context: SearchContext): Condition {
  switch (query.type) {
    case 'all':
      return { sql: '1 = 1', bindings: [] };
    case 'not': {
      const { sql, bindings } = compile(query.item, context);
      return { sql: `NOT (${sql})`, bindings };
    }
    case 'or':
      return join(
        query.items.map((item) => compile(item, context)),
        ' OR ',
      );
    case 'and':
      return compileAnd(query.items, context);
    case 'term':
      return compileTerm(query, context);
  }
}

/** Terms about changes that stand together must be met by one and the same change. */
function compileAnd(items: readonly Query[], context: SearchContext): Condition {
  const flat = items.flatMap((item) => (item.type === 'and' ? item.items : [item]));
  const aboutChanges = flat.filter((item): item is Term => item.type === 'term' && isAboutChanges(item));
  const conditions = flat
    .filter((item) => item.type !== 'term' || !isAboutChanges(item))
    .map((item) => compile(item, context));
  if (aboutChanges.length > 0) {
    conditions.push(changesCondition(aboutChanges, context));
  }
  return join(conditions, ' AND ');
}

function compileTerm(term: Term, context: SearchContext): Condition {
  if (term.field === null) {
    return freeText(term);
  }
  if (isAboutChanges(term)) {
    return changesCondition([term], context);
  }
  const field = Object.hasOwn(fields, term.field) ? fields[term.field] : undefined;
  if (!field) {
    throw new QueryError(`there is no field "${term.field}"`, term.start);
  }
  return field(term, context);
}

function isAboutChanges(term: Term): boolean {
  return term.field !== null && Object.hasOwn(changeFields, term.field);
}

function join(conditions: readonly Condition[], operator: string): Condition {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(operator),
    bindings: conditions.flatMap(({ bindings }) => bindings),
  };
}
