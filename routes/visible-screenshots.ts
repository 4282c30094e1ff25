import { type QueryBuilder, raw } from 'objection';
import { visibleComponents } from '../models/access.ts';
import { Component } from '../models/component.ts';
import { Screenshot } from '../models/screenshot.ts';
import type { Call } from './http/endpoint.ts';
import type { Hidden } from './visible-changes.ts';

/** Screenshots of what the caller sees. Where nothing is hidden from him, their translations are not looked at. */
export function visibleScreenshots(
  { services, caller }: Call,
  { projects, components }: Hidden,
): QueryBuilder<Screenshot> {
  const screenshots = Screenshot.query(services.db.reader);
  if (projects?.length === 0 && components?.length === 0) {
    return screenshots;
  }
  const visible = visibleComponents(Component.query().select('components.id'), caller);
  const unseen = Component.query().select('components.id').whereNotIn('components.id', visible);
  return screenshots.whereNotIn(raw(componentOf), unseen);
}

/** A scalar and a condition that excludes, as with suggestions: so both engines go through the screenshots in order. */
const componentOf =
  '(SELECT translations.component_id FROM translations WHERE translations.id = screenshots.translation_id)';
