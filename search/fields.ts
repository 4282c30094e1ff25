import { attachedFields, attachedMarks } from './attached.ts';
import {
  booleanCondition,
  type Compile,
  type Condition,
  dateCondition,
  exists,
  likePattern,
  nameCondition,
  numberCondition,
  some,
  textCondition,
  textOf,
  within,
  wordOf,
} from './condition.ts';
import { QueryError, type Term } from './parse.ts';

/** Names of states; `translated` alone is exactly 20, `is:translated` is 20 and above. */
const states = {
  empty: 0,
  untranslated: 0,
  'needs-editing': 10,
  fuzzy: 10,
  'needs-rewriting': 11,
  'needs-checking': 12,
  translated: 20,
  approved: 30,
  readonly: 100,
  'read-only': 100,
};

const sourceUnit = 'units AS su WHERE su.id = units.source_unit_id';
const check = 'unit_checks AS uc WHERE uc.unit_id = units.id';
const label = 'unit_labels AS ul';
/** Groups that the component's strings name after a column of the source string. */
const namedAfter = (column: string, kind: 'key' | 'flag') =>
  exists(
    `units AS su JOIN unit_variants AS va ON va.translation_id = su.translation_id AND va.kind = '${kind}' AND va.name = ${column} AND LENGTH(va.name) = LENGTH(${column}) WHERE su.id = units.source_unit_id AND ${column} <> ''`,
  );
const translation = 'units.translation_id IN (SELECT t.id FROM translations AS t';
const ofLanguage = `${translation} JOIN languages AS l ON l.id = t.language_id WHERE`;
const ofComponent = `${translation} JOIN components AS c ON c.id = t.component_id WHERE`;
const ofBoth = `${translation} JOIN languages AS l ON l.id = t.language_id JOIN components AS c ON c.id = t.component_id WHERE`;
const ofProject = `${translation} JOIN components AS c ON c.id = t.component_id JOIN projects AS p ON p.id = c.project_id WHERE`;

/** Values of `is:` and `has:` by name, as SQL over `units`. */
export const marks = {
  is: {
    'read-only': 'units.state = 100',
    readonly: 'units.state = 100',
    approved: 'units.state = 30',
    fuzzy: 'units.state BETWEEN 10 AND 12',
    'needs-editing': 'units.state BETWEEN 10 AND 12',
    translated: 'units.state >= 20',
    untranslated: 'units.state < 20',
    pending: 'units.pending = 1',
    'automatically-translated': 'units.automatically_translated = 1',
  },
  has: {
    plural: "(units.source LIKE '%\u001e\u001e%' OR units.target LIKE '%\u001e\u001e%')",
    ...attachedMarks,
    check: 'units.has_failing_check = 1',
    'dismissed-check': exists(`${check} AND uc.dismissed = 1`),
    'ignored-check': exists(`${check} AND uc.dismissed = 1`),
    'failing-check': 'units.has_failing_check = 1',
    explanation: exists(`${sourceUnit} AND su.explanation <> ''`),
    flags: exists(`${sourceUnit} AND su.extra_flags <> ''`),
    label: exists(`${label} WHERE ul.unit_id = units.source_unit_id`),
    location: "units.location <> ''",
    note: "units.note <> ''",
    context: "units.context <> ''",
    translation: 'units.state >= 20',
    // MariaDB and MySQL take texts for equal that differ in spaces at their ends; their lengths differ then.
    variant: `(${exists('unit_variants AS va WHERE va.unit_id = units.source_unit_id AND va.name IS NOT NULL')} OR ${namedAfter('su.context', 'key')} OR ${namedAfter('su.source', 'flag')})`,
    glossary: ({ unitsWithTerms = [] }) =>
      unitsWithTerms.length === 0 ? '1 = 0' : `units.id IN (${unitsWithTerms.join(', ')})`,
  },
} satisfies Readonly<Record<string, Readonly<Record<string, FlagSql>>>>;

/** Fields about the unit itself, by name. */
export const fields: Readonly<Record<string, Compile>> = {
  source: textCondition('units.source'),
  target: textCondition('units.target'),
  context: textCondition('units.context'),
  key: textCondition('units.context'),
  note: textCondition('units.note'),
  location: textCondition('units.location'),
  explanation: some(sourceUnit, textCondition('su.explanation')),
  id: idCondition,
  position: numberCondition('units.position'),
  priority: numberCondition('units.priority'),
  state: numberCondition('units.state', states),
  source_state: some(sourceUnit, numberCondition('su.state', states)),
  label: labelCondition,
  check: (term) => checkCondition(term, 0),
  dismissed_check: (term) => checkCondition(term, 1),
  labels_count: numberCondition(
    '(SELECT COUNT(*) FROM unit_labels AS ul WHERE ul.unit_id = units.source_unit_id)',
  ),
  pending: booleanCondition('units.pending'),
  added: dateCondition('units.timestamp'),
  last_changed: dateCondition('units.last_updated'),
  source_changed: some(sourceUnit, dateCondition('su.last_updated')),
  language: within(ofLanguage, nameCondition('l.code')),
  project: within(ofProject, nameCondition('p.slug')),
  component: componentCondition,
  path: pathCondition,
  ...attachedFields,
  is: flagCondition(marks.is),
  has: flagCondition(marks.has),
};

