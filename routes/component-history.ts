import type { Knex } from 'knex';
import { type ActionId, action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import type { Component } from '../models/component.ts';
import type { User } from '../models/user.ts';

/** Settings whose change has a kind of its own in the history. */
const kinds: Partial<Record<string, ActionId>> = {
  name: action.RENAME_COMPONENT,
  slug: action.RENAME_COMPONENT,
  license: action.LICENSE_CHANGE,
  agreement: action.AGREEMENT_CHANGE,
};

/** Columns that say nothing to people. */
const unrecorded = new Set(['own_settings', 'repo_secret', 'push_secret']);

/** Records each setting of `before` that changed, and its move to another category if `path` says so. */
export async function recordSettings(
  trx: Knex.Transaction,
  before: Component,
  { changed, path }: { changed: Partial<Component>; path: string },
  user: User | null,
): Promise<void> {
  const who = { component_id: before.id, user_id: user?.id ?? null, author_id: user?.id ?? null };
  for (const [field, value] of Object.entries(changed)) {
    if (unrecorded.has(field)) {
      continue;
    }
    const kind = kinds[field];
    const old = textOf(before[field as keyof Component]);
    const target = textOf(value);
    await recordChange(trx, {
      action: kind ?? action.COMPONENT_SETTING_CHANGE,
      ...who,
      old,
      target,
      details: kind === undefined ? { field, old, target } : {},
    });
  }
  const [from, to] = [folderOf(before.path), folderOf(path)];
  if (from !== to) {
    await recordChange(trx, { action: action.MOVE_COMPONENT, ...who, old: from, target: to });
  }
}

/** The path of what a component is in. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** A setting as the history shows it. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) {
    return '';
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
