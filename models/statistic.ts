import { Counted } from './counted.ts';

export type StatisticScope =
  | 'instance'
  | 'language'
  | 'project'
  | 'project_language'
  | 'category'
  | 'component'
  | 'component_list';

/** The sum of the counters of many translations, kept by counters.ts alone. */
export class Statistic extends Counted {
  static override tableName = 'statistics';
  static override idColumn = ['scope', 'scope_id', 'language_id'];

  declare scope: StatisticScope;
  /** Id of the object; of the project for project_language; 0 for the instance. */
  declare scope_id: number;
  /** Only for project_language, else 0. */
  declare language_id: number;
}