/** Each is a value of the statement, of which SQLite takes 32,766. */
const mostIds = 10_000;

/** A word without a field: somewhere in source, target or context. */
export function freeText(term: Term): Condition {
  const pattern = likePattern(textOf(term), term);
  const columns = ['source', 'target', 'context'];
  return {
    sql: `(${columns.map((name) => `LOWER(units.${name}) LIKE ? ESCAPE '!'`).join(' OR ')})`,
    bindings: columns.map(() => pattern),
  };
}

function idCondition(term: Term, context: Parameters<Compile>[1]): Condition {
  if (term.value.kind === 'text' && /^\d{1,15}(,\d{1,15})+$/.test(term.value.text)) {
    const ids = term.value.text.split(',').map(Number);
    if (ids.length > mostIds) {
      throw new QueryError(`a list may have ${mostIds} ids at most`, term.start);
    }
    return { sql: `units.id IN (${ids.map(() => '?').join(', ')})`, bindings: ids };
  }
  return numberCondition('units.id')(term, context);
}

/** A label of the source string: its name contains the text or, with `:=`, is the text in any case. */
function labelCondition(term: Term): Condition {
  const text = wordOf(term);
  const isExact = term.operator === ':=';
  const comparison = isExact ? '= ?' : "LIKE ? ESCAPE '!'";
  return {
    sql: exists(
      `${label} JOIN labels AS la ON la.id = ul.label_id WHERE ul.unit_id = units.source_unit_id AND LOWER(la.name) ${comparison}`,
    ),
    bindings: [isExact ? text.toLowerCase() : likePattern(text, term)],
  };
}

function componentCondition(term: Term): Condition {
  const text = wordOf(term);
  if (term.operator === ':=') {
    const wanted = text.toLowerCase();
    return { sql: `${ofComponent} (LOWER(c.slug) = ? OR LOWER(c.name) = ?))`, bindings: [wanted, wanted] };
  }
  const pattern = likePattern(text, term);
  return {
    sql: `${ofComponent} (LOWER(c.slug) LIKE ? ESCAPE '!' OR LOWER(c.name) LIKE ? ESCAPE '!'))`,
    bindings: [pattern, pattern],
  };
}

/** A check that fails, by a part of its id or, with `:=`, all of it. */
function checkCondition(term: Term, dismissed: 0 | 1): Condition {
  const text = wordOf(term);
  // The mark spares most strings the look at their checks.
  const marked = dismissed === 0 ? 'units.has_failing_check = 1 AND ' : '';
  const name = term.operator === ':=' ? 'uc.name = ?' : "uc.name LIKE ? ESCAPE '!'";
  return {
    sql: `${marked}${exists(`${check} AND uc.dismissed = ${dismissed} AND ${name}`)}`,
    bindings: [term.operator === ':=' ? text.toLowerCase() : likePattern(text, term)],
  };
}

/**
 * `project`, `project/component` or `project/category` and what is below; each with a language code behind, `-` standing for
 * the components between; `-/-/code` for a language everywhere.
 */
function pathCondition(term: Term): Condition {
  const parts = wordOf(term)
    .replace(/^\/+|\/+$/g, '')
    .split('/');
  const language = parts.at(-1) ?? '';
  const path = parts.join('/');
  if (path === `-/-/${language}`) {
    return { sql: `${ofLanguage} l.code = ?)`, bindings: [language] };
  }
  if (parts.length > 2 && parts.at(-2) === '-') {
    const scope = parts.slice(0, -2).join('/');
    return { sql: `${ofBoth} ${below} AND l.code = ?)`, bindings: [...ends(scope), language] };
  }
  const parent = parts.slice(0, -1).join('/');
  return {
    sql: `(${ofComponent} ${below}) OR ${ofBoth} c.path = ? AND l.code = ?))`,
    bindings: [...ends(path), parent, language],
  };
}

/** A component, or those below a path: '0' is the character after '/', so the range holds exactly them. */
const below = '(c.path = ? OR (c.path >= ? AND c.path < ?))';

function ends(path: string): string[] {
  return [path, `${path}/`, `${path}0`];
}

/** The condition of a word, or how it follows from the context. */
type FlagSql = string | ((context: Parameters<Compile>[1]) => string);

function flagCondition(flags: Readonly<Record<string, FlagSql>>): Compile {
  return (term, context) => {
    const name = wordOf(term).toLowerCase().replaceAll('_', '-');
    const sql = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (sql === undefined) {
      throw new QueryError(`"${term.field}:" does not know "${name}"`, term.start);
    }
    return { sql: typeof sql === 'string' ? sql : sql(context), bindings: [] };
  };
}
