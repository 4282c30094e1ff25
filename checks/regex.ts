import type { RE2JS } from 're2js';
import type { Check, Subject } from './check.ts';
import { type Flags, textOf } from './flags.ts';
import { compileUserPattern } from './user-pattern.ts';

export const regex = {
  id: 'regex',
  name: 'Regular expression',
  description: 'The translation does not match the regular expression.',
  kind: 'target',
  enabledBy: ['regex'],
  fires: ({ flags, unit }: Subject) => {
    const wanted = wantedPattern(flags);
    if (wanted === 'none') {
      return false;
    }
    return wanted === 'invalid' || unit.target.some((text) => !wanted.test(text));
  },
} satisfies Check;

type Wanted = RE2JS | 'none' | 'invalid';

/** By the flags that strings share, so that no expression is compiled for each string. */
const known = new WeakMap<Flags, Wanted>();

function wantedPattern(flags: Flags): Wanted {
  const found = known.get(flags);
  if (found !== undefined) {
    return found;
  }
  const [value = ''] = flags.get('regex') ?? [];
  const pattern = textOf(value);
  const wanted = pattern === '' ? 'none' : (compileUserPattern(pattern) ?? 'invalid');
  known.set(flags, wanted);
  return wanted;
}
