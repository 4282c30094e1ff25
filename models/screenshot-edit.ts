import type { Knex } from 'knex';
import { action } from './actions.ts';
import { recordChange } from './change.ts';
import { countContribution } from './contribution.ts';
import { linkScreenshot, Screenshot } from './screenshot.ts';
import type { Translation } from './translation.ts';
import type { User } from './user.ts';

/*
 * What people do to screenshots. Each change of one locks it first, then strings, then its translation: two who come at
 * once wait for each other in one order. Files are left to the caller.
 */

export interface NewScreenshot {
  translation: Pick<Translation, 'id'>;
  name: string;
  /** Name of its file. */
  image: string;
  repository_filename?: string | undefined;
  user: Pick<User, 'id'>;
}

/** Adds a screenshot whose file is there. */
export async function addScreenshot(
  trx: Knex.Transaction,
  { translation, user, repository_filename = '', ...named }: NewScreenshot,
): Promise<Screenshot> {
  await countContribution(trx, { translation, author: user }, 'uploaded');
  const screenshot = await Screenshot.query(trx).insertAndFetch({
    translation_id: translation.id,
    repository_filename,
    user_id: user.id,
    timestamp: Date.now(),
    ...named,
  });
  await recordUpload(trx, screenshot, user);
  return screenshot;
}

/** Gives a screenshot another file, which is there; returns the name of the former one. Null: it is gone meanwhile. */
export async function replaceImage(
  trx: Knex.Transaction,
  id: number,
  image: string,
  user: Pick<User, 'id'>,
): Promise<string | null> {
  const screenshot = await lockScreenshot(trx, id);
  if (!screenshot) {
    return null;
  }
  const translation = { id: screenshot.translation_id };
  await countContribution(trx, { translation, author: user }, 'uploaded');
  await Screenshot.query(trx).findById(id).patch({ image });
  await recordUpload(trx, screenshot, user);
  return screenshot.image;
}

/** Says that a screenshot shows a string; again changes nothing. False: its translation has no such string. */
export async function assignUnit(
  trx: Knex.Transaction,
  { id, unitId, user }: { id: number; unitId: number; user: Pick<User, 'id'> },
): Promise<boolean> {
  const screenshot = await lockScreenshot(trx, id);
  if (!screenshot || !(await lockUnit(trx, screenshot, unitId))) {
    return false;
  }
  if (!(await shows(trx, id, unitId))) {
    await linkScreenshot(trx, id, unitId);
    await recordUnit(trx, action.SCREENSHOT_ADDED, screenshot, { unitId, user });
  }
  return true;
}

/** Says that a screenshot does not show a string. False: its translation has no such string. */
export async function withdrawUnit(
  trx: Knex.Transaction,
  { id, unitId, user }: { id: number; unitId: number; user: Pick<User, 'id'> },
): Promise<boolean> {
  const screenshot = await lockScreenshot(trx, id);
  if (!screenshot || !(await lockUnit(trx, screenshot, unitId))) {
    return false;
  }
  if (await shows(trx, id, unitId)) {
    await trx('screenshot_units').where({ screenshot_id: id, unit_id: unitId }).delete();
    await recordUnit(trx, action.SCREENSHOT_REMOVED, screenshot, { unitId, user });
  }
  return true;
}

/** Removes a screenshot; returns the name of its file. Null: it is gone already. */
export async function removeScreenshot(trx: Knex.Transaction, id: number): Promise<string | null> {
  const screenshot = await lockScreenshot(trx, id);
  await Screenshot.query(trx).deleteById(id);
  return screenshot?.image ?? null;
}

function lockScreenshot(trx: Knex.Transaction, id: number): Promise<Screenshot | undefined> {
  return Screenshot.query(trx).findById(id).forUpdate().execute();
}

async function lockUnit(
  trx: Knex.Transaction,
  { translation_id }: Screenshot,
  unitId: number,
): Promise<boolean> {
  const unit = await trx('units').where({ id: unitId, translation_id }).forUpdate().first('id');
  return unit !== undefined;
}

async function shows(trx: Knex.Transaction, id: number, unitId: number): Promise<boolean> {
  const link = await trx('screenshot_units').where({ screenshot_id: id, unit_id: unitId }).first('unit_id');
  return link !== undefined;
}

async function recordUpload(
  trx: Knex.Transaction,
  { translation_id, name }: Screenshot,
  { id }: Pick<User, 'id'>,
): Promise<void> {
  await recordChange(trx, {
    action: action.SCREENSHOT_UPLOADED,
    translation_id,
    user_id: id,
    author_id: id,
    target: name,
  });
}

async function recordUnit(
  trx: Knex.Transaction,
  kind: typeof action.SCREENSHOT_ADDED | typeof action.SCREENSHOT_REMOVED,
  { translation_id, name }: Screenshot,
  { unitId, user }: { unitId: number; user: Pick<User, 'id'> },
): Promise<void> {
  await recordChange(trx, {
    action: kind,
    translation_id,
    unit_id: unitId,
    user_id: user.id,
    author_id: user.id,
    target: name,
  });
}
