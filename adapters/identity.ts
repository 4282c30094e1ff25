import { hash } from 'node:crypto';
import { type Adapter, type EntryState, identityOf } from './adapter.ts';

/** What the database keeps of an entry and can be changed by editing the file. */
export interface FileValues {
  source: readonly string[];
  target: readonly string[];
  /** Number of the state as the file can say it, see `stateInFile`. */
  state: number;
  previousSource: readonly string[];
  note: string;
  location: string;
  flags: string;
  explanation: string;
}

/**
 * Hash of what a translator sees of a string: source and context. Equal in every language and component.
 * @returns 16 lower-case hex digits.
 */
export function contentHash(source: readonly string[], context: string): string {
  return shortHash('content', [context, source.join(formJoint)]);
}

/**
 * Hash by which a string is found again in another version or another language of the file: of the key alone, or of
 * context and source where the format tells strings apart by both.
 * @returns 16 lower-case hex digits.
 */
export function idHash(
  adapter: Pick<Adapter, 'identity'>,
  entry: { context: string; source: readonly string[] },
): string {
  if (adapter.identity === 'context') {
    return shortHash('key', [identityOf(adapter, entry)]);
  }
  return contentHash(entry.source, entry.context);
}

/** Hash of everything that a new version of the file can change in a string. 16 lower-case hex digits. */
export function fingerprint(values: FileValues): string {
  const { state, note, location, flags, explanation } = values;
  const forms = [values.source, values.target, values.previousSource].map((list) => list.join(formJoint));
  return shortHash('values', [...forms, state, note, location, flags, explanation]);
}

/**
 * The state that a file of this format tells for a string whose state in the database is `state`: sub-states of
 * "needs editing" are one, a state that the format cannot store reads as translated, no text as untranslated.
 */
export function stateInFile(
  adapter: Pick<Adapter, 'stores'>,
  state: number,
  target: readonly string[],
): number {
  if (state === stateNumbers.readonly && adapter.stores.includes('readonly')) {
    return stateNumbers.readonly;
  }
  if (target.every((form) => form === '')) {
    return 0;
  }
  if (state >= 10 && state < 20 && adapter.stores.includes('fuzzy')) {
    return stateNumbers.fuzzy;
  }
  if (state === stateNumbers.approved && adapter.stores.includes('approved')) {
    return stateNumbers.approved;
  }
  return stateNumbers.translated;
}

/** Number of an entry's state in the database; 0 is a string without any text. */
export function stateNumber(entry: { state: EntryState; target: readonly string[] }): number {
  if (entry.state !== 'readonly' && entry.target.every((form) => form === '')) {
    return 0;
  }
  return stateNumbers[entry.state];
}

/** Between plural forms; no text holds it. No form and one empty form are the same. */
const formJoint = '\u001e\u001e';

const stateNumbers: Readonly<Record<EntryState, number>> = {
  fuzzy: 10,
  translated: 20,
  approved: 30,
  readonly: 100,
};

function shortHash(kind: string, parts: readonly unknown[]): string {
  return hash('sha256', `dragoman ${kind}\n${JSON.stringify(parts)}`, 'hex').slice(0, 16);
}
