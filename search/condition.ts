import type { Knex } from 'knex';
import { readPeriod } from './dates.ts';
import { type Operator, QueryError, type Term } from './parse.ts';
import { RegexError, readRegex } from './regex.ts';

/** What a condition needs to know beside its term. */
export interface SearchContext {
  engine: 'sqlite' | 'mysql';
  /** Milliseconds since 1970, for `yesterday` and the like. */
  now: number;
  /** Units whose source holds a term of their project's glossaries; left out where no project is searched: none. */
  unitsWithTerms?: readonly number[];
}

/** SQL over the table `units`, with its bindings in order. */
export interface Condition {
  sql: string;
  bindings: Knex.RawBinding[];
}

export type Compile = (term: Term, context: SearchContext) => Condition;

const comparisons: Partial<Record<Operator, string>> = { ':<': '<', ':<=': '<=', ':>': '>', ':>=': '>=' };

/** Characters that LIKE is asked for at most: SQLite takes 50,000 bytes, and some of them are escaped. */
const longestPattern = 5000;

/** `text` with the wildcards of LIKE taken literally; the statement says `ESCAPE '!'`. */
export function likePattern(text: string, term: Term): string {
  if (text.length > longestPattern) {
    throw new QueryError(`a text may have ${longestPattern} characters at most`, term.start);
  }
  return `%${text.toLowerCase().replace(/[!%_]/g, '!$&')}%`;
}

/** A long text: contained without regard to case, equal with `:=`, or a regular expression. */
export function textCondition(column: string): Compile {
  return (term, context) => {
    const { operator, value } = term;
    if (value.kind === 'regex') {
      return { sql: regexSql(column, context), bindings: [checkedRegex(value.pattern, term)] };
    }
    const text = textOf(term);
    if (operator === ':=') {
      return { sql: `${column} = ?`, bindings: [text] };
    }
    // A comparison means nothing for texts; its sign was part of what is looked for.
    const wanted = `${operator.slice(1)}${text}`;
    return { sql: `LOWER(${column}) LIKE ? ESCAPE '!'`, bindings: [likePattern(wanted, term)] };
  };
}

/** A name such as a user's or a language's code: equal, without regard to case unless `:=`. */
export function nameCondition(column: string): Compile {
  return (term, context) => {
    if (term.value.kind === 'regex') {
      return { sql: regexSql(column, context), bindings: [checkedRegex(term.value.pattern, term)] };
    }
    const text = wordOf(term);
    if (term.operator === ':=') {
      return { sql: `${column} = ?`, bindings: [text] };
    }
    return { sql: `LOWER(${column}) = ?`, bindings: [text.toLowerCase()] };
  };
}

/** A number: equal, compared, in a range; `names` are words that stand for numbers. */
export function numberCondition(column: string, names: Readonly<Record<string, number>> = {}): Compile {
  const known = new Map(Object.entries(names));
  const read = (text: string, term: Term): number => {
    const named = known.get(text.toLowerCase());
    if (named !== undefined) {
      return named;
    }
    if (!/^-?\d{1,15}$/.test(text)) {
      throw new QueryError(`"${text}" is no value for "${term.field}"`, term.start);
    }
    return Number(text);
  };
  return (term) => {
    const { operator, value } = term;
    if (value.kind === 'range') {
      return {
        sql: `${column} BETWEEN ? AND ?`,
        bindings: [read(value.from, term), read(value.to, term)],
      };
    }
    return { sql: `${column} ${comparisons[operator] ?? '='} ?`, bindings: [read(textOf(term), term)] };
  };
}

/** A time column of milliseconds: inside a period, before or after it, or in a range of days. */
export function dateCondition(column: string): Compile {
  return (term, { now }) => {
    const { operator, value } = term;
    const period = (text: string) => {
      const read = readPeriod(text, now);
      if (!read) {
        throw new QueryError(`"${text}" is no date`, term.start);
      }
      return read;
    };
    if (value.kind === 'range') {
      const bindings = [period(value.from).start, period(value.to).end];
      return { sql: `(${column} >= ? AND ${column} < ?)`, bindings };
    }
    const { start, end } = period(textOf(term));
    switch (operator) {
      case ':>':
      case ':>=':
        return { sql: `${column} >= ?`, bindings: [start] };
      case ':<':
      case ':<=':
        return { sql: `${column} < ?`, bindings: [end] };
      default:
        return { sql: `(${column} >= ? AND ${column} < ?)`, bindings: [start, end] };
    }
  };
}

/** A 0/1 column. */
export function booleanCondition(column: string): Compile {
  return (term) => {
    const text = wordOf(term).toLowerCase();
    if (!/^(?:yes|true|on|1|no|false|off|0)$/.test(text)) {
      throw new QueryError(`"${text}" is neither yes nor no`, term.start);
    }
    return { sql: `${column} = ?`, bindings: [/^(?:yes|true|on|1)$/.test(text) ? 1 : 0] };
  };
}

/**
 * Whether there is a row: `rows` is what stands behind FROM. Not written as EXISTS, which the engines may turn into a join
 * that begins with the rows of all strings.
 */
export function exists(rows: string): string {
  return `(SELECT 1 FROM ${rows} LIMIT 1) IS NOT NULL`;
}

/** The condition of `compile`, met by one of `rows` (see `exists`), which end in a WHERE that narrows to the unit at hand. */
export function some(rows: string, compile: Compile): Compile {
  return (term, context) => {
    const { sql, bindings } = compile(term, context);
    return { sql: exists(`${rows} AND ${sql}`), bindings };
  };
}

/**
 * The condition of `compile`, met by a row that `select` (a subquery ending in a WHERE it continues) finds.
 * `select` must give a short list of ids.
 */
export function within(select: string, compile: Compile): Compile {
  return (term, context) => {
    const { sql, bindings } = compile(term, context);
    return { sql: `${select} ${sql})`, bindings };
  };
}

/** All conditions (` AND `) or one of them (` OR `). */
export function joinConditions(conditions: readonly Condition[], operator: ' AND ' | ' OR '): Condition {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(operator),
    bindings: conditions.flatMap(({ bindings }) => bindings),
  };
}

/** The text of a term that may be neither a regular expression nor a range. */
export function textOf(term: Term): string {
  if (term.value.kind !== 'text') {
    throw new QueryError(`"${term.field}" takes a plain value here`, term.start);
  }
  return term.value.text;
}

/** As `textOf`, of a field that cannot be compared by `<` and `>`. */
export function wordOf(term: Term): string {
  if (term.operator !== ':' && term.operator !== ':=') {
    throw new QueryError(`"${term.field}" has no order to compare by`, term.start);
  }
  return textOf(term);
}

/**
 * MariaDB goes back and forth in the text, so it gets a number of steps after which a text counts as not matching; MySQL,
 * which takes the setting for a comment, has limits of its own. On SQLite the function is ours (models/sqlite-dialect.ts).
 */
function regexSql(column: string, { engine }: SearchContext): string {
  return engine === 'sqlite'
    ? `regexp(?, ${column})`
    : `${column} REGEXP CONCAT(/*M!'(*LIMIT_MATCH=50000)', */ ?)`;
}

function checkedRegex(pattern: string, term: Term): string {
  try {
    return readRegex(pattern);
  } catch (cause) {
    if (cause instanceof RegexError) {
      throw new QueryError(cause.message, term.start);
    }
    throw cause;
  }
}
