import type { Adapter, ApplyOptions, Edit, Entry } from '../../adapters/adapter.ts';
import { applyVerified } from '../../adapters/edit.ts';
import { czechOptions } from './format-options.ts';

type SetEdit = Extract<Edit, { type: 'set' }>;

/** What differs from the usual Czech file; `base` is the base file, `params` only those that are not the default. */
export type Changes = Partial<Omit<ApplyOptions, 'template'>> & { base?: string };

/** The entries of a file given as text or bytes. */
export function entriesOf(adapter: Adapter, file: string | Uint8Array, changes: Changes = {}): Entry[] {
  return adapter.parse(Buffer.from(file), optionsFor(adapter, changes)).entries;
}

/** Context and text of each entry, in file order; plural forms joined by a bar. */
export function textsOf(
  adapter: Adapter,
  file: string | Uint8Array,
  changes: Changes = {},
): [string, string][] {
  return entriesOf(adapter, file, changes).map(({ context, target }) => [context, target.join('|')]);
}

/** A `set` of one or more forms; null removes. */
export function edit(context: string, text: string | string[]): SetEdit;
export function edit(context: string, text: string | string[] | null): Edit;
export function edit(context: string, text: string | string[] | null): Edit {
  if (text === null) {
    return { type: 'remove', context, source: [] };
  }
  return { type: 'set', context, source: [], target: [text].flat(), state: 'translated' };
}

/** The file after verified edits. */
export function edited(
  adapter: Adapter,
  file: string,
  edits: readonly Edit[],
  changes: Changes = {},
): string {
  const bytes = applyVerified(adapter, Buffer.from(file), edits, optionsFor(adapter, changes));
  return Buffer.from(bytes).toString();
}

/** The new file that `create` makes from a base. */
export function created(adapter: Adapter, base: string | null, changes: Changes = {}): string {
  const bytes = base === null ? null : Buffer.from(base);
  return Buffer.from(adapter.create(bytes, optionsFor(adapter, changes))).toString();
}

function optionsFor(adapter: Adapter, { base, params, ...changes }: Changes): ApplyOptions {
  const usual = czechOptions(adapter, changes);
  return {
    ...usual,
    params: { ...usual.params, ...params },
    template: base === undefined ? null : Buffer.from(base),
  };
}
