import type { Knex } from 'knex';
import { z } from 'zod';
import { Language } from '../models/language.ts';
import { Project } from '../models/project.ts';
import { commitPolicyChoices } from './choices.ts';
import { invalid } from './http/errors.ts';
import { optionalText, slug, text, webAddress } from './http/fields.ts';
import { sharedSettings } from './setting-fields.ts';
import { demandUnique } from './unique-names.ts';

/** What a project is made or changed with. */
export const projectBody = z.object({
  name: text(60),
  slug: slug(60),
  web: webAddress(200),
  translation_review: z.boolean().optional(),
  source_review: z.boolean().optional(),
  commit_policy: z.literal(commitPolicyChoices).optional(),
  set_language_team: z.boolean().optional(),
  enable_hooks: z.boolean().optional(),
  enforced_2fa: z.boolean().optional(),
  instructions: optionalText().optional(),
  language_aliases: optionalText()
    .refine(areAliases, { message: 'Use from:to, comma separated, with exactly one colon in each part.' })
    .optional(),
  ...sharedSettings,
});

export type ProjectInput = z.output<typeof projectBody>;

/** The columns that `input` sets. */
export function projectColumns({ secondary_language, ...columns }: Partial<ProjectInput>): Partial<Project> {
  return secondary_language === undefined
    ? columns
    : { ...columns, secondary_language_id: secondary_language };
}

/**
 * Checks what needs the database: name and slug are unique, the secondary language exists.
 * @throws {ApiError} 400 on each key that is wrong.
 */
export async function checkProject(
  knex: Knex,
  { secondary_language, ...names }: Partial<ProjectInput>,
  current: Project | null,
): Promise<void> {
  await demandUnique(
    names,
    async (attr, value) => {
      const taken = await Project.query(knex).findOne({ [attr]: value });
      return taken !== undefined && taken.id !== current?.id;
    },
    (attr) => `project with this ${attr} already exists.`,
  );
  await checkLanguage(knex, secondary_language);
}

/** @throws {ApiError} 400 when `id` names no language. */
export async function checkLanguage(knex: Knex, id: number | null | undefined): Promise<void> {
  if (id !== undefined && id !== null && !(await Language.query(knex).findById(id))) {
    throw invalid('secondary_language', `Invalid pk "${id}" - object does not exist.`, 'does_not_exist');
  }
}

function areAliases(value: string): boolean {
  return value === '' || value.split(',').every((part) => /^[^:]+:[^:]+$/.test(part.trim()));
}
