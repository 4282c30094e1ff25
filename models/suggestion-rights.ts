import { type Caller, may } from './access.ts';
import type { TranslationPlace } from './propagation.ts';
import { unitState } from './unit.ts';
import { closedRefusal, noPermission, sourceRefusal, stateRefusal, votingRefusal } from './unit-rights.ts';

/** Why the caller may not suggest texts in the translation; null: he may. Locks do not stop suggestions. */
export function suggestingRefusal(caller: Caller, { component }: TranslationPlace): string | null {
  if (!may(caller, 'suggestion.add', component.project)) {
    return noPermission;
  }
  return component.enable_suggestions ? null : 'Suggestions are switched off here.';
}

/** Why the caller may not suggest another text for a string in this state; null: he may. */
export function suggestionRefusal(
  caller: Caller,
  translation: TranslationPlace,
  { state }: { state: number },
): string | null {
  const isReadOnly = state === unitState.readonly;
  return suggestingRefusal(caller, translation) ?? (isReadOnly ? 'The string is read only.' : null);
}

/** Why the caller may not make a suggestion the translation of a string in this state; null: he may. */
export function acceptanceRefusal(
  caller: Caller,
  translation: TranslationPlace,
  unit: { state: number },
): string | null {
  return (
    decisionRefusal(caller, translation, unit, 'suggestion.accept') ?? votingRefusal(caller, translation)
  );
}

/** Why the caller may not vote, which may make a suggestion the translation as well; null: he may. */
export function voteRefusal(
  caller: Caller,
  translation: TranslationPlace,
  unit: { state: number },
): string | null {
  const refusal = decisionRefusal(caller, translation, unit, 'suggestion.vote');
  return refusal ?? (translation.component.suggestion_voting ? null : 'There is no voting here.');
}

function decisionRefusal(
  caller: Caller,
  translation: TranslationPlace,
  unit: { state: number },
  permission: 'suggestion.accept' | 'suggestion.vote',
): string | null {
  if (!may(caller, permission, translation.component.project)) {
    return noPermission;
  }
  return (
    stateRefusal(caller, translation, unit) ??
    closedRefusal(caller, translation) ??
    sourceRefusal(caller, translation)
  );
}
