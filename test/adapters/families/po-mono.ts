import type { Family } from './family.ts';
import { msgcat, family as po, refusedPo } from './po.ts';

export const family: Family = {
  generate: po.generate,
  lineEnds: po.lineEnds,
  marks: po.marks,
  empty: 'no strings',
  commentsOnly: '# Nothing here yet.\n',
  newString: {
    type: 'set',
    context: 'a\u0004new "key"',
    source: [],
    target: ['one', 'few', 'many'],
    state: 'translated',
    note: 'A note',
  },
  refused: refusedPo,
  leadingLine: /^#/,
  revisions: po.revisions!,
  oracles: [msgcat],
};
