import type { Knex } from 'knex';
import { Row } from './row.ts';

/** A picture that shows where strings of a translation, nearly always the source, are seen. */
export class Screenshot extends Row {
  static override tableName = 'screenshots';
  static override initial = { repository_filename: '' };

  declare id: number;
  declare translation_id: number;
  declare name: string;
  /** Name of the file below the data folder. */
  declare image: string;
  /** The file in the repository that the image follows; '': none. */
  declare repository_filename: string;
  declare user_id: number | null;
  /** Milliseconds. */
  declare timestamp: number;
}

/** Says that a screenshot shows a string; saying it twice changes nothing. Gives whether it was new. */
export async function linkScreenshot(
  trx: Knex.Transaction,
  screenshotId: number,
  unitId: number,
): Promise<boolean> {
  const row = { screenshot_id: screenshotId, unit_id: unitId };
  if (await trx('screenshot_units').where(row).first('unit_id')) {
    return false;
  }
  await trx('screenshot_units').insert(row).onConflict(['screenshot_id', 'unit_id']).ignore();
  return true;
}

/** Shows a string wherever another one is shown. */
export async function takeScreenshots(trx: Knex.Transaction, from: number, to: number): Promise<void> {
  const ids: number[] = await trx('screenshot_units').where('unit_id', from).pluck('screenshot_id');
  for (const id of ids) {
    await linkScreenshot(trx, id, to);
  }
}
