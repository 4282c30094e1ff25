import { z } from 'zod';
import { adapterById } from '../adapters/registry.ts';
import type { Caller } from '../models/access.ts';
import type { NewString } from '../models/string-rows.ts';
import { unitState } from '../models/unit.ts';
import { mayReview } from '../models/unit-rights.ts';
import type { FoundTranslation } from './find.ts';
import { invalid } from './http/errors.ts';

/** A new string: `key` and `value` where there is a base file, else `source` and `target`, perhaps with a `context`. */
export const newStringBody = z.object({
  key: z.string().refine(isWritable, controlMessage()).optional(),
  value: texts().optional(),
  context: z.string().refine(isWritable, controlMessage()).optional(),
  source: texts().optional(),
  target: texts().optional(),
  state: z.int().optional(),
});

export type NewStringInput = z.output<typeof newStringBody>;

const settable: readonly number[] = [
  unitState.untranslated,
  unitState.needsEditing,
  unitState.needsRewriting,
  unitState.needsChecking,
  unitState.translated,
  unitState.approved,
];

/**
 * The string that `input` describes, checked.
 * @throws {ApiError} 400
 */
export function readNewString(
  caller: Caller,
  translation: FoundTranslation,
  input: NewStringInput,
): NewString {
  const { component, is_source: isSource } = translation;
  const names = component.isMonolingual
    ? { context: 'key', source: 'value', target: 'value' }
    : { context: 'context', source: 'source', target: 'target' };
  const context = component.isMonolingual ? required('key', input.key) : (input.context ?? '');
  const source = required(names.source, component.isMonolingual ? input.value : input.source);
  const target = component.isMonolingual ? source : (input.target ?? []);
  if (!isSource) {
    required('target', input.target);
  }
  if (component.isMonolingual) {
    refuseBlank('key', [context]);
  }
  refuseBlank(names.source, source);
  checkForms(translation, names.source, source);
  checkForms(translation, names.target, target);
  checkPlural(translation, names.source, source);
  checkState(caller, translation, input.state, target);
  return { context, source, target, state: input.state ?? null };
}

function required<Value>(attr: string, value: Value | undefined): Value {
  if (value === undefined) {
    throw invalid(attr, 'This field is required.', 'required');
  }
  return value;
}

function refuseBlank(attr: string, forms: readonly string[]): void {
  if (forms.length === 0 || forms.some((form) => form.trim() === '')) {
    throw invalid(attr, 'This field may not be blank.', 'blank');
  }
}

/** Whether there are plural forms is for the source to say; how many a language has, for the language. */
function checkForms({ component }: FoundTranslation, attr: string, forms: readonly string[]): void {
  const adapter = adapterById(component.file_format);
  if (forms.length > 1 && !adapter?.plurals && !(adapter?.multivalue && attr === 'target')) {
    throw invalid(attr, 'The file format has no plural forms.');
  }
}

/** A base file has the forms of its language; beside translations a plural source stands in two. */
function checkPlural({ component, plural }: FoundTranslation, attr: string, source: readonly string[]): void {
  const expected = component.isMonolingual ? plural.number : 2;
  if (source.length > 1 && source.length !== expected) {
    throw invalid(attr, `A plural string has ${expected} forms here, ${source.length} were given.`);
  }
}

function checkState(
  caller: Caller,
  translation: FoundTranslation,
  state: number | undefined,
  target: readonly string[],
): void {
  if (state === undefined) {
    return;
  }
  if (!settable.includes(state)) {
    throw invalid('state', `"${state}" is not a valid choice.`, 'invalid_choice');
  }
  const isEmpty = target.every((form) => form === '');
  if (isEmpty !== (state === unitState.untranslated)) {
    throw invalid(
      'state',
      isEmpty ? 'A string without a text is untranslated.' : 'A string with a text is not untranslated.',
    );
  }
  if (state === unitState.approved && !mayReview(caller, translation)) {
    throw invalid('state', 'Approving strings needs reviews to be on, and the right to review.');
  }
}

/** Forms of a text; white space counts. */
function texts() {
  return z.array(z.string()).refine((forms) => forms.every(isWritable), controlMessage());
}

/** Files hold tabs and line ends, but no other control characters. */
function isWritable(text: string): boolean {
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text);
}

function controlMessage() {
  return { message: 'The text holds a control character.' };
}
