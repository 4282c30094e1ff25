import { actionNames, contentActions } from '../models/actions.ts';
import {
  type Compile,
  type Condition,
  dateCondition,
  exists,
  joinConditions,
  nameCondition,
  type SearchContext,
  wordOf,
} from './condition.ts';
import { type Query, QueryError, type Term } from './parse.ts';

const ofContent = `ch.action IN (${contentActions.join(', ')})`;
const byAuthor = nameCondition('author.username');

/** Fields about the history of a unit, by name. */
export const changeFields: Readonly<Record<string, Compile>> = {
  changed: (term, context) => both(ofContent, dateCondition('ch.timestamp')(term, context)),
  changed_by: (term, context) => both(ofContent, authorCondition(term, context)),
  change_time: dateCondition('ch.timestamp'),
  change_action: actionCondition,
};

/** Whether the query asks for changes and for nothing else, so that one change can be asked for all of it. */
export function isAboutChanges(query: Query): boolean {
  switch (query.type) {
    case 'term':
      return query.field !== null && Object.hasOwn(changeFields, query.field);
    case 'and':
    case 'or':
      return query.items.every(isAboutChanges);
    default:
      return false;
  }
}

/** Met by a unit that has one change meeting all of `query`, which is about changes. */
export function changesCondition(query: Query, context: SearchContext): Condition {
  const { sql, bindings } = ofOneChange(query, context);
  return { sql: exists(`changes AS ch WHERE ch.unit_id = units.id AND (${sql})`), bindings };
}

function ofOneChange(query: Query, context: SearchContext): Condition {
  if (query.type === 'and' || query.type === 'or') {
    const conditions = query.items.map((item) => ofOneChange(item, context));
    return joinConditions(conditions, query.type === 'and' ? ' AND ' : ' OR ');
  }
  if (query.type !== 'term') {
    throw new TypeError(`A change cannot be asked for "${query.type}".`);
  }
  return changeFields[query.field ?? '']!(query, context);
}

function authorCondition(term: Term, context: SearchContext): Condition {
  if (term.value.kind === 'text' && term.value.text === '') {
    return { sql: 'ch.author_id IS NULL', bindings: [] };
  }
  const { sql, bindings } = byAuthor(term, context);
  return { sql: `ch.author_id IN (SELECT author.id FROM users AS author WHERE ${sql})`, bindings };
}

/** An action by its display name, or the same in lower case with hyphens. */
function actionCondition(term: Term): Condition {
  const wanted = wordOf(term).toLowerCase().replaceAll(' ', '-');
  for (const [id, name] of actionNames) {
    if (name.toLowerCase().replaceAll(' ', '-') === wanted) {
      return { sql: 'ch.action = ?', bindings: [id] };
    }
  }
  throw new QueryError(`there is no action "${wordOf(term)}"`, term.start);
}

function both(sql: string, condition: Condition): Condition {
  return { sql: `${sql} AND ${condition.sql}`, bindings: condition.bindings };
}
