import type { ExportString } from './exporter.ts';

/**
 * Strings for a format without plurals. Of several forms the last one stays: that of most counts, in all rules that
 * languages have.
 */
export function generalForms(strings: readonly ExportString[]): ExportString[] {
  return strings.map((unit) => ({
    ...unit,
    source: unit.source.slice(-1),
    target: unit.target.slice(-1),
  }));
}
