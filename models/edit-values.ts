import type { Knex } from 'knex';
import { fitForms } from '../adapters/forms.ts';
import { adapterById } from '../adapters/registry.ts';
import { correctorFor } from '../adapters/tasks/surroundings.ts';
import { type ActionId, action } from './actions.ts';
import type { Component } from './component.ts';
import { Plural } from './plural.ts';
import type { CheckPlace } from './surroundings.ts';
import type { Translation } from './translation.ts';
import { isFuzzy, type Unit, unitState } from './unit.ts';

/** What is about to be stored, and where. */
export interface NewText {
  component: Component;
  translation: Translation;
  target: readonly string[];
}

/**
 * The text as it is stored: with the right number of forms, and corrected where it translates another text.
 * @param flags lists of the string's own flags
 */
export async function fitTarget(
  trx: Knex.Transaction,
  text: NewText,
  unit: Unit,
  place: CheckPlace,
  flags: readonly string[],
): Promise<string[]> {
  const count = unit.isPlural ? await pluralNumber(trx, text.translation) : 1;
  const forms = fitForms(adapterById(text.component.file_format), text.target, count);
  if (text.translation.is_template || forms.every((form) => form === '')) {
    return forms;
  }
  const { context, source, target, state, note } = unit;
  return correctorFor(place)(forms, { context, source, target, state, note, flags });
}

/** No text is untranslated, and a text is at least translated. */
export function fitState(state: number, target: readonly string[]): number {
  if (target.every((form) => form === '')) {
    return unitState.untranslated;
  }
  return state === unitState.untranslated ? unitState.translated : state;
}

/** What the history calls an edit that goes by no other name. */
export function actionOf(oldState: number, state: number): ActionId {
  if (isFuzzy(state)) {
    return action.MARKED_EDIT;
  }
  if (state === unitState.approved) {
    return action.APPROVE;
  }
  return oldState >= unitState.needsEditing ? action.CHANGE : action.NEW;
}

async function pluralNumber(trx: Knex.Transaction, { plural, plural_id }: Translation): Promise<number> {
  const rule = plural ?? (await Plural.query(trx).findById(plural_id).throwIfNotFound());
  return rule.number;
}
