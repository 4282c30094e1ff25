import type { Check, Span, Subject } from '../check.ts';
import type { Flags } from '../flags.ts';
import { formatPairs } from '../formats/form-pairs.ts';
import { hasSelectorFault, isWrongType } from './argument-faults.ts';
import { isReported, syntaxOf } from './icu-flags.ts';
import { type Argument, parseMessage } from './message.ts';

export const icuMessageFormatSyntax = {
  id: 'icu_message_format_syntax',
  name: 'ICU MessageFormat syntax',
  description: 'The source is no valid ICU message.',
  kind: 'source',
  enabledBy: ['icu-message-format'],
  ignoredBy: 'ignore-icu-message-format',
  fires: ({ unit, flags }: Subject) => parseMessage(unit.source[0] ?? '', syntaxOf(flags)) === null,
} satisfies Check;

export const icuMessageFormat = {
  id: 'icu_message_format',
  name: 'ICU MessageFormat',
  description: 'The translation is no valid ICU message, or has other arguments than the source.',
  kind: 'target',
  enabledBy: ['icu-message-format'],
  fires: (subject: Subject) => {
    const syntax = syntaxOf(subject.flags);
    const hasArgument = (text: string) => (parseMessage(text, syntax) ?? []).length > 0;
    return formatPairs(subject, hasArgument).some(
      ({ source, target }) => source !== '' && target !== '' && differs(source, target, subject.flags),
    );
  },
  placeables: (text: string, { flags }: Subject) =>
    isReported(flags, 'highlight') ? bareArguments(text, flags) : [],
} satisfies Check;

function differs(source: string, target: string, flags: Flags): boolean {
  if (!/[{}'<]/.test(source) && !/[{}'<]/.test(target)) {
    return false;
  }
  const syntax = syntaxOf(flags);
  const found = parseMessage(target, syntax);
  if (!found) {
    return true;
  }
  const expected = parseMessage(source, syntax);
  // Nothing can be said about the translation of a message that is not one itself.
  return expected !== null && compare(Map.groupBy(expected, nameOf), Map.groupBy(found, nameOf), flags);
}

type ByName = ReadonlyMap<string, readonly Argument[]>;

function compare(expected: ByName, found: ByName, flags: Flags): boolean {
  const isMissing = isReported(flags, 'missing') && expected.keys().some((name) => !found.has(name));
  return isMissing || found.entries().some(([name, uses]) => isFaulty(uses, expected.get(name), flags));
}

function isFaulty(
  uses: readonly Argument[],
  inSource: readonly Argument[] | undefined,
  flags: Flags,
): boolean {
  if (hasSelectorFault(uses, inSource ?? [], flags)) {
    return true;
  }
  if (!inSource) {
    return isReported(flags, 'extra');
  }
  return (
    (isReported(flags, 'types') && isWrongType(inSource, uses)) ||
    (isReported(flags, 'tags') && tagUse(inSource) !== tagUse(uses))
  );
}

/** Whether a name is a tag, a placeholder or both, and whether the tag has content. */
function tagUse(uses: readonly Argument[]): string {
  const kinds = uses.map(({ kind, isEmpty }) => `${kind}${isEmpty}`);
  return [...new Set(kinds)].sort().join();
}

function nameOf({ name }: Argument): string {
  return name;
}

/** Arguments with sub-messages hold text to translate; tags, too. */
function bareArguments(text: string, flags: Flags): Span[] {
  if (!text.includes('{')) {
    return [];
  }
  const found = parseMessage(text, syntaxOf(flags)) ?? [];
  return found
    .filter(({ kind, selectors }) => kind === 'argument' && selectors === null)
    .map(({ start, end }) => ({ start, end }));
}
