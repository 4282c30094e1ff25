import { type QueryBuilder, raw } from 'objection';
import { visibleComponents } from '../models/access.ts';
import { Component } from '../models/component.ts';
import { Suggestion } from '../models/suggestion.ts';
import type { Call } from './http/endpoint.ts';
import type { Hidden } from './visible-changes.ts';

/** Suggestions of strings that the caller sees. Where nothing is hidden from him, their strings are not looked at. */
export function visibleSuggestions(
  { services, caller }: Call,
  { projects, components }: Hidden,
): QueryBuilder<Suggestion> {
  const suggestions = Suggestion.query(services.db.reader);
  if (projects?.length === 0 && components?.length === 0) {
    return suggestions;
  }
  const visible = visibleComponents(Component.query().select('components.id'), caller);
  const unseen = Component.query().select('components.id').whereNotIn('components.id', visible);
  return suggestions.whereNotIn(raw(componentOf), unseen);
}

/**
 * A scalar, and the condition that excludes instead of including, so that MariaDB begins with the newest suggestions: of
 * joins it would read all strings of all components first.
 */
const componentOf = `(SELECT translations.component_id FROM units
  JOIN translations ON translations.id = units.translation_id WHERE units.id = suggestions.unit_id)`;
