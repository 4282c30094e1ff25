import type { Check, FormPair, Subject } from '../check.ts';
import { sanitise } from './html-sanitise.ts';
import { isHtmlString } from './html-strings.ts';
import { attributeName, childrenOf, type HtmlElement, parseHtml } from './html-tree.ts';

export const safeHtml = {
  id: 'safe-html',
  name: 'Unsafe HTML',
  description:
    'The translation has HTML that the source has not, or that is not written in the standard way.',
  kind: 'target',
  enabledBy: ['safe-html', 'auto-safe-html'],
  applies: ({ unit, flags }: Subject) => isHtmlString(unit.source, flags),
  fires: (subject: Subject) => subject.pairs.some((pair) => isUnsafe(pair, subject)),
} satisfies Check;

function isUnsafe(pair: FormPair, subject: Subject): boolean {
  const { source, target } = pair;
  return sanitise(source, target, subject.flags) !== target || wrapsPlaceholder(pair, subject);
}

/** What machines and people put around a placeholder in an attribute, where it becomes part of the address. */
const wrapping = /["'`´‘’‚‛“”„‟«»‹›「」『』\s]/;

function wrapsPlaceholder({ source, target }: FormPair, subject: Subject): boolean {
  if (!/=\s*["'][^\w#/.]/.test(source) || !target.includes('<')) {
    return false;
  }
  const expected = new Set<string>();
  for (const { key, value } of attributes(source)) {
    if (isPlaceholder(value, subject)) {
      expected.add(`${key}=${value}`);
    }
  }
  if (expected.size === 0) {
    return false;
  }
  return attributes(target).some(({ key, value }) => {
    const bare = unwrapped(value);
    return bare !== value && expected.has(`${key}=${bare}`);
  });
}

function unwrapped(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && wrapping.test(value[start]!)) {
    start++;
  }
  while (end > start && wrapping.test(value[end - 1]!)) {
    end--;
  }
  return value.slice(start, end);
}

function attributes(text: string): { key: string; value: string }[] {
  const found: { key: string; value: string }[] = [];
  const waiting = [...(parseHtml(text) ?? [])];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('tagName' in node) {
      for (const value of valuesOf(node)) {
        found.push(value);
      }
      for (const child of childrenOf(node)) {
        waiting.push(child);
      }
    }
  }
  return found;
}

function valuesOf({ tagName, attrs }: HtmlElement): { key: string; value: string }[] {
  return attrs.map((attribute) => ({
    key: `${tagName} ${attributeName(attribute)}`,
    value: attribute.value,
  }));
}

/** Usual forms, as a string of HTML often has no flag that says which placeholders it has. */
const usual =
  /^(?:%(?:\d+\$|\([^()]*\))?[a-z@]|%[a-z_]\w*%|\$?\{[^{}]*\}|\{\{[^{}]*\}\}|#\{[^{}]*\}|\$[a-z_]\w*\$?|\[\[[^[\]]*\]\]|@\w+)$/i;

function isPlaceholder(value: string, subject: Subject): boolean {
  const spans = subject.placeables(value);
  return usual.test(value) || (spans.length === 1 && spans[0]!.start === 0 && spans[0]!.end === value.length);
}
