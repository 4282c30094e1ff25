import type { Exporter } from './exporter.ts';
import { joinPieces } from './pieces.ts';
import { columns, rowsOf, valueRows } from './table.ts';

const shared = { extension: '.csv', contentType: 'text/csv' } as const;

/** CSV with a head line. */
export const csv: Exporter = {
  ...shared,
  id: 'csv',
  name: 'CSV',
  only: 'any',
  export: (strings) => csvFile(rowsOf(strings)),
};

/** CSV with a line for each value of strings that have several. */
export const csvMulti: Exporter = {
  ...shared,
  id: 'csv-multi',
  name: 'Multivalue CSV',
  only: 'multivalue',
  export: (strings) => csvFile(valueRows(strings)),
};

function csvFile(rows: Iterable<readonly string[]>): Uint8Array {
  return joinPieces(linesOf(rows));
}

function* linesOf(rows: Iterable<readonly string[]>): Generator<string> {
  yield lineOf(columns);
  for (const row of rows) {
    yield lineOf(row);
  }
}

function lineOf(row: readonly string[]): string {
  return `${row.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  return `"${neutral(text).replaceAll('"', '""')}"`;
}

/** What spreadsheets may take for a formula, also after white space that they drop. */
const formulaStart = /^[=+\-@|%\p{White_Space}\x1c-\x1f]/u;

/** Such a text stands in single quotes, with a backslash before each `|`; who reads the file takes them off again. */
function neutral(text: string): string {
  return formulaStart.test(text) ? `'${text.replaceAll('|', '\\|')}'` : text;
}
