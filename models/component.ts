import type { Knex } from 'knex';
import { Category } from './category.ts';
import { Inheritable } from './inheritable.ts';
import { Joined } from './joined.ts';
import { Language } from './language.ts';
import { Project } from './project.ts';
import { Row } from './row.ts';

export class Component extends Inheritable {
  static override tableName = 'components';
  static override booleans = [
    'edit_template',
    'restricted',
    'allow_translation_propagation',
    'manage_units',
    'enable_suggestions',
    'suggestion_voting',
    'push_on_commit',
    'auto_lock_error',
    'is_glossary',
    'disable_autoshare',
    'locked',
    'auto_locked',
  ];
  static override json = [...Inheritable.json, 'file_format_params', 'enforced_checks'];
  static override initial = { ...Inheritable.initial, file_format_params: {}, enforced_checks: [] };

  declare id: number;
  declare project_id: number;
  declare category_id: number | null;
  declare name: string;
  declare slug: string;
  /** `project/[category/…]slug`. */
  declare path: string;
  declare source_language_id: number;
  declare vcs: string;
  /** Without credentials. */
  declare repo: string;
  declare push: string;
  /** Encrypted credentials, see secrets.ts; null: none. */
  declare repo_secret: string | null;
  declare push_secret: string | null;
  /** The component in whose working copy this one works. */
  declare linked_component_id: number | null;
  declare branch: string;
  declare push_branch: string;
  declare repoweb: string;
  declare filemask: string;
  declare screenshot_filemask: string;
  declare template: string;
  declare edit_template: boolean;
  declare intermediate: string;
  declare new_base: string;
  declare file_format: string;
  declare file_format_params: Record<string, string | number | boolean>;
  declare priority: number;
  declare enforced_checks: string[];
  declare restricted: boolean;
  declare report_source_bugs: string;
  declare merge_style: string;
  declare allow_translation_propagation: boolean;
  declare manage_units: boolean;
  declare enable_suggestions: boolean;
  declare suggestion_voting: boolean;
  declare suggestion_autoaccept: number;
  declare push_on_commit: boolean;
  /** Hours. */
  declare commit_pending_age: number;
  declare auto_lock_error: boolean;
  declare language_regex: string;
  declare key_filter: string;
  declare variant_regex: string;
  declare is_glossary: boolean;
  declare glossary_color: string;
  declare disable_autoshare: boolean;
  declare locked: boolean;
  /** The lock came from an alert and goes with it. */
  declare auto_locked: boolean;
  declare created_at: number;
  declare project?: Project;
  declare category?: Category | null;
  declare source_language?: Language;
  declare linked_component?: Component | null;

  static override relationMappings = () => ({
    project: {
      relation: Row.BelongsToOneRelation,
      modelClass: Project,
      join: { from: 'components.project_id', to: 'projects.id' },
    },
    category: {
      relation: Row.BelongsToOneRelation,
      modelClass: Category,
      join: { from: 'components.category_id', to: 'categories.id' },
    },
    source_language: {
      relation: Row.BelongsToOneRelation,
      modelClass: Language,
      join: { from: 'components.source_language_id', to: 'languages.id' },
    },
    linked_component: {
      relation: Row.BelongsToOneRelation,
      modelClass: Component,
      join: { from: 'components.linked_component_id', to: 'components.id' },
    },
  });

  /** Whether a base file gives the source of the strings, and files hold one language each. */
  get isMonolingual(): boolean {
    return this.template !== '';
  }

  /** Id of the component that owns the working copy: its own, or that of the component it is linked to. */
  get ownerId(): number {
    return this.linked_component_id ?? this.id;
  }

  /** The component at `project/[category/…]slug`, with its project. */
  static async at(knex: Knex, path: string): Promise<Component | undefined> {
    const found = await placed.first(knex, 'component.path = ?', [path]);
    return found && Object.assign(found.component, { project: found.project });
  }

  /** All that work in the working copy of `ownerId`: the owner first, then those linked to it. */
  static sharing(knex: Knex, ownerId: number): Promise<Component[]> {
    return Component.query(knex)
      .where('id', ownerId)
      .orWhere('linked_component_id', ownerId)
      .orderByRaw('CASE WHEN linked_component_id IS NULL THEN 0 ELSE 1 END, id')
      .execute();
  }
}

const placed = new Joined(
  { component: Component, project: Project },
  'components AS component JOIN projects AS project ON project.id = component.project_id',
);
