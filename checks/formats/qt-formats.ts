import { formatCheck } from './format-check.ts';
import { matchedFormat } from './matched-format.ts';

/** `%1`, or `%L1` for digits as the language writes them. */
export const qtFormat = formatCheck(
  { id: 'qt_format', name: 'Qt format' },
  matchedFormat({ leads: ['%'], pattern: /%(L?\d{1,2})/g }),
);

/** `%n`: the count. */
export const qtPluralFormat = formatCheck(
  { id: 'qt_plural_format', name: 'Qt plural format' },
  matchedFormat({ leads: ['%'], pattern: /%(L?n)/g, isUnnamed: () => true }),
);
