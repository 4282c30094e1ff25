import type { Check, FormPair, Subject } from '../check.ts';
import type { RstInline } from './rst-paragraph.ts';
import { type RstScan, scanRst } from './rst-scan.ts';

/**
 * Mistakes of inline markup, and two of blocks that translators make: a list that the source has not, and a colon too many
 * at the end. Other blocks are taken as they are: indentation, titles and their underlines, tables, lists without an empty
 * line after them, options and arguments of directives, and whether a link target, footnote or substitution exists, which
 * a single string cannot tell.
 */
export const rstSyntax = {
  id: 'rst-syntax',
  name: 'reStructuredText syntax error',
  description: 'The reStructuredText of the translation has an error.',
  kind: 'target',
  enabledBy: ['rst-text'],
  fires: ({ pairs }: Subject) => pairs.some(isWrong),
} satisfies Check;

function isWrong({ source, target }: FormPair): boolean {
  const found = scanRst(target);
  if (found.problems.length > 0 || isWrappedRole(target) || (isList(target) && !isList(source))) {
    return true;
  }
  if (expectsLiteral(target) && !expectsLiteral(source)) {
    return true;
  }
  return found.inlines.length > 0 && (refersWrongly(found, scanRst(source)) || isDefinedTwice(found));
}

/** A role with blanks and another pair of backticks around it. */
function isWrappedRole(text: string): boolean {
  return /`\s+:[\w.+:-]{1,100}:`[^`]+`\s+`/.test(text);
}

function isList(text: string): boolean {
  return /^[-*+] /.test(text);
}

function expectsLiteral(text: string): boolean {
  return text.trimEnd().endsWith('::');
}

/** Those that docutils knows; every other one is some extension's, and the source shows whether that is there. */
const standardRoles = new Set([
  'ab',
  'abbreviation',
  'ac',
  'acronym',
  'code',
  'emphasis',
  'literal',
  'math',
  'pep',
  'pep-reference',
  'rfc',
  'rfc-reference',
  'strong',
  'sub',
  'subscript',
  'sup',
  'superscript',
  't',
  'title',
  'title-reference',
]);

function refersWrongly({ inlines }: RstScan, source: RstScan): boolean {
  const roles = new Set(source.inlines.map(({ role }) => role));
  // Its target is further down in the document, if the source has such a reference as well.
  const mayBeAnonymous = source.inlines.some(isAnonymous);
  return inlines.some((inline) => {
    if (inline.kind === 'role') {
      return !standardRoles.has(inline.role) && !roles.has(inline.role);
    }
    if (isAnonymous(inline)) {
      return !mayBeAnonymous;
    }
    return inline.kind === 'reference' && inline.uri === null && inline.content.includes('`');
  });
}

function isAnonymous({ uri, anonymous }: RstInline): boolean {
  return anonymous && uri === null;
}

/** A link with its address names its text, and no name may be given twice. */
function isDefinedTwice({ inlines }: RstScan): boolean {
  const names = new Set<string>();
  for (const { kind, content, uri, anonymous } of inlines) {
    if (kind === 'target' || (kind === 'reference' && uri !== null && !anonymous)) {
      const text = kind === 'target' ? content : content.slice(0, content.lastIndexOf('<'));
      const name = text.trim().replace(/\s+/g, ' ').toLowerCase();
      if (names.has(name)) {
        return true;
      }
      names.add(name);
    }
  }
  return false;
}
