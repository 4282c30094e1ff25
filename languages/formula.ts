/** A plural formula that cannot be read or evaluated. */
export class FormulaError extends Error {
  // A field, not an assignment: in the workers prototypes cannot be changed, and so no name be assigned.
  override name = 'FormulaError';
  /** Where in the formula, from 0. */
  readonly position: number;

  constructor(message: string, position: number) {
    super(`at ${position}: ${message}`);
    this.position = position;
  }
}

type Evaluate = (n: number) => number;

const maximumLength = 2000;
/** Nesting of parentheses, `!` and `?:`; the recursion of parser and evaluator goes no deeper. */
const maximumDepth = 100;

/**
 * Reads a plural formula of gettext, a C expression of n with `? : || && == != < > <= >= + - * / % !` and parentheses, and
 * returns its value as a function of n. Integers are exact up to 2^53; a comparison has the value 0 or 1.
 *
 * @throws {FormulaError} on text that is no such expression. The function throws it when n makes the formula divide by zero.
 */
export function parseFormula(text: string): Evaluate {
  if (text.length > maximumLength) {
    throw new FormulaError(`longer than ${maximumLength} characters`, maximumLength);
  }
  const parser = new Parser(tokens(text), text.length);
  return parser.parse();
}

interface Token {
  text: string;
  position: number;
}

function tokens(text: string): Token[] {
  const pattern = /\s*(?<token>\d+|n(?!\w)|[=!<>]=|&&|\|\||[?:<>+\-*/%!()])|\s*(?<rest>\S)/gy;
  const found: Token[] = [];
  for (const match of text.matchAll(pattern)) {
    const { token, rest } = match.groups ?? {};
    const position = match.index + match[0].length - (token ?? rest ?? '').length;
    if (token === undefined) {
      throw new FormulaError(`expected a number, n or an operator, found "${rest}"`, position);
    }
    found.push({ text: token, position });
  }
  return found;
}

/** Operators of two operands, the loosest first. */
const binaryLevels: Readonly<Record<string, (left: Evaluate, right: Evaluate) => Evaluate>>[] = [
  { '||': (left, right) => (n) => (left(n) || right(n) ? 1 : 0) },
  { '&&': (left, right) => (n) => (left(n) && right(n) ? 1 : 0) },
  {
    '==': (left, right) => (n) => (left(n) === right(n) ? 1 : 0),
    '!=': (left, right) => (n) => (left(n) !== right(n) ? 1 : 0),
  },
  {
    '<': (left, right) => (n) => (left(n) < right(n) ? 1 : 0),
    '>': (left, right) => (n) => (left(n) > right(n) ? 1 : 0),
    '<=': (left, right) => (n) => (left(n) <= right(n) ? 1 : 0),
    '>=': (left, right) => (n) => (left(n) >= right(n) ? 1 : 0),
  },
  {
    '+': (left, right) => (n) => left(n) + right(n),
    '-': (left, right) => (n) => left(n) - right(n),
  },
  {
    '*': (left, right) => (n) => left(n) * right(n),
    '/': (left, right) => (n) => Math.trunc(left(n) / divisor(right(n))),
    '%': (left, right) => (n) => left(n) % divisor(right(n)),
  },
];

function divisor(value: number): number {
  if (value === 0) {
    throw new FormulaError('division by zero', 0);
  }
  return value;
}

class Parser {
  readonly #tokens: Token[];
  readonly #end: number;
  #next = 0;
  #depth = 0;

  constructor(tokenList: Token[], end: number) {
    this.#tokens = tokenList;
    this.#end = end;
  }

  parse(): Evaluate {
    const result = this.#conditional();
    const token = this.#tokens[this.#next];
    if (token) {
      throw new FormulaError(`expected an operator or the end, found "${token.text}"`, token.position);
    }
    return result;
  }

  /** `a ? b : c ? d : e` is `a ? b : (c ? d : e)`, as in C. */
  #conditional(): Evaluate {
    this.#enter();
    const condition = this.#binary(0);
    let result = condition;
    if (this.#accept('?')) {
      const whenTrue = this.#conditional();
      this.#expect(':');
      const whenFalse = this.#conditional();
      result = (n) => (condition(n) ? whenTrue(n) : whenFalse(n));
    }
    this.#depth--;
    return result;
  }

  #binary(level: number): Evaluate {
    const operators = binaryLevels[level];
    if (!operators) {
      return this.#unary();
    }
    let left = this.#binary(level + 1);
    let combine = this.#acceptOneOf(operators);
    while (combine) {
      left = combine(left, this.#binary(level + 1));
      combine = this.#acceptOneOf(operators);
    }
    return left;
  }

  #unary(): Evaluate {
    if (!this.#accept('!')) {
      return this.#primary();
    }
    this.#enter();
    const operand = this.#unary();
    this.#depth--;
    return (n) => (operand(n) ? 0 : 1);
  }

  #primary(): Evaluate {
    if (this.#accept('(')) {
      const inner = this.#conditional();
      this.#expect(')');
      return inner;
    }
    const token = this.#tokens[this.#next];
    if (token?.text === 'n') {
      this.#next++;
      return (n) => n;
    }
    if (token === undefined || !/^\d/.test(token.text)) {
      throw this.#unexpected('a number, n or "("');
    }
    this.#next++;
    const value = Number(token.text);
    return () => value;
  }

  #accept(text: string): boolean {
    const found = this.#tokens[this.#next]?.text === text;
    if (found) {
      this.#next++;
    }
    return found;
  }

  #acceptOneOf<T>(choices: Readonly<Record<string, T>>): T | undefined {
    const token = this.#tokens[this.#next];
    const choice = token && Object.hasOwn(choices, token.text) ? choices[token.text] : undefined;
    if (choice) {
      this.#next++;
    }
    return choice;
  }

  #expect(text: string): void {
    if (!this.#accept(text)) {
      throw this.#unexpected(`"${text}"`);
    }
  }

  #enter(): void {
    this.#depth++;
    if (this.#depth > maximumDepth) {
      throw new FormulaError(
        `nested deeper than ${maximumDepth}`,
        this.#tokens[this.#next]?.position ?? this.#end,
      );
    }
  }

  #unexpected(expected: string): FormulaError {
    const token = this.#tokens[this.#next];
    const found = token ? `"${token.text}"` : 'the end';
    return new FormulaError(`expected ${expected}, found ${found}`, token?.position ?? this.#end);
  }
}
