import type { Knex } from 'knex';
import { Row } from './row.ts';

/** Name of the account by whose memberships callers without credentials are judged. */
export const anonymousName = 'anonymous';

export class User extends Row {
  static override tableName = 'users';
  static override booleans = ['is_superuser', 'is_active', 'is_bot'];

  declare id: number;
  declare username: string;
  declare full_name: string;
  /** Lower case. */
  declare email: string | null;
  /** See password.ts; null: no sign-in by password. */
  declare password: string | null;
  declare is_superuser: boolean;
  declare is_active: boolean;
  declare is_bot: boolean;
  declare date_joined: number;
  declare date_expires: number | null;
  declare last_login: number | null;
  declare translated: number;
  declare suggested: number;
  declare uploaded: number;
  declare commented: number;

  /** The name that people see. */
  get visibleName(): string {
    return this.full_name || this.username;
  }

  static named(knex: Knex, username: string): Promise<User | undefined> {
    return User.query(knex).findOne({ username }).execute();
  }
}
