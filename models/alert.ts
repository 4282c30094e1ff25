import { Row } from './row.ts';

/** Something about a component that a person should look at. */
export class Alert extends Row {
  static override tableName = 'alerts';
  static override json = ['details'];
  static override initial = { details: {} };

  declare id: number;
  declare component_id: number;
  /** Such as `MergeFailure`; a component has one of each name. */
  declare name: string;
  declare details: Record<string, unknown>;
  declare timestamp: number;
  declare updated: number;
  declare dismissed_at: number | null;
  declare dismissed_by: number | null;
}
