import { actionNames, contentActions } from '../models/actions.ts';
import {
  type Compile,
  type Condition,
  dateCondition,
  nameCondition,
  type SearchContext,
  textOf,
} from './condition.ts';
import { QueryError, type Term } from './parse.ts';

const ofContent = `ch.action IN (${contentActions.join(', ')})`;
const byAuthor = nameCondition('author.username');

/** Fields about the history of a unit, by name. */
export const changeFields: Readonly<Record<string, Compile>> = {
  changed: (term, context) => both(ofContent, dateCondition('ch.timestamp')(term, context)),
  changed_by: (term, context) => both(ofContent, authorCondition(term, context)),
  change_time: dateCondition('ch.timestamp'),
  change_action: actionCondition,
};

/** Met by a unit that has one change meeting all of `terms`. */
export function changesCondition(terms: readonly Term[], context: SearchContext): Condition {
  const conditions = terms.map((term) => changeFields[term.field ?? '']!(term, context));
  return {
    sql: `EXISTS (SELECT 1 FROM changes AS ch WHERE ch.unit_id = units.id AND ${conditions.map(({ sql }) => `(${sql})`).join(' AND ')})`,
    bindings: conditions.flatMap(({ bindings }) => bindings),
  };
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
  const wanted = textOf(term).toLowerCase().replaceAll(' ', '-');
  for (const [id, name] of actionNames) {
    if (name.toLowerCase().replaceAll(' ', '-') === wanted) {
      return { sql: 'ch.action = ?', bindings: [id] };
    }
  }
  throw new QueryError(`there is no action "${textOf(term)}"`, term.start);
}

function both(sql: string, condition: Condition): Condition {
  return { sql: `${sql} AND ${condition.sql}`, bindings: condition.bindings };
}
