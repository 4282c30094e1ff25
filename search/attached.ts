import {
  type Compile,
  type Condition,
  exists,
  likePattern,
  nameCondition,
  some,
  textCondition,
  wordOf,
} from './condition.ts';

const comments = 'comments AS cm';
const suggestions = 'suggestions AS sg';

/** Fields about what people attach to a string: suggestions, comments, screenshots. */
export const attachedFields: Readonly<Record<string, Compile>> = {
  suggestion: marked(
    'units.has_suggestion = 1',
    some(`${suggestions} WHERE sg.unit_id = units.id`, textCondition('sg.target')),
  ),
  suggestion_author: marked(
    'units.has_suggestion = 1',
    some(
      `${suggestions} JOIN users AS sa ON sa.id = sg.user_id WHERE sg.unit_id = units.id`,
      nameCondition('sa.username'),
    ),
  ),
  comment: marked('units.has_comment = 1', commentOn('units.id', 0)),
  resolved_comment: commentOn('units.id', 1),
  comment_author: commenterOn('units.id'),
  source_comment: commentOn('units.source_unit_id', 0),
  resolved_source_comment: commentOn('units.source_unit_id', 1),
  source_comment_author: commenterOn('units.source_unit_id'),
  screenshot: (term) => {
    const text = wordOf(term);
    const isExact = term.operator === ':=';
    const named = `AND LOWER(sc.name) ${isExact ? '= ?' : "LIKE ? ESCAPE '!'"}`;
    const value = isExact ? text.toLowerCase() : likePattern(text, term);
    return { sql: shown(named), bindings: [value, value] };
  },
};

/** Values of `has:` of the same kind. */
export const attachedMarks: Readonly<Record<string, string>> = {
  suggestion: 'units.has_suggestion = 1',
  comment: 'units.has_comment = 1',
  'resolved-comment': exists(`${comments} WHERE cm.unit_id = units.id AND cm.resolved = 1`),
  'source-comment': exists(`${comments} WHERE cm.unit_id = units.source_unit_id AND cm.resolved = 0`),
  'resolved-source-comment': exists(
    `${comments} WHERE cm.unit_id = units.source_unit_id AND cm.resolved = 1`,
  ),
  screenshot: shown(''),
};

/** The mark of the row spares most strings the look at other tables. */
function marked(mark: string, compile: Compile): Compile {
  return (term, context): Condition => {
    const { sql, bindings } = compile(term, context);
    return { sql: `${mark} AND ${sql}`, bindings };
  };
}

function commentOn(unit: string, resolved: 0 | 1): Compile {
  const rows = `${comments} WHERE cm.unit_id = ${unit} AND cm.resolved = ${resolved}`;
  return some(rows, textCondition('cm.comment'));
}

/** Resolved or not. */
function commenterOn(unit: string): Compile {
  const rows = `${comments} JOIN users AS ca ON ca.id = cm.user_id WHERE cm.unit_id = ${unit}`;
  return some(rows, nameCondition('ca.username'));
}

/** In a screenshot of the string or of its source. */
function shown(condition: string): string {
  const on = (unit: string) =>
    exists(
      `screenshot_units AS sn JOIN screenshots AS sc ON sc.id = sn.screenshot_id WHERE sn.unit_id = ${unit} ${condition}`,
    );
  return `(${on('units.id')} OR ${on('units.source_unit_id')})`;
}
