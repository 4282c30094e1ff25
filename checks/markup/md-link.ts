import type { Check, FormPair, Subject } from '../check.ts';
import { type MarkdownLink, markdownLinks } from './markdown-links.ts';
import { sameSets } from './same-items.ts';

export const mdLink = {
  id: 'md-link',
  name: 'Markdown links',
  description:
    'The translation has more or fewer Markdown links than the source, or other targets within the site.',
  kind: 'target',
  enabledBy: ['md-text'],
  fires: ({ pairs }: Subject) => pairs.some(differs),
} satisfies Check;

function differs({ source, target }: FormPair): boolean {
  const expected = markdownLinks(source);
  if (expected.length === 0) {
    return false;
  }
  const found = markdownLinks(target);
  if (found.length !== expected.length) {
    return true;
  }
  return !sameSets(targetsInside(expected), targetsInside(found));
}

/** Relative targets, anchors and placeholders; an address in the web may well be another one in another language. */
function targetsInside(links: readonly MarkdownLink[]): string[] {
  return links.map(({ target }) => target).filter((target) => /^[.#{]/.test(target));
}
