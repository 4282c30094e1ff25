import { z } from 'zod';
import { isBranchName } from '../actors/branch-name.ts';
import { isSafePath } from '../actors/working-copy.ts';
import { adapters } from '../adapters/registry.ts';
import { checkCardById } from '../checks/stored.ts';
import { VariantRegexError, variantNamer } from '../checks/variant-names.ts';
import { LanguageFilterError, languageFilter } from '../languages/language-filter.ts';
import { colorChoices, mergeStyleChoices, priorityChoices } from './choices.ts';
import { acceptedRepository } from './http/aliases.ts';
import { parsedObject } from './http/coerce.ts';
import { link, optionalText, optionalWebAddress, slug, text } from './http/fields.ts';
import { optionalUpload } from './http/upload.ts';
import { componentName } from './named-component.ts';
import { sharedSettings } from './setting-fields.ts';

/** Kinds of repositories that this server works with. */
const vcsChoices = ['git', 'local'] as const;

/** What a component is changed with; keys as in answers. */
export const componentBody = z.object({
  name: text(100),
  slug: slug(100),
  repo: text(300).transform(acceptedRepository),
  filemask: filemask(400).min(1),
  file_format: z.enum(adapters.map(({ id }) => id) as [string, ...string[]]),
  source_language: z
    .preprocess(
      (value) =>
        typeof value === 'string' && !value.trim().startsWith('{') ? { code: value } : parsedObject(value),
      z.object({ code: text(50) }),
    )
    .optional()
    .meta({ description: 'Code of a language, or an object with it' }),
  category: link().nullable().optional(),
  vcs: z.enum(vcsChoices).optional(),
  branch: branchName().optional(),
  push: optionalText(300).optional(),
  push_branch: branchName().optional(),
  repoweb: optionalWebAddress(200).optional(),
  push_on_commit: z.boolean().optional(),
  commit_pending_age: z.int().min(0).max(2160).optional(),
  auto_lock_error: z.boolean().optional(),
  merge_style: z.enum(mergeStyleChoices).optional(),
  disable_autoshare: z.boolean().optional(),
  screenshot_filemask: filemask(400).optional(),
  template: filePath().optional(),
  edit_template: z.boolean().optional(),
  intermediate: filePath().optional(),
  new_base: filePath().optional(),
  file_format_params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  language_regex: regex(text(500)).optional(),
  key_filter: regex(optionalText(500)).optional(),
  variant_regex: regex(optionalText(190), variantNamer).optional(),
  priority: z.literal(priorityChoices).optional(),
  enforced_checks: z
    .array(
      z
        .string()
        .refine((id) => checkCardById(id) !== undefined, { message: 'There is no check of this id.' }),
    )
    .optional(),
  restricted: z.boolean().optional(),
  report_source_bugs: z.union([z.literal(''), z.email().max(190)]).optional(),
  allow_translation_propagation: z.boolean().optional(),
  manage_units: z.boolean().optional(),
  enable_suggestions: z.boolean().optional(),
  suggestion_voting: z.boolean().optional(),
  suggestion_autoaccept: z.int().min(0).optional(),
  is_glossary: z.boolean().optional(),
  glossary_color: z.enum(colorChoices).optional(),
  zipfile: notOffered('An archive can be given only on creation.'),
  docfile: notOffered('A document can be given only on creation.'),
  from_component: notOffered('Settings can be copied only on creation.'),
  ...sharedSettings,
});

export type ComponentInput = z.output<typeof componentBody>;

/**
 * What a component is made with: besides its settings another component to take settings from, and the files that its
 * repository starts with.
 */
export const newComponentBody = componentBody.extend({
  zipfile: optionalUpload(),
  docfile: optionalUpload(),
  from_component: componentName().optional(),
});

export type NewComponentInput = z.output<typeof newComponentBody>;

/**
 * A regular expression that asks for something: one that matches the empty text would match everything.
 * @param compile what it is going to be compiled with
 */
function regex(schema: z.ZodString, compile: (pattern: string) => unknown = languageFilter) {
  return schema.check((payload) => {
    try {
      if (payload.value !== '') {
        compile(payload.value);
      }
    } catch (error) {
      if (!(error instanceof LanguageFilterError || error instanceof VariantRegexError)) {
        throw error;
      }
      payload.issues.push({
        code: 'custom',
        input: payload.value,
        message: `The regular expression cannot be used: ${error.message}.`,
      });
    }
  });
}

/** Name of a git branch; empty: the remote's own choice. */
function branchName() {
  return optionalText(200).refine((value) => value === '' || isBranchName(value), {
    message: 'This is no name of a branch.',
  });
}

/** A path inside the repository, or empty. */
function filePath() {
  return optionalText(400).refine((value) => value === '' || isSafePath(value), {
    message: 'Use a path inside the repository, without "..", "." or empty parts.',
  });
}

/** As a path, with at least one `*` where codes of languages stand. */
function filemask(maximum: number) {
  return z
    .string()
    .trim()
    .max(maximum)
    .refine((value) => value === '' || (isSafePath(value) && value.includes('*')), {
      message: 'Use a path inside the repository that has * in place of the language code.',
    });
}

/** A key that means something this server cannot do: null is what answers carry, all else is refused. */
function notOffered(message: string) {
  return z
    .unknown()
    .refine((value): boolean => value === undefined || value === null || value === '', { message })
    .optional();
}
