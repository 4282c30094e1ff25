import { endsFreely, folded, startsFreely, writesSpaces } from './glossary-words.ts';

/**
 * Finds which of many terms stand in a text, in any case and, where the language writes spaces, as whole words. A search
 * takes time by the length of the text and by how many lengths terms of the same beginning have, not by their number.
 */
export class GlossaryIndex<Entry> {
  /** Entries by their folded terms. */
  #entries = new Map<string, Entry[]>();
  /** Lengths of the terms that begin with a character. */
  #lengths = new Map<string, Set<number>>();
  #isWhole: boolean;

  /** `language`: code of the language of the terms. */
  constructor(language: string, terms: Iterable<readonly [term: string, entry: Entry]>) {
    this.#isWhole = writesSpaces(language);
    for (const [term, entry] of terms) {
      this.#add(folded(term.trim()), entry);
    }
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** The entries whose terms stand in the text, in the order in which the terms begin there. */
  find(text: string): Set<Entry> {
    const found = new Set<Entry>();
    const plain = folded(text);
    for (let start = 0; start < plain.length; start += 1) {
      const lengths = this.#lengths.get(plain[start]!);
      if (!lengths || (this.#isWhole && !startsFreely(plain, start))) {
        continue;
      }
      for (const length of lengths) {
        const end = start + length;
        if (end > plain.length || (this.#isWhole && !endsFreely(plain, end))) {
          continue;
        }
        for (const entry of this.#entries.get(plain.slice(start, end)) ?? []) {
          found.add(entry);
        }
      }
    }
    return found;
  }

  #add(term: string, entry: Entry): void {
    if (term === '') {
      return;
    }
    const entries = this.#entries.get(term);
    if (entries) {
      entries.push(entry);
      return;
    }
    this.#entries.set(term, [entry]);
    const lengths = this.#lengths.get(term[0]!);
    if (lengths) {
      lengths.add(term.length);
    } else {
      this.#lengths.set(term[0]!, new Set([term.length]));
    }
  }
}
