import type { Adapter, ApplyOptions, Edit, Entry } from '../../adapters/adapter.ts';
import { applyVerified } from '../../adapters/edit.ts';

/** Options of a Czech file with an English base file. */
export function applyOptions(options: Partial<ApplyOptions> & { base?: string } = {}): ApplyOptions {
  const { base, ...rest } = options;
  return {
    language: 'cs',
    plural: {
      number: 3,
      formula: '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2',
      categories: ['one', 'few', 'other'],
    },
    sourcePlural: { number: 2, formula: 'n != 1', categories: ['one', 'other'] },
    params: {},
    template: base === undefined ? null : Buffer.from(base),
    header: {},
    ...rest,
  };
}

/** The entries of a file given as text or bytes. */
export function entriesOf(adapter: Adapter, file: string | Uint8Array, options = applyOptions()): Entry[] {
  return adapter.parse(Buffer.from(file), options).entries;
}

/** Context and text of each entry, in file order; plural forms joined by a bar. */
export function textsOf(
  adapter: Adapter,
  file: string | Uint8Array,
  options = applyOptions(),
): [string, string][] {
  return entriesOf(adapter, file, options).map(({ context, target }) => [context, target.join('|')]);
}

/** A `set` of one or more forms; null removes. */
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
  options = applyOptions(),
): string {
  return Buffer.from(applyVerified(adapter, Buffer.from(file), edits, options)).toString();
}

/** The new file that `create` makes from a base. */
export function created(adapter: Adapter, base: string | null, options = applyOptions()): string {
  return Buffer.from(adapter.create(base === null ? null : Buffer.from(base), options)).toString();
}
