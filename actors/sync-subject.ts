import type { Adapter } from '../adapters/adapter.ts';
import type { FileChecks } from '../adapters/tasks/check.ts';
import { flagsOfFormat } from '../checks/file-flags.ts';
import { type ActionId, action } from '../models/actions.ts';
import { Category } from '../models/category.ts';
import type { Language } from '../models/language.ts';
import type { Plural } from '../models/plural.ts';
import type { Translation } from '../models/translation.ts';
import { adapterOf } from './component-files.ts';
import { fileChecks } from './sync-checks.ts';
import type { SyncRules } from './sync-plan.ts';
import type { TouchedStrings } from './touched-strings.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

export type PlacedTranslation = Translation & { language: Language; plural: Plural };

/** A translation whose file is read into the database, and what holds for all of its strings. */
export interface SyncSubject {
  place: Workplace;
  component: PlacedComponent;
  translation: PlacedTranslation;
  /** The component's translation into its source language; may be `translation` itself. */
  sourceTranslationId: number;
  adapter: Adapter;
  rules: SyncRules;
  /** Flags of all levels above the strings, from the outside in. */
  outerFlags: string[];
  /** For the checks of its strings. */
  checks: FileChecks;
  /** Learns which strings of the component change. */
  touched: TouchedStrings;
  /** No string of this file is edited here. */
  isReadOnly: boolean;
  /** Nothing of it was read before: the history then does not list each string. */
  isNew: boolean;
  /** The whole component is being read for the first time. */
  isInitial: boolean;
  /** How the history calls strings that come or change. */
  actions: { added: ActionId; updated: ActionId; addedSource: ActionId };
}

/** What the history says of strings that a file from outside brings. */
export const repositoryActions = {
  added: action.NEW_UNIT_REPO,
  updated: action.STRING_REPO_UPDATE,
  addedSource: action.NEW_SOURCE_REPO,
};
export const uploadActions = {
  added: action.NEW_UNIT_UPLOAD,
  updated: action.STRING_UPLOAD_UPDATE,
  addedSource: action.NEW_SOURCE_UPLOAD,
};

/** Flags of project, categories, file format and component. */
export async function flagsAbove(place: Workplace, component: PlacedComponent): Promise<string[]> {
  const categories = await Category.chain(place.services.db.reader, component.category_id);
  return [
    component.project.check_flags,
    ...categories.reverse().map((category) => category.check_flags),
    flagsOfFormat(component.file_format),
    component.check_flags,
  ];
}

export function syncSubject(
  place: Workplace,
  component: PlacedComponent,
  translation: PlacedTranslation,
  options: {
    sourceTranslationId: number;
    flags: readonly string[];
    extraFlags: FileChecks['extraFlags'];
    touched: TouchedStrings;
    isInitial?: boolean;
    actions?: SyncSubject['actions'];
  },
): SyncSubject {
  const adapter = adapterOf(component);
  const isTemplate = translation.is_template;
  const { translation_review, source_review } = component.project;
  return {
    place,
    component,
    translation,
    sourceTranslationId: options.sourceTranslationId,
    adapter,
    rules: {
      monolingual: component.isMonolingual,
      isTemplate,
      storesFuzzy: adapter.stores.includes('fuzzy'),
      storesApproved: adapter.stores.includes('approved'),
      reviews: isTemplate ? source_review : translation_review,
    },
    outerFlags: [...options.flags, translation.check_flags],
    checks: fileChecks(component, translation, options.flags, options.extraFlags),
    touched: options.touched,
    isReadOnly: isTemplate && !component.edit_template,
    isNew: translation.revision === '',
    isInitial: options.isInitial ?? false,
    actions: options.actions ?? repositoryActions,
  };
}
