import { isDeepStrictEqual } from 'node:util';
import {
  effectiveSettings,
  type Inheritable,
  type InheritableSetting,
  inheritableSettings,
} from '../models/inheritable.ts';
import type { ComponentInput } from './component-input.ts';

/** Columns that a key of the input sets as it is. */
export type PlainColumns = Partial<
  Omit<
    ComponentInput,
    | 'repo'
    | 'push'
    | 'source_language'
    | 'category'
    | 'secondary_language'
    | 'zipfile'
    | 'docfile'
    | 'from_component'
  >
> & { secondary_language_id?: number | null };

/**
 * The columns that `input` sets, but for the repository's addresses, the source language and the category, which must
 * be looked up first.
 */
export function plainColumns({
  repo: _repo,
  push: _push,
  source_language: _sourceLanguage,
  category: _category,
  zipfile: _zipfile,
  docfile: _docfile,
  from_component: _fromComponent,
  secondary_language,
  ...columns
}: Partial<ComponentInput>): PlainColumns {
  return secondary_language === undefined
    ? columns
    : { ...columns, secondary_language_id: secondary_language };
}

/**
 * The columns of `found` (a component or category) whose values are new. A setting that comes from `above`, what it is in
 * from inside out, becomes its own only when it differs from what counts already.
 */
export function changedColumns<Found extends Inheritable>(
  found: Found,
  above: readonly Inheritable[],
  columns: Partial<Found>,
): Partial<Found> {
  const current = new Map(Object.entries({ ...found, ...effectiveSettings([found, ...above]) }));
  const changed = Object.fromEntries(
    Object.entries(columns).filter(
      ([column, value]) => value !== undefined && !isDeepStrictEqual(value, current.get(column)),
    ),
  ) as Partial<Found>;
  const own = inheritableIn(changed);
  return own.length > 0
    ? { ...changed, own_settings: [...new Set([...found.own_settings, ...own])] }
    : changed;
}

/** Settings among `columns` that a component or category otherwise takes from around it. */
export function inheritableIn(columns: Partial<Inheritable>): InheritableSetting[] {
  return inheritableSettings.filter((name) => columns[name] !== undefined);
}
