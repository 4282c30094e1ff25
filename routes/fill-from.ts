import { may } from '../models/access.ts';
import {
  type AutomaticResult,
  type AutomaticTranslation,
  translateAutomatically,
} from '../models/automatic-translation.ts';
import { type Origin, textsElsewhere } from '../models/texts-elsewhere.ts';
import { stateRefusal } from '../models/unit-rights.ts';
import { type FoundTranslation, signedIn } from './find.ts';
import type { Call } from './http/endpoint.ts';

/**
 * Gives strings of a translation the texts that strings with the same source have in `origins`. It takes as long as so
 * many saves, and the request lasts until the end, or until somebody locks the component.
 */
export async function fillFrom(
  { services: { db }, caller }: Call,
  translation: FoundTranslation,
  origins: readonly Origin[],
  wanted: Pick<AutomaticTranslation, 'mode' | 'narrow'>,
): Promise<AutomaticResult> {
  const user = signedIn(caller);
  const { component, plural } = translation;
  return translateAutomatically(db, {
    ...wanted,
    translation,
    user,
    mayVote: may(caller, 'suggestion.vote', component.project),
    mayChange: (unit) => stateRefusal(caller, translation, unit) === null,
    find: (units) => textsElsewhere(db.reader, origins, units, plural.number),
  });
}
