import { asText, isList, isTrue, type MessageValue, messageFilters } from './message-filters.ts';
import { parseMessage } from './message-parse.ts';
import { type Condition, MessageError, type Node, type Value } from './message-tree.ts';

/** The variables of a message, by name. */
export type MessageVariables = { readonly [name: string]: MessageValue };

/** Limits against templates that are written to keep the server busy. */
const mostSteps = 20_000;
const longestText = 100_000;

/**
 * Fills in a template. Nothing is escaped: messages are plain text.
 * @throws {MessageError} for a template that cannot be read, and for a variable or filter that does not exist
 */
export function renderMessage(template: string, variables: MessageVariables): string {
  const renderer = new Renderer();
  return renderer.render(parseMessage(template), variables);
}

class Renderer {
  #steps = 0;
  #length = 0;

  render(nodes: readonly Node[], scope: MessageVariables): string {
    let output = '';
    for (const node of nodes) {
      const text = this.#node(node, scope);
      this.#length += node.kind === 'if' || node.kind === 'for' ? 0 : text.length;
      if (this.#length > longestText) {
        throw new MessageError('The message is too long.', { line: 1, column: 1 });
      }
      output += text;
    }
    return output;
  }

  #node(node: Node, scope: MessageVariables): string {
    switch (node.kind) {
      case 'text':
        return node.text;
      case 'output':
        return asText(this.#value(node.value, scope));
      case 'replace': {
        const [text, from, to] = [node.value, node.from, node.to].map((part) =>
          asText(this.#value(part, scope)),
        );
        return checked(
          (text ?? '').replaceAll(from ?? '', () => to ?? ''),
          node.value,
        );
      }
      case 'if': {
        const branch = node.branches.find(({ condition }) => !condition || this.#holds(condition, scope));
        return branch ? this.render(branch.body, scope) : '';
      }
      case 'for':
        return this.#loop(node, scope);
    }
  }

  #loop(node: Node & { kind: 'for' }, scope: MessageVariables): string {
    const list = this.#value(node.list, scope);
    const items = isList(list) ? [...list] : [];
    if (node.reversed) {
      items.reverse();
    }
    if (items.length === 0) {
      return this.render(node.empty, scope);
    }
    let output = '';
    for (const [index, item] of items.entries()) {
      const values = node.names.length > 1 && isList(item) ? item : [item];
      const named = node.names.map((name, position) => [name, values[position] ?? null] as const);
      const forloop = {
        counter: index + 1,
        counter0: index,
        revcounter: items.length - index,
        revcounter0: items.length - index - 1,
        first: index === 0,
        last: index === items.length - 1,
      };
      output += this.render(node.body, { ...scope, forloop, ...Object.fromEntries(named) });
    }
    return output;
  }

  #holds(condition: Condition, scope: MessageVariables): boolean {
    switch (condition.kind) {
      case 'value':
        return isTrue(this.#value(condition.value, scope));
      case 'not':
        return !this.#holds(condition.of, scope);
      case 'and':
        return this.#holds(condition.left, scope) && this.#holds(condition.right, scope);
      case 'or':
        return this.#holds(condition.left, scope) || this.#holds(condition.right, scope);
      case 'compare':
        return compare(
          condition.how,
          this.#value(condition.left, scope),
          this.#value(condition.right, scope),
        );
    }
  }

  #value(value: Value, scope: MessageVariables): MessageValue {
    this.#steps += 1 + value.filters.length;
    if (this.#steps > mostSteps) {
      throw new MessageError('The message takes too long to make.', value.place);
    }
    let current = 'literal' in value.source ? value.source.literal : lookUp(value, value.source.path, scope);
    for (const { name, argument } of value.filters) {
      const given = argument ? this.#value(argument, scope) : null;
      current = checked(messageFilters[name]?.apply(current, given) ?? null, value);
    }
    return current;
  }
}

/** A filter can make a text longer, and a chain of them can make it very long. */
function checked<T extends MessageValue>(value: T, { place }: Value): T {
  if (typeof value === 'string' && value.length > longestText) {
    throw new MessageError('The message is too long.', place);
  }
  return value;
}

function lookUp({ place }: Value, path: readonly string[], scope: MessageVariables): MessageValue {
  let current: MessageValue = scope;
  for (const [index, name] of path.entries()) {
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, name)) {
      throw new MessageError(`There is no variable "${path.slice(0, index + 1).join('.')}".`, place);
    }
    current = (current as Record<string, MessageValue>)[name] ?? null;
  }
  return current;
}

function compare(how: string, left: MessageValue, right: MessageValue): boolean {
  switch (how) {
    case '==':
    case 'is':
      return isSame(left, right);
    case '!=':
    case 'is not':
      return !isSame(left, right);
    case 'in':
      return contains(right, left);
    case 'not in':
      return !contains(right, left);
  }
  const isOrdered = typeof left === typeof right && (typeof left === 'number' || typeof left === 'string');
  if (!isOrdered || left === null || right === null) {
    return false;
  }
  switch (how) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    default:
      return left >= right;
  }
}

function isSame(left: MessageValue, right: MessageValue): boolean {
  return left === right || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right));
}

function contains(whole: MessageValue, part: MessageValue): boolean {
  return isList(whole) ? whole.some((item) => isSame(item, part)) : asText(whole).includes(asText(part));
}
