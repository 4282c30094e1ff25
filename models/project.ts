import type { Knex } from 'knex';
import { type Inheritable, type InheritableSetting, inheritableInitial } from './inheritable.ts';
import { Row } from './row.ts';

/** Values of `Project.access_control`. */
export const accessLevel = { public: 0, protected: 1, private: 100, custom: 200 } as const;

export class Project extends Row implements Inheritable {
  static override tableName = 'projects';
  static override booleans = [
    'translation_review',
    'source_review',
    'set_language_team',
    'enable_hooks',
    'enforced_2fa',
  ];
  static override json = ['own_settings'];
  static override initial = { ...inheritableInitial, instructions: '', language_aliases: '' };

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
  declare check_flags: string;
  declare license: string;
  declare agreement: string;
  declare new_lang: string;
  declare language_code_style: string;
  declare secondary_language_id: number | null;
  declare commit_message: string;
  declare add_message: string;
  declare delete_message: string;
  declare merge_message: string;
  declare addon_message: string;
  declare pull_message: string;
  declare own_settings: InheritableSetting[];
  declare created_at: number;

  static at(knex: Knex, slug: string): Promise<Project | undefined> {
    return Project.query(knex).findOne({ slug }).execute();
  }
}
