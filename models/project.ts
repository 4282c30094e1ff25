import type { Knex } from 'knex';
import { Inheritable } from './inheritable.ts';

/** Values of `Project.access_control`. */
export const accessLevel = { public: 0, protected: 1, private: 100, custom: 200 } as const;

export class Project extends Inheritable {
  static override tableName = 'projects';
  static override booleans = [
    'translation_review',
    'source_review',
    'set_language_team',
    'enable_hooks',
    'enforced_2fa',
  ];
  static override initial = { ...Inheritable.initial, instructions: '', language_aliases: '' };

  declare id: number;
  declare name: string;
  declare slug: string;
  declare web: string;
  declare instructions: string;
  /** See accessLevel. */
  declare access_control: number;
  declare translation_review: boolean;
  declare source_review: boolean;
  declare set_language_team: boolean;
  declare enable_hooks: boolean;
  declare enforced_2fa: boolean;
  /** 0 commits everything, 20 leaves out strings that need editing, 30 commits approved strings only. */
  declare commit_policy: number;
  /** `from:to,from:to`. */
  declare language_aliases: string;
  declare created_at: number;

  static at(knex: Knex, slug: string): Promise<Project | undefined> {
    return Project.query(knex).findOne({ slug }).execute();
  }
}
