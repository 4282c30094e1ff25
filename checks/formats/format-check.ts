import type { Check, Subject } from '../check.ts';
import { difference } from './difference.ts';
import { type FormatPair, formatPairs } from './form-pairs.ts';
import { comparedOf, type Format, placeholdersOf } from './placeholder.ts';

/** A check that compares the placeholders of one syntax. */
export interface FormatCheck extends Check {
  format: Format;
}

interface About {
  id: string;
  name: string;
  /** Where it is not the id with `-` for `_`. */
  enabledBy?: readonly string[];
  applies?(subject: Subject): boolean;
  /** Mistakes that the syntax does not allow in any translation, whatever the source has. */
  isBroken?(target: string, subject: Subject): boolean;
}

export function formatCheck(about: About, format: Format): FormatCheck {
  const { id, name, isBroken } = about;
  const hasPlaceholder = (text: string) => comparedOf(text, format).length > 0;

  function differs({ source, target, mayMiss }: FormatPair): boolean {
    const { isMissing, isExtra } = difference(comparedOf(source, format), comparedOf(target, format));
    return isExtra || (isMissing && !mayMiss);
  }

  return {
    id,
    name,
    description: 'The translation has other placeholders than the source, or has them in another order.',
    kind: 'target',
    enabledBy: about.enabledBy ?? [id.replaceAll('_', '-')],
    ...(about.applies && { applies: about.applies }),
    fires: (subject) =>
      formatPairs(subject, hasPlaceholder).some(
        (pair) =>
          pair.source !== '' &&
          pair.target !== '' &&
          (differs(pair) || isBroken?.(pair.target, subject) === true),
      ),
    placeables: (text) => placeholdersOf(text, format),
    format,
  };
}
