import { Row } from './row.ts';

/** Where a plural rule comes from. */
export const pluralSource = { default: 0, gettext: 1, api: 2 } as const;

/** A plural rule of a language. */
export class Plural extends Row {
  static override tableName = 'plurals';

  declare id: number;
  declare language_id: number;
  /** See pluralSource. */
  declare source: number;
  declare number: number;
  declare formula: string;
  declare type: number;
  /** CLDR categories of the forms, comma separated. */
  declare categories: string;
}
