import { z } from 'zod';
import type { Category } from '../models/category.ts';
import { link, requiredLink, slug, text } from './http/fields.ts';
import { sharedSettings } from './setting-fields.ts';

/** What a category is made or changed with. */
export const categoryBody = z.object({
  name: text(100),
  slug: slug(100),
  project: requiredLink(),
  category: link().nullable().optional().meta({ description: 'The category it is in; null: none' }),
  configuration: z.record(z.string(), z.unknown()).optional(),
  ...sharedSettings,
});

export type CategoryInput = z.output<typeof categoryBody>;

/** The columns that `input` sets, but for its place. */
export function categoryColumns({
  project: _project,
  category: _category,
  secondary_language,
  ...columns
}: Partial<CategoryInput>): Partial<Category> {
  return secondary_language === undefined
    ? columns
    : { ...columns, secondary_language_id: secondary_language };
}
