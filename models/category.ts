import type { Knex } from 'knex';
import { Inheritable } from './inheritable.ts';
import { Project } from './project.ts';
import { Row } from './row.ts';

/** A folder of components inside a project, or inside another category. */
export class Category extends Inheritable {
  static override tableName = 'categories';
  static override json = [...Inheritable.json, 'configuration'];
  static override initial = { ...Inheritable.initial, configuration: {} };

  declare id: number;
  declare project_id: number;
  /** The category it is in; null: directly in the project. */
  declare category_id: number | null;
  declare name: string;
  declare slug: string;
  /** `project/category/…/slug`. */
  declare path: string;
  declare configuration: Record<string, unknown>;
  declare project?: Project;

  static override relationMappings = () => ({
    project: {
      relation: Row.BelongsToOneRelation,
      modelClass: Project,
      join: { from: 'categories.project_id', to: 'projects.id' },
    },
  });

  static at(knex: Knex, path: string): Promise<Category | undefined> {
    return Category.query(knex).findOne({ path }).execute();
  }

  /** The category `id` and those it is in, innermost first; none for null. */
  static async chain(knex: Knex, id: number | null): Promise<Category[]> {
    const found: Category[] = [];
    for (let next = id; next !== null; ) {
      const category: Category = await Category.query(knex).findById(next).throwIfNotFound();
      found.push(category);
      next = category.category_id;
    }
    return found;
  }
}
