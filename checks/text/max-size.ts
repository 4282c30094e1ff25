import type { Check } from '../check.ts';
import { type Flags, flagInteger, integerOf, textOf } from '../flags.ts';
import { type Typeface, textWidth, wrappedLines } from './text-width.ts';

/** Measures with the widths of an average sans-serif font, whatever `font-family` says: there are no fonts on the server. */
export const maxSize = {
  id: 'max-size',
  name: 'Maximum size of translation',
  description: 'The text takes more room than it may, measured in pixels.',
  kind: 'both',
  enabledBy: ['max-size'],
  fires: (subject) => {
    const { unit, around, flags } = subject;
    const box = boxOf(flags);
    const forms = around.isSource ? unit.source : unit.target;
    return box === null || forms.some((form) => !fits(subject.measured(form), box, typefaceOf(flags)));
  },
} as const satisfies Check;

interface Box {
  /** In pixels. */
  width: number;
  lines: number;
}

function boxOf(flags: Flags): Box | null {
  const values = flags.get('max-size') ?? [];
  const [width, lines] = [integerOf(values[0]), values.length > 1 ? integerOf(values[1]) : 1];
  return width === null || lines === null || values.length > 2 ? null : { width, lines };
}

function typefaceOf(flags: Flags): Typeface {
  return {
    size: flagInteger(flags, 'font-size') ?? 10,
    weight: textOf(flags.get('font-weight')?.[0] ?? 'normal'),
    spacing: flagInteger(flags, 'font-spacing') ?? 0,
  };
}

function fits(text: string, { width, lines }: Box, face: Typeface): boolean {
  const laidOut = wrappedLines(text, width, face);
  return laidOut.length <= lines && laidOut.every((line) => textWidth(line, face) <= width);
}
