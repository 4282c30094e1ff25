import { z } from 'zod';
import { adapterById } from '../adapters/registry.ts';
import type { Caller } from '../models/access.ts';
import { joinForms } from '../models/forms.ts';
import { unitState } from '../models/unit.ts';
import { mayReview, unitRefusal } from '../models/unit-rights.ts';
import type { FoundUnit } from './find.ts';
import { ApiError, denied, invalid, type Problem, refuse } from './http/errors.ts';
import { ids } from './http/fields.ts';
import { flags } from './setting-fields.ts';

/** What a unit is changed with. White space of translations counts; only NUL and the separator of forms are out. */
export const unitBody = z.object({
  target: z
    .array(
      z.string().refine((form) => !/[\u0000\u001e]/.test(form), {
        message: 'The text holds a control character that cannot be stored.',
      }),
    )
    .optional(),
  state: z.int().optional(),
  explanation: z.string().trim().max(100_000).optional(),
  extra_flags: flags().optional(),
  labels: ids().optional(),
});

export type UnitInput = z.output<typeof unitBody>;

/** A new text of a unit, checked. */
export interface UnitEdit {
  target: string[];
  state: number;
}

/** States that people set. */
const settable: readonly number[] = [
  unitState.untranslated,
  unitState.needsEditing,
  unitState.translated,
  unitState.approved,
];

/**
 * The edit that `input` asks for; null when it leaves text and state alone. The order of the checks is part of the
 * interface.
 * @throws {ApiError} 400 on `target` and `state`, 403 with the reason
 */
export function readEdit(caller: Caller, unit: FoundUnit, { target, state }: UnitInput): UnitEdit | null {
  if (target === undefined && state === undefined) {
    return null;
  }
  const { translation } = unit;
  checkFormCount(unit, target ?? unit.target);
  if (unit.state === unitState.readonly) {
    throw denied('The string is read only.');
  }
  if (target === undefined || state === undefined) {
    throw missing({ target, state });
  }
  checkState(target, state);
  refuse(unitRefusal(caller, translation, unit));
  if (state === unitState.approved && !mayReview(caller, translation)) {
    throw invalid('state', 'Approving strings needs reviews to be on, and the right to review.');
  }
  return { target, state };
}

/** @throws {ApiError} 400 on `target` unless there is a form for each of the language's */
export function checkFormCount({ isPlural, translation }: FoundUnit, { length }: readonly string[]): void {
  const expected = isPlural ? translation.plural.number : 1;
  if (length !== expected && !adapterById(translation.component.file_format)?.multivalue) {
    throw invalid('target', `The string has ${expected} forms, ${length} were given.`);
  }
}

function missing(input: Pick<UnitInput, 'target' | 'state'>): ApiError {
  const detail = 'A translation is changed by its target and its state together.';
  const problems = (['target', 'state'] as const).map(
    (attr): Problem => ({ code: input[attr] === undefined ? 'required' : 'invalid', detail, attr }),
  );
  return new ApiError(400, problems);
}

function checkState(target: readonly string[], state: number): void {
  if (!settable.includes(state)) {
    throw invalid('state', `"${state}" is not a valid choice.`, 'invalid_choice');
  }
  const isEmpty = joinForms(target).replaceAll('\u001e', '') === '';
  if (state === unitState.untranslated && !isEmpty) {
    throw invalid('state', 'A string with a text is not untranslated.');
  }
  if (state !== unitState.untranslated && isEmpty) {
    throw invalid('state', 'A string without a text is untranslated.');
  }
  if (state !== unitState.untranslated && target.includes('')) {
    throw invalid('target', 'This field may not be blank.', 'blank');
  }
}
