import type { RE2JS } from 're2js';
import type { Check, Span, Subject } from './check.ts';
import type { Flags } from './flags.ts';
import { compileUserPattern } from './user-pattern.ts';

export const placeholders = {
  id: 'placeholders',
  name: 'Placeholders',
  description: 'The translation lacks placeholders of the source, or has others.',
  kind: 'target',
  enabledBy: ['placeholders'],
  fires: (subject: Subject) => {
    const declared = declaredIn(subject.flags);
    if (declared === 'invalid') {
      return true;
    }
    return declared !== 'none' && differs(subject, declared);
  },
  placeables: (text: string, { flags }: Subject) => {
    const declared = declaredIn(flags);
    return typeof declared === 'string' ? [] : spansOf(text, declared);
  },
} satisfies Check;

/** How often one occurs is the translator's choice, so sets are compared. */
function differs(subject: Subject, declared: Declared): boolean {
  const { source, target } = subject.unit;
  const first = namesIn(source[0] ?? '', declared);
  const expected = first.size === 0 && source.length > 1 ? namesIn(source.at(-1) ?? '', declared) : first;
  return target.some((text, form) => {
    const found = namesIn(text, declared);
    return !hasAll(expected, found) || (mustHaveAll(subject, form) && !hasAll(found, expected));
  });
}

function hasAll(names: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  return [...wanted].every((name) => names.has(name));
}

/** A form for one count, or for zero and one, may do without the number. */
function mustHaveAll({ unit, around }: Subject, form: number): boolean {
  const samples = around.plural.samples[form] ?? [];
  return unit.target.length === 1 || (samples.length > 1 && samples.join() !== '0,1');
}

interface Declared {
  expression: RegExp | RE2JS;
  ignoreCase: boolean;
}

function namesIn(text: string, declared: Declared): Set<string> {
  const names = spansOf(text, declared).map(({ start, end }) => text.slice(start, end));
  return new Set(declared.ignoreCase ? names.map((name) => name.toLowerCase()) : names);
}

function spansOf(text: string, { expression }: Declared): Span[] {
  const spans: Span[] = [];
  for (const { index = 0, 0: whole } of expression instanceof RegExp
    ? text.matchAll(expression)
    : expression.matchAll(text)) {
    if (whole !== '') {
      spans.push({ start: index, end: index + whole.length });
    }
  }
  return spans;
}

/** By the flags that strings share, so that nothing is compiled for each string. */
const known = new WeakMap<Flags, Declared | 'none' | 'invalid'>();

function declaredIn(flags: Flags): Declared | 'none' | 'invalid' {
  const found = known.get(flags);
  if (found !== undefined) {
    return found;
  }
  const declared = declare(flags);
  known.set(flags, declared);
  return declared;
}

/** One alternation of all parameters. Where all are plain texts the engine's own expressions are safe, and much faster. */
function declare(flags: Flags): Declared | 'none' | 'invalid' {
  const values = flags.get('placeholders') ?? [];
  const ignoreCase = flags.has('case-insensitive');
  if (values.length === 0) {
    return 'none';
  }
  if (values.includes('')) {
    return 'invalid';
  }
  if (values.every((value) => typeof value === 'string')) {
    const source = values.map((value) => value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
    return { expression: new RegExp(source, ignoreCase ? 'giu' : 'gu'), ignoreCase };
  }
  const source = values
    .map((value) => (typeof value === 'string' ? literal(value) : `(?:${value.pattern})`))
    .join('|');
  const expression = compileUserPattern(source, { ignoreCase });
  return expression ? { expression, ignoreCase } : 'invalid';
}

function literal(text: string): string {
  return text.replace(/[^\p{L}\p{N}\s_]/gu, (sign) => `\\x{${sign.codePointAt(0)!.toString(16)}}`);
}
