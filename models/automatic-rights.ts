import { flagsIn } from '../adapters/tasks/surroundings.ts';
import { type Caller, may } from './access.ts';
import type { AutomaticMode } from './automatic-translation.ts';
import type { TranslationPlace } from './propagation.ts';
import type { CheckPlace } from './surroundings.ts';
import { closedRefusal, noPermission, votingRefusal } from './unit-rights.ts';

/** Why the caller may not have the strings translated automatically now, or nobody may; null: he may. */
export function automaticRefusal(
  caller: Caller,
  translation: TranslationPlace,
  place: CheckPlace,
): string | null {
  if (!may(caller, 'translation.auto', translation.component.project)) {
    return noPermission;
  }
  if (translation.is_source) {
    return 'The source language is not translated.';
  }
  if (flagsIn(place, []).has('read-only')) {
    return 'The strings of this translation are read only.';
  }
  return closedRefusal(caller, translation);
}

/** Why the texts may not become what `mode` says; null: they may. */
export function modeRefusal(
  caller: Caller,
  translation: TranslationPlace,
  mode: AutomaticMode,
): string | null {
  return mode === 'suggest' ? null : votingRefusal(caller, translation);
}
