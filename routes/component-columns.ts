import type { Component } from '../models/component.ts';
import { type InheritableSetting, inheritableSettings } from '../models/inheritable.ts';
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

/** Settings among `columns` that a component otherwise takes from around it. */
export function inheritableIn(columns: Partial<Component>): InheritableSetting[] {
  return inheritableSettings.filter((name) => columns[name] !== undefined);
}
