import type { Knex } from 'knex';
import { Row } from './row.ts';
import { takeLinks } from './unit-links.ts';

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

/** Says that a screenshot shows a string; saying it twice changes nothing. */
export async function linkScreenshot(
  trx: Knex.Transaction,
  screenshotId: number,
  unitId: number,
): Promise<void> {
  await trx('screenshot_units')
    .insert({ screenshot_id: screenshotId, unit_id: unitId })
    .onConflict(['screenshot_id', 'unit_id'])
    .ignore();
}

/** Shows a string wherever another one is shown. */
export function takeScreenshots(trx: Knex.Transaction, from: number, to: number): Promise<void> {
  return takeLinks(trx, { table: 'screenshot_units', column: 'screenshot_id' }, from, to);
}
