/** Where in the template something is; both from 1. */
export interface Place {
  line: number;
  column: number;
}

/** A template that cannot be read, or names what does not exist. */
export class MessageError extends Error {
  override name = 'MessageError';
  readonly place: Place;

  constructor(reason: string, place: Place) {
    super(`Line ${place.line}, column ${place.column}: ${reason}`);
    this.place = place;
  }
}

export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'output'; value: Value }
  | { kind: 'if'; branches: { condition: Condition | null; body: Node[] }[] }
  | { kind: 'for'; names: string[]; list: Value; reversed: boolean; body: Node[]; empty: Node[] }
  | { kind: 'replace'; value: Value; from: Value; to: Value };

/** A literal or a variable, sent through filters. */
export interface Value {
  place: Place;
  /** `path` of a variable: `stats.all` is `['stats', 'all']`. */
  source: { literal: string | number | boolean | null } | { path: string[] };
  filters: { name: string; argument: Value | null; place: Place }[];
}

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in' | 'is' | 'is not';

export type Condition =
  | { kind: 'value'; value: Value }
  | { kind: 'compare'; how: Comparison; left: Value; right: Value }
  | { kind: 'not'; of: Condition }
  | { kind: 'and' | 'or'; left: Condition; right: Condition };
