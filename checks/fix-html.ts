import { isOn } from './active.ts';
import type { FixUp } from './fix-up.ts';
import { sanitise } from './markup/html-sanitise.ts';
import { safeHtml } from './markup/safe-html.ts';

export const unsafeHtml: FixUp = {
  name: 'Unsafe HTML',
  applies: (subject) => isOn(safeHtml, subject.flags) && safeHtml.applies(subject),
  fix: (target, source, { flags }) => sanitise(source, target, flags),
};
