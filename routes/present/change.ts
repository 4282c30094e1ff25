import type { Knex } from 'knex';
import { z } from 'zod';
import { actionNames } from '../../models/actions.ts';
import type { Change } from '../../models/change.ts';
import type { Viewer } from './component.ts';
import { presentTime } from './time.ts';
import { userUrls } from './user.ts';

export const changeShape = z
  .object({
    id: z.int(),
    unit: z.string().nullable(),
    component: z.string().nullable(),
    translation: z.string().nullable(),
    user: z.string().nullable(),
    author: z.string().nullable(),
    alert: z
      .object({
        name: z.string(),
        timestamp: z.string(),
        updated: z.string(),
        details: z.record(z.string(), z.unknown()),
      })
      .nullable(),
    timestamp: z.string(),
    action: z.int(),
    target: z.string(),
    old: z.string(),
    details: z.record(z.string(), z.unknown()),
    action_name: z.string(),
    url: z.string(),
  })
  .meta({ id: 'Change' });

export type ChangeJson = z.infer<typeof changeShape>;

/** Presents `changes` in their order, with a fixed number of queries. What is deleted since has no link. */
export async function presentChanges(viewer: Viewer, changes: readonly Change[]): Promise<ChangeJson[]> {
  const { knex, caller, urls } = viewer;
  const links = await loadLinks(knex, changes);
  const users = await userUrls(
    viewer,
    changes.flatMap(({ user_id, author_id }) => [user_id, author_id]),
  );
  return changes.map((change) => {
    const path = links.paths.get(change.component_id ?? 0);
    const translation = links.translations.get(change.translation_id ?? 0);
    const alert = links.alerts.get(change.alert_id ?? 0);
    return {
      id: change.id,
      unit: links.units.has(change.unit_id ?? 0) ? urls.unit(change.unit_id!) : null,
      component: path === undefined ? null : urls.component(path),
      translation: translation ? urls.translation(translation.path, translation.code) : null,
      user: users.get(change.user_id) ?? null,
      author: users.get(change.author_id) ?? null,
      alert: alert ? presentAlert(alert, caller.user !== null) : null,
      timestamp: presentTime(change.timestamp),
      action: change.action,
      target: change.target,
      old: change.old,
      details: change.details,
      action_name: actionNames.get(change.action) ?? '',
      url: urls.change(change.id),
    };
  });
}

interface AlertRow {
  id: number;
  name: string;
  timestamp: number;
  updated: number;
  /** JSON. */
  details: string;
}

interface Links {
  paths: Map<number, string>;
  translations: Map<number, { path: string; code: string }>;
  units: Set<number>;
  alerts: Map<number, AlertRow>;
}

async function loadLinks(knex: Knex, changes: readonly Change[]): Promise<Links> {
  const ids = (pick: (change: Change) => number | null) => [
    ...new Set(changes.flatMap((change) => pick(change) ?? [])),
  ];
  const components = await knex('components')
    .whereIn(
      'id',
      ids(({ component_id }) => component_id),
    )
    .select('id', 'path');
  const translations = await knex('translations')
    .join('components', 'components.id', 'translations.component_id')
    .join('languages', 'languages.id', 'translations.language_id')
    .whereIn(
      'translations.id',
      ids(({ translation_id }) => translation_id),
    )
    .select('translations.id', 'components.path', 'languages.code');
  const units = await knex('units')
    .whereIn(
      'id',
      ids(({ unit_id }) => unit_id),
    )
    .pluck('id');
  const alerts: AlertRow[] = await knex('alerts').whereIn(
    'id',
    ids(({ alert_id }) => alert_id),
  );
  return {
    paths: new Map(components.map(({ id, path }) => [id, path])),
    translations: new Map(translations.map((row) => [row.id, row])),
    units: new Set(units),
    alerts: new Map(alerts.map((alert) => [alert.id, alert])),
  };
}

/** Details of an alert can tell about the server, so callers who are not signed in get none. */
function presentAlert({ name, timestamp, updated, details }: AlertRow, isSignedIn: boolean) {
  return {
    name,
    timestamp: presentTime(timestamp),
    updated: presentTime(updated),
    details: isSignedIn ? JSON.parse(details) : {},
  };
}
