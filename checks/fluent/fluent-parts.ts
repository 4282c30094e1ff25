import type { Check, Span, Subject } from '../check.ts';
import type { Entry } from './entry.ts';
import { someEntryPair } from './entry-pairs.ts';

export const fluentParts = {
  id: 'fluent-parts',
  name: 'Fluent parts',
  description: 'The translation has a value or attributes that the source has not, or lacks some.',
  kind: 'target',
  enabledBy: ['fluent-parts'],
  fires: (subject: Subject) => someEntryPair(subject, differs),
  placeables: attributeHeads,
} satisfies Check;

/** Terms are translated as their language needs: attributes there are for other messages to choose by. */
function differs(source: Entry, target: Entry): boolean {
  if (source.isTerm) {
    return false;
  }
  const names = [...source.attributes.keys()];
  return (
    (source.value === null) !== (target.value === null) ||
    names.length !== target.attributes.size ||
    !names.every((name) => target.attributes.has(name))
  );
}

function attributeHeads(text: string): Span[] {
  return Array.from(text.matchAll(/^ *\.[A-Za-z][\w-]* *=/gm), ({ index, 0: head }) => ({
    start: index,
    end: index + head.length,
  }));
}
