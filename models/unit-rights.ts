import { adapterById } from '../adapters/registry.ts';
import { type Caller, may, seesComponent } from './access.ts';
import type { Permission } from './permissions.ts';
import type { Project } from './project.ts';
import type { Spread, TranslationPlace } from './propagation.ts';
import { unitState } from './unit.ts';

/** Whether strings of the translation are reviewed, so that there are approved ones. */
export function isReviewed({ is_source, component }: TranslationPlace): boolean {
  const { project } = component;
  return is_source ? project.source_review : project.translation_review;
}

/** Whether the caller may approve strings of the translation. */
export function mayReview(caller: Caller, translation: TranslationPlace): boolean {
  return isReviewed(translation) && may(caller, 'unit.review', translation.component.project);
}

/** Permission for editing strings; in glossaries it has another name. */
export function editPermission({ component }: TranslationPlace): Permission {
  return component.is_glossary ? 'glossary.edit' : 'unit.edit';
}

export const noPermission = 'You do not have permission to perform this action.';

/** Why nobody may edit anything in the translation now, or this caller may not; null: he may. */
export function translationRefusal(caller: Caller, translation: TranslationPlace): string | null {
  const { component } = translation;
  const closed = closedRefusal(caller, translation);
  if (closed !== null) {
    return closed;
  }
  if (!may(caller, editPermission(translation), component.project)) {
    return noPermission;
  }
  return votingRefusal(caller, translation);
}

/** Why the caller can be no author, or nobody can change strings of the component now. */
export function closedRefusal(
  { user }: Caller,
  { component }: Pick<TranslationPlace, 'component'>,
): string | null {
  if (!user) {
    return 'Sign in to translate.';
  }
  if (!user.is_bot && user.email === null) {
    return 'Your account needs an e-mail address, because it becomes the author of commits.';
  }
  return component.locked ? 'The component is locked: its strings cannot be changed for now.' : null;
}

/** Why the caller may not add strings to the translation, or remove its strings; null: he may. */
export function stringRefusal(
  caller: Caller,
  translation: TranslationPlace,
  operation: 'add' | 'delete',
): string | null {
  const { component, is_source: isSource } = translation;
  const permission: Permission = component.is_glossary ? `glossary.${operation}` : `unit.${operation}`;
  const closed = closedRefusal(caller, translation);
  if (closed !== null) {
    return closed;
  }
  if (!may(caller, permission, component.project)) {
    return noPermission;
  }
  if (!component.manage_units) {
    return 'The strings of this component are added and removed in its repository.';
  }
  if (component.isMonolingual && !isSource) {
    return 'The strings of this component are added and removed in its source language.';
  }
  if (component.isMonolingual && !component.edit_template) {
    return 'The base file of this component is changed in its repository.';
  }
  const adapter = adapterById(component.file_format);
  const isPossible = operation === 'add' ? adapter?.add : adapter?.remove;
  return isPossible ? null : 'The file format does not allow it.';
}

/** Why the caller may not edit a string in this state; null: he may. */
export function unitRefusal(
  caller: Caller,
  translation: TranslationPlace,
  unit: { state: number },
): string | null {
  return (
    stateRefusal(caller, translation, unit) ??
    translationRefusal(caller, translation) ??
    sourceRefusal(caller, translation)
  );
}

/** Why the string's state keeps the caller from changing it. */
export function stateRefusal(
  caller: Caller,
  translation: TranslationPlace,
  { state }: { state: number },
): string | null {
  if (state === unitState.readonly) {
    return 'The string is read only.';
  }
  const isClosed = state === unitState.approved && isReviewed(translation) && !mayReview(caller, translation);
  return isClosed ? 'The string is approved: only reviewers may change it.' : null;
}

/** Which strings an edit of the caller is copied to. */
export function mayCopyTo(caller: Caller): Spread['mayEdit'] {
  return (unit, translation) =>
    seesComponent(caller, translation.component, translation.component.project) &&
    unitRefusal(caller, translation, unit) === null;
}

/** Texts of the base file are the source of all languages, so they have a right of their own. */
export function sourceRefusal(caller: Caller, { is_template, component }: TranslationPlace): string | null {
  if (!is_template) {
    return null;
  }
  if (!component.edit_template) {
    return 'The source strings of this component are changed in its repository.';
  }
  return may(caller, 'unit.template', component.project) ? null : noPermission;
}

/** Where enough votes make a translation, nobody makes one alone. */
export function votingRefusal(caller: Caller, { component }: TranslationPlace): string | null {
  const { suggestion_voting: voting, suggestion_autoaccept: autoaccept, project } = component;
  const mustSuggest = voting && autoaccept > 0 && !mayOverride(caller, project);
  return mustSuggest ? 'Translations are made by suggestions and votes here.' : null;
}

function mayOverride(caller: Caller, project: Project): boolean {
  return may(caller, 'unit.override', project);
}
