import { ignoreFlag } from './active.ts';
import { FlagError } from './flag-syntax.ts';
import { type Flags, type FlagValue, formatFlags, integerOf, parseFlags, textOf } from './flags.ts';
import { checkCards } from './stored.ts';
import { acceleratorMark } from './text/accelerator.ts';
import { compileUserPattern } from './user-pattern.ts';
import { longestVariant } from './variant-names.ts';

/**
 * Checks what someone gives to a project, component or string, and brings it into its normal form. Files may have other
 * flags, which do nothing.
 *
 * @throws {FlagError} with the reason when the text cannot be read, a flag is unknown or its value is wrong.
 */
export function validateFlags(text: string): string {
  const flags = parseFlags(text);
  for (const [name, values] of flags) {
    const reason = reasonAgainst(name, values, flags);
    if (reason !== null) {
      throw new FlagError(`Flag "${name}": ${reason}.`);
    }
  }
  return formatFlags(flags);
}

/**
 * What is wrong with the values of the flags that a file gives a string: flags that are known here and will do nothing. Names
 * that are unknown are other programs' business.
 *
 * @throws {FlagError} when the text cannot be read.
 */
export function wrongFlags(text: string): string[] {
  const flags = parseFlags(text);
  return [...flags].flatMap(([name, values]) => {
    const reason = isKnownFlag(name) ? reasonAgainst(name, values, flags) : null;
    return reason === null ? [] : [`flag "${name}": ${reason}; it does nothing`];
  });
}

/** Whether a flag means something to the server. */
function isKnownFlag(name: string): boolean {
  return plainFlags.has(name) || Object.hasOwn(valueRules, name);
}

function reasonAgainst(name: string, values: readonly FlagValue[], flags: Flags): string | null {
  if (Object.hasOwn(valueRules, name)) {
    return values.length === 0 ? 'needs a value' : valueRules[name]!(values, flags);
  }
  if (!plainFlags.has(name)) {
    return 'is unknown';
  }
  return values.length > 0 ? 'takes no value' : null;
}

/** Why values of a flag are wrong; null if they are right. There is at least one value. */
type ValueRule = (values: readonly FlagValue[], flags: Flags) => string | null;

const valueRules: Readonly<Record<string, ValueRule>> = {
  accelerator: (_, flags) => (acceleratorMark(flags) === null ? 'needs one punctuation character' : null),
  discard: (values) => {
    const unknown = values.map(textOf).find((name) => !isKnownFlag(name) || name === 'discard');
    return unknown === undefined ? null : `"${unknown}" is unknown`;
  },
  'fluent-type': oneText,
  'font-family': oneText,
  'font-size': oneInteger,
  'font-spacing': oneInteger,
  'font-weight': ([weight], flags) =>
    typeof weight === 'string' && ['normal', 'light', 'bold'].includes(weight)
      ? oneText(flags.get('font-weight')!)
      : 'has to be normal, light or bold',
  'icu-flags': texts,
  'icu-tag-prefix': oneText,
  'max-length': oneInteger,
  'max-lines': oneInteger,
  'max-size': (values) =>
    values.length <= 2 && values.every((value) => integerOf(value) !== null)
      ? null
      : 'needs one or two whole numbers',
  placeholders: (values) => (values.map(textOf).includes('') ? 'has an empty placeholder' : patterns(values)),
  priority: oneInteger,
  regex: (values) =>
    values.length > 1 ? 'takes one value' : patterns(values.map((value) => ({ pattern: textOf(value) }))),
  replacements: (values) => (values.length % 2 === 0 ? texts(values) : 'needs pairs of texts'),
  variant: (values) =>
    oneText(values) ??
    ([...textOf(values[0]!)].length > longestVariant ? `is longer than ${longestVariant} characters` : null),
};

/** Flags without a value, besides those that turn checks on or off. */
const behaviourFlags = [
  'asciidoc-text',
  'auto-java-messageformat',
  'auto-safe-html',
  'bbcode-text',
  'case-insensitive',
  'forbidden',
  'ignore-all-checks',
  'md-text',
  'read-only',
  'rst-text',
  'strict-format',
  'strict-same',
  'terminology',
  'xml-text',
];

const plainFlags: ReadonlySet<string> = new Set(
  [...behaviourFlags, ...checkCards.flatMap((card) => [ignoreFlag(card), ...(card.enabledBy ?? [])])].filter(
    (name) => !Object.hasOwn(valueRules, name) && name !== 'csharp-format',
  ),
);

function oneText(values: readonly FlagValue[]): string | null {
  return values.length === 1 ? texts(values) : 'takes one value';
}

function oneInteger(values: readonly FlagValue[]): string | null {
  return values.length === 1 && integerOf(values[0]) !== null ? null : 'needs a whole number';
}

function texts(values: readonly FlagValue[]): string | null {
  return values.every((value) => typeof value === 'string') ? null : 'takes no regular expression';
}

function patterns(values: readonly FlagValue[]): string | null {
  const broken = values.find(
    (value) => typeof value !== 'string' && compileUserPattern(value.pattern) === null,
  );
  return broken === undefined ? null : `"${textOf(broken)}" is no regular expression that can be used`;
}
