import type { Check } from '../check.ts';
import type { Flags } from '../flags.ts';

export const accelerator = {
  id: 'accelerator',
  name: 'Accelerator key',
  description:
    'Source and translation mark different numbers of accelerator keys, or the translation several.',
  kind: 'target',
  enabledBy: ['accelerator'],
  fires: ({ flags, pairs }) => {
    const mark = acceleratorMark(flags);
    return (
      mark === null ||
      pairs.some(({ source, target }) => {
        const count = countMarks(target, mark);
        return count > 1 || count !== countMarks(source, mark);
      })
    );
  },
} as const satisfies Check;

/** The mark before an accelerator key; null if the flag names none. */
export function acceleratorMark(flags: Flags): string | null {
  const values = flags.get('accelerator') ?? [];
  const [mark] = values;
  return values.length === 1 && typeof mark === 'string' && /^[!-/:-@[-`{-~]$/.test(mark) ? mark : null;
}

/** A doubled mark stands for the character itself. */
function countMarks(text: string, mark: string): number {
  let count = 0;
  for (let index = text.indexOf(mark); index >= 0; index = text.indexOf(mark, index)) {
    const isDoubled = text[index + 1] === mark;
    count += isDoubled ? 0 : 1;
    index += isDoubled ? 2 : 1;
  }
  return count;
}
