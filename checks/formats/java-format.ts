import type { Subject } from '../check.ts';
import { formatCheck } from './format-check.ts';
import { matchedFormat } from './matched-format.ts';

/** `{0}`, `{0,number}`, `{0,date,short}`: only the number is the program's. */
const messageFormat = matchedFormat({
  leads: ['{'],
  pattern: /\{(\d+)\s*(?:,\s*[A-Za-z]+\s*(?:,[^{}]*)?)?\}/g,
});

/** What makes a text a message under `auto-java-messageformat`; more forgiving with spaces. */
const looksLikeMessage = /\{\s*\d+\s*(?:,\s*[A-Za-z]+\s*(?:,[^{}]*)?)?\}/;

export const javaFormat = formatCheck(
  {
    id: 'java_format',
    name: 'Java MessageFormat',
    enabledBy: ['java-format', 'auto-java-messageformat'],
    applies: ({ flags, unit }: Subject) =>
      flags.has('java-format') ||
      unit.source.some((text) => text.includes('{') && looksLikeMessage.test(text)),
    isBroken: hasOpenQuote,
  },
  messageFormat,
);

/** An apostrophe quotes up to the next one, so a single one swallows the placeholders after it. GWT doubles them itself. */
function hasOpenQuote(target: string, { around }: Subject): boolean {
  return around.fileFormat !== 'gwt' && (target.split("'").length - 1) % 2 === 1;
}
