import type { Knex } from 'knex';
import { type ActionId, action } from './actions.ts';
import { insertChanges, type NewChange } from './change.ts';
import type { Component } from './component.ts';
import type { Translation } from './translation.ts';
import type { User } from './user.ts';

/** Where an edit is made, and by whom. */
export interface EditPlace {
  component: Pick<Component, 'id' | 'project_id'>;
  translation: Pick<Translation, 'id' | 'language_id'>;
  user: (Pick<User, 'id'> & Partial<Pick<User, 'is_bot'>>) | null;
  /** A person's edit of one string alone: others are no milestones. */
  isSingle?: boolean;
}

/** Tells when somebody edits a translation for the first time. Bots join nothing. */
export async function recordContributor(trx: Knex.Transaction, place: EditPlace, at: number): Promise<void> {
  const { translation, user, isSingle } = place;
  if (!user || user.is_bot) {
    return;
  }
  const row = { translation_id: translation.id, user_id: user.id };
  if (await trx('contributors').where(row).first('user_id')) {
    return;
  }
  await trx('contributors').insert(row).onConflict(['translation_id', 'user_id']).ignore();
  if (isSingle) {
    await insertChanges(trx, [eventOf(place, action.NEW_CONTRIBUTOR, at)]);
  }
}

/** Tells when the edit, which is counted already, has completed the translation, and perhaps the component with it. */
export async function recordCompletion(trx: Knex.Transaction, place: EditPlace, at: number): Promise<void> {
  const { component, translation } = place;
  if (!(await isComplete(trx('translations').where('id', translation.id)))) {
    return;
  }
  const changes = [eventOf(place, action.COMPLETE, at)];
  const key = { scope: 'component', scope_id: component.id, language_id: 0 };
  if (await isComplete(trx('statistics').where(key))) {
    // Nothing that happened to one language.
    const event = eventOf(place, action.COMPLETED_COMPONENT, at);
    changes.push({ ...event, translation_id: null, language_id: null });
  }
  await insertChanges(trx, changes);
}

function eventOf({ component, translation, user }: EditPlace, event: ActionId, at: number): NewChange {
  return {
    action: event,
    project_id: component.project_id,
    component_id: component.id,
    translation_id: translation.id,
    language_id: translation.language_id,
    user_id: user?.id ?? null,
    author_id: user?.id ?? null,
    timestamp: at,
  };
}

async function isComplete(rows: Knex.QueryBuilder): Promise<boolean> {
  const row: { total: number; translated: number } | undefined = await rows.first('total', 'translated');
  return row !== undefined && row.total === row.translated;
}
