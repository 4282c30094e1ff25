import type { Knex } from 'knex';
import { Joined } from './joined.ts';
import { Row } from './row.ts';
import { aroundTranslations, placeTranslation, type Translation } from './translation.ts';
import { takeLinks } from './unit-links.ts';

/** A picture that shows where strings of a translation, nearly always the source, are seen. */
export class Screenshot extends Row {
  static override tableName = 'screenshots';
  static override initial = { repository_filename: '' };

  declare id: number;
  declare translation_id: number;
  declare name: string;
  /** Name of its file in the folder of screenshots. */
  declare image: string;
  /** The file in the repository that the image follows; '': none. */
  declare repository_filename: string;
  declare user_id: number | null;
  /** Milliseconds. */
  declare timestamp: number;
  declare translation?: Translation;

  /** The screenshot with its translation, and that with what is around it. */
  static async placed(knex: Knex, id: number): Promise<Screenshot | undefined> {
    const found = await placed.first(knex, 'screenshot.id = ?', [id]);
    return found && Object.assign(found.screenshot, { translation: placeTranslation(found) });
  }
}

const placed = new Joined(
  { screenshot: Screenshot, ...aroundTranslations.parts },
  `screenshots AS screenshot JOIN translations AS translation ON translation.id = screenshot.translation_id
    ${aroundTranslations.joins}`,
);

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
