import { type Comparison, type Condition, MessageError, type Node, type Place } from './message-tree.ts';
import { type Piece, readValue, splitTemplate, splitWords } from './message-words.ts';

/** Enough for any message, and little enough to be read in no time whatever is in it. */
const longestTemplate = 10_000;

/** Reads a template. @throws {MessageError} */
export function parseMessage(template: string): Node[] {
  if (template.length > longestTemplate) {
    const message = `A message may have ${longestTemplate} characters; this one has ${template.length}.`;
    throw new MessageError(message, { line: 1, column: 1 });
  }
  const parser = new Parser(splitTemplate(template));
  return parser.whole();
}

class Parser {
  #pieces: Piece[];
  #next = 0;

  constructor(pieces: Piece[]) {
    this.#pieces = pieces;
  }

  whole(): Node[] {
    const { nodes, end } = this.#block();
    if (end) {
      throw new MessageError(`"${end.text}" has no beginning.`, end.place);
    }
    return nodes;
  }

  /** Reads up to a tag that goes on with a block or ends it, and gives that tag; null at the end of the template. */
  #block(): { nodes: Node[]; end: Piece | null } {
    const nodes: Node[] = [];
    for (;;) {
      const piece = this.#pieces[this.#next];
      this.#next += 1;
      if (!piece) {
        return { nodes, end: null };
      }
      const name = piece.kind === 'tag' ? (splitWords(piece.text)[0] ?? '') : '';
      if (/^(?:elif|else|empty|end\w+)$/.test(name)) {
        return { nodes, end: piece };
      }
      nodes.push(...this.#node(piece, name));
    }
  }

  #node(piece: Piece, name: string): Node[] {
    if (piece.kind === 'text') {
      return [{ kind: 'text', text: piece.text }];
    }
    if (piece.kind === 'output') {
      return [{ kind: 'output', value: readValue(piece.text, piece.place) }];
    }
    switch (name) {
      case 'if':
        return [this.#if(piece)];
      case 'for':
        return [this.#for(piece)];
      case 'replace':
        return [readReplace(piece)];
      case 'comment':
        this.#skipComment(piece);
        return [];
      default:
        throw new MessageError(`There is no tag "${name}".`, piece.place);
    }
  }

  #if(opening: Piece): Node {
    const branches: { condition: Condition | null; body: Node[] }[] = [];
    let tag = opening;
    for (;;) {
      const words = splitWords(tag.text);
      const condition = words[0] === 'else' ? null : readCondition(words.slice(1), tag.place);
      const { nodes, end } = this.#block();
      branches.push({ condition, body: nodes });
      const name = end ? (splitWords(end.text)[0] ?? '') : '';
      if (!end || !['elif', 'else', 'endif'].includes(name) || (condition === null && name !== 'endif')) {
        throw new MessageError('"if" is never closed by "endif".', opening.place);
      }
      if (name === 'endif') {
        return { kind: 'if', branches };
      }
      tag = end;
    }
  }

  #for(opening: Piece): Node {
    const { names, list, reversed } =
      /^for\s+(?<names>\w+(?:\s*,\s*\w+)*)\s+in\s+(?<list>.+?)(?<reversed>\s+reversed)?$/s.exec(opening.text)
        ?.groups ?? {};
    if (names === undefined || list === undefined) {
      throw new MessageError('Expected "for name in list".', opening.place);
    }
    const body = this.#block();
    const hasEmpty = body.end?.text === 'empty';
    const empty = hasEmpty ? this.#block() : { nodes: [], end: body.end };
    if (empty.end?.text !== 'endfor') {
      throw new MessageError('"for" is never closed by "endfor".', opening.place);
    }
    return {
      kind: 'for',
      names: names.split(',').map((name) => name.trim()),
      list: readValue(list, opening.place),
      reversed: reversed !== undefined,
      body: body.nodes,
      empty: empty.nodes,
    };
  }

  #skipComment(opening: Piece): void {
    const rest = this.#pieces.slice(this.#next);
    const length = rest.findIndex(({ kind, text }) => kind === 'tag' && text === 'endcomment');
    if (length < 0) {
      throw new MessageError('"comment" is never closed by "endcomment".', opening.place);
    }
    this.#next += length + 1;
  }
}

function readReplace({ text, place }: Piece): Node {
  const [, value, from, to, ...more] = splitWords(text);
  if (value === undefined || from === undefined || to === undefined || more.length > 0) {
    throw new MessageError('Expected "replace text "from" "to"".', place);
  }
  return {
    kind: 'replace',
    value: readValue(value, place),
    from: readValue(from, place),
    to: readValue(to, place),
  };
}

const comparisons: readonly string[] = ['==', '!=', '<', '<=', '>', '>=', 'in', 'not in', 'is', 'is not'];

/** `or` binds least, then `and`, then `not`, then the comparisons. There are no parentheses. */
function readCondition(words: readonly string[], place: Place): Condition {
  for (const kind of ['or', 'and'] as const) {
    const at = words.indexOf(kind);
    if (at >= 0) {
      const left = readCondition(words.slice(0, at), place);
      return { kind, left, right: readCondition(words.slice(at + 1), place) };
    }
  }
  if (words[0] === 'not') {
    return { kind: 'not', of: readCondition(words.slice(1), place) };
  }
  const [left, ...rest] = words;
  const right = rest.at(-1);
  if (left === undefined) {
    throw new MessageError('Expected a condition.', place);
  }
  if (right === undefined) {
    return { kind: 'value', value: readValue(left, place) };
  }
  const how = rest.slice(0, -1).join(' ');
  if (!comparisons.includes(how)) {
    throw new MessageError(`Expected a comparison, found "${words.join(' ')}".`, place);
  }
  return {
    kind: 'compare',
    how: how as Comparison,
    left: readValue(left, place),
    right: readValue(right, place),
  };
}
