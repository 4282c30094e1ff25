import { FormatError } from '../adapter.ts';
import { type Splice, splice } from '../text/splice.ts';
import { addValue, type NewContainer, newContainer } from './additions.ts';
import type { JsonNode } from './document.ts';
import { formatPath, type JsonPath } from './key-path.ts';
import { memberSplices } from './members.ts';
import type { JsonSource } from './source.ts';

/**
 * Collects changes to a JSON text and makes them all at once. What nobody changed keeps its bytes. Where a value is
 * inserted, the containers that it needs are made; an object that loses its last member is removed as well.
 */
export class JsonEditor {
  readonly #source: JsonSource;
  readonly #replaced: Splice[] = [];
  readonly #removed = new Map<JsonNode, Set<JsonNode>>();
  readonly #added = new Map<JsonNode, NewContainer>();

  constructor(source: JsonSource) {
    this.#source = source;
  }

  /**
   * Makes the value at `path` the string `text`, unless it is. A null there is no text yet and is replaced.
   * @throws {FormatError} when the path leads through, or to, a value of another type.
   */
  set(path: JsonPath, text: string): void {
    const json = this.#source.pen.string(text);
    let node = this.#source.root;
    for (const [index, part] of path.entries()) {
      const { type } = newContainer(part);
      if (node.type !== type) {
        throw new FormatError(`"${formatPath(path.slice(0, index))}" is no ${type}`, node.line);
      }
      const member = node.member(part);
      if (!member) {
        this.#add(node, path.slice(index), json);
        return;
      }
      node = member;
    }
    if (node.type !== 'string' && node.type !== 'null') {
      throw new FormatError(`"${formatPath(path)}" holds no text: it is of type ${node.type}`, node.line);
    }
    if (node.type === 'null' || node.text !== text) {
      this.#replaced.push({ start: node.start, end: node.end, text: json });
    }
  }

  /** Removes the member at `path`, if it is there, with all others of its key. */
  remove(path: JsonPath): void {
    let node: JsonNode | undefined = this.#source.root;
    for (const part of path) {
      node = node?.member(part);
    }
    if (node) {
      this.removeNode(node);
    }
  }

  /** Removes a member with all others of its key. */
  removeNode(node: JsonNode): void {
    if (node.parent) {
      const removed = this.#removed.get(node.parent) ?? new Set();
      this.#removed.set(node.parent, removed);
      for (const member of node.parent.membersOf(node.key)) {
        removed.add(member);
      }
    }
  }

  /** @throws {FormatError} when an item is removed from an array that keeps later ones: they would get new indexes. */
  finish(): string {
    this.#removeEmptied();
    const splices = [...this.#replaced];
    for (const container of new Set([...this.#removed.keys(), ...this.#added.keys()])) {
      if (!this.#isRemoved(container)) {
        const removed = this.#removed.get(container) ?? new Set();
        splices.push(...memberSplices(this.#source, container, removed, this.#added.get(container) ?? null));
      }
    }
    return splice(this.#source.text, splices);
  }

  #add(container: JsonNode, path: JsonPath, json: string): void {
    const added = this.#added.get(container) ?? newContainer(path[0]!);
    this.#added.set(container, added);
    addValue(added, path, json);
  }

  /** Objects in objects that keep no member go too; the map grows while it is walked, so their parents follow. */
  #removeEmptied(): void {
    for (const [container, removed] of this.#removed) {
      const isEmptied = removed.size === container.members.length && !this.#added.has(container);
      if (isEmptied && container.parent?.type === 'object') {
        this.removeNode(container);
        // A parent that was walked already must be asked again.
        const siblings = this.#removed.get(container.parent)!;
        this.#removed.delete(container.parent);
        this.#removed.set(container.parent, siblings);
      }
    }
  }

  #isRemoved(node: JsonNode): boolean {
    return node.parent !== null && (this.#removed.get(node.parent)?.has(node) ?? false);
  }
}
