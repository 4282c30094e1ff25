import { Row } from './row.ts';
import { User } from './user.ts';

/** One entry of the history. Ids of things deleted since stay null or point nowhere: nothing here has a constraint. */
export class Change extends Row {
  static override tableName = 'changes';
  static override json = ['details'];
  static override initial = { target: '', old: '', details: {} };

  declare id: number;
  declare project_id: number | null;
  declare component_id: number | null;
  declare translation_id: number | null;
  declare language_id: number | null;
  declare unit_id: number | null;
  /** Who acted. */
  declare user_id: number | null;
  /** Who is credited. */
  declare author_id: number | null;
  declare alert_id: number | null;
  /** See actions.ts. */
  declare action: number;
  declare target: string;
  declare old: string;
  declare details: Record<string, unknown>;
  declare timestamp: number;
  declare user?: User | null;
  declare author?: User | null;

  static override relationMappings = () => ({
    user: {
      relation: Row.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'changes.user_id', to: 'users.id' },
    },
    author: {
      relation: Row.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'changes.author_id', to: 'users.id' },
    },
  });
}
