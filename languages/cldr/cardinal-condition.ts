/** A comparison of n, or of n modulo something, with a list of ranges. */
interface Relation {
  /** 0 when n itself is compared. */
  modulus: number;
  negated: boolean;
  ranges: [first: number, last: number][];
}

/** Clauses of which one must hold, each made of relations that must all hold. Empty: never true. */
export type Condition = Relation[][];

/**
 * Reads one CLDR cardinal rule as a condition on whole numbers without decimals: there n and i are the number, and v, w, f
 * and t are 0. Clauses that ask for c or e, the exponent of a compact notation such as "1M", are left out.
 */
export function readCondition(rule: string): Condition {
  const [text = ''] = rule.split('@');
  const clauses: Condition = [];
  for (const clause of text.trim().split(' or ')) {
    const relations = readClause(clause);
    if (relations && !widens(clauses.at(-1), relations)) {
      clauses.push(relations);
    }
  }
  return clauses;
}

/** Joins `n = 0 or n = 1` into one range. Returns whether `relations` is now part of the clause before it. */
function widens(previous: Relation[] | undefined, relations: Relation[]): boolean {
  const [left, right] = [previous?.[0], relations[0]];
  const isPair = previous?.length === 1 && relations.length === 1;
  if (!isPair || !left || !right || left.modulus !== right.modulus || left.negated || right.negated) {
    return false;
  }
  left.ranges = joinNeighbours([...left.ranges, ...right.ranges]);
  return true;
}

/** The relations of a clause that whole numbers can meet, else undefined. */
function readClause(clause: string): Relation[] | undefined {
  const relations: Relation[] = [];
  for (const text of clause.split(' and ')) {
    const groups = /^(?<operand>[a-z])(?: % (?<modulus>\d+))? (?<negation>!?)= (?<list>[\d.,]+)$/.exec(
      text,
    )?.groups;
    if (!groups) {
      return undefined;
    }
    const { operand = '', modulus = '0', negation, list = '' } = groups;
    const ranges = joinNeighbours(readRanges(list));
    const relation = { modulus: Number(modulus), negated: negation === '!', ranges };
    if (operand === 'c' || operand === 'e') {
      return undefined;
    }
    if (operand === 'n' || operand === 'i') {
      relations.push(relation);
    } else if (!holds(relation, 0)) {
      return undefined;
    }
  }
  return relations;
}

/** `0,2..4` → [[0, 0], [2, 4]] */
function readRanges(list: string): Relation['ranges'] {
  return list.split(',').map((item) => {
    const [first = '', last = first] = item.split('..');
    return [Number(first), Number(last)];
  });
}

function joinNeighbours(ranges: Relation['ranges']): Relation['ranges'] {
  const joined: Relation['ranges'] = [];
  for (const [first, last] of ranges) {
    const previous = joined.at(-1);
    if (previous && previous[1] + 1 === first) {
      previous[1] = last;
    } else {
      joined.push([first, last]);
    }
  }
  return joined;
}

/** Whether the condition holds for the whole number n. */
export function meets(condition: Condition, n: number): boolean {
  return condition.some((clause) => clause.every((relation) => holds(relation, n)));
}

function holds({ modulus, negated, ranges }: Relation, n: number): boolean {
  const value = modulus === 0 ? n : n % modulus;
  return ranges.some(([first, last]) => value >= first && value <= last) !== negated;
}

/** The condition as a C expression of n. */
export function printCondition(condition: Condition): string {
  return join(
    condition.map((clause) => join(clause.map(printRelation), '&&')),
    '||',
  ).text;
}

/** The opposite of the condition as a C expression of n. */
export function printNegation(condition: Condition): string {
  const clauses = condition.map((clause) => join(clause.map(printOpposite), '||'));
  return join(clauses, '&&').text;
}

interface Expression {
  text: string;
  operator: '' | '&&' | '||';
}

function printOpposite(relation: Relation): Expression {
  return printRelation({ ...relation, negated: !relation.negated });
}

function printRelation({ modulus, negated, ranges }: Relation): Expression {
  const value = modulus === 0 ? 'n' : `n%${modulus}`;
  const largest = modulus === 0 ? Number.POSITIVE_INFINITY : modulus - 1;
  const parts: Expression[] = [];
  for (const [first, last] of ranges) {
    parts.push(
      negated ? printOutside(value, first, last, largest) : printInside(value, first, last, largest),
    );
  }
  return join(parts, negated ? '&&' : '||');
}

function printInside(value: string, first: number, last: number, largest: number): Expression {
  if (first === last) {
    return { text: `${value}==${first}`, operator: '' };
  }
  const bounds: Expression[] = [];
  if (first > 0) {
    bounds.push({ text: `${value}>=${first}`, operator: '' });
  }
  if (last < largest) {
    bounds.push({ text: `${value}<=${last}`, operator: '' });
  }
  return join(bounds, '&&');
}

function printOutside(value: string, first: number, last: number, largest: number): Expression {
  if (first === last) {
    return { text: `${value}!=${first}`, operator: '' };
  }
  const bounds: Expression[] = [];
  if (first > 0) {
    bounds.push({ text: `${value}<${first}`, operator: '' });
  }
  if (last < largest) {
    bounds.push({ text: `${value}>${last}`, operator: '' });
  }
  return join(bounds, '||');
}

/** Parts joined by an operator, in parentheses where `&&` would take a part of an `||` to itself. */
function join(parts: Expression[], operator: '&&' | '||'): Expression {
  const [only] = parts;
  if (only && parts.length === 1) {
    return only;
  }
  const texts = parts.map((part) =>
    operator === '&&' && part.operator === '||' ? `(${part.text})` : part.text,
  );
  return { text: texts.join(` ${operator} `), operator };
}
