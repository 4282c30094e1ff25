import { utils, write } from 'xlsx';
import { FormatError } from '../adapter.ts';
import type { Exporter, ExportString } from './exporter.ts';
import { columns, rowsOf } from './table.ts';
import { withoutControls } from './xml.ts';

/** The workbook is made as a whole: more would take more memory than a worker has. */
const mostRows = 100_000;

/** More does not fit into a cell. */
const longestText = 32_767;

/** A workbook with one sheet. Every cell is typed as a text, so none can be taken for a formula. */
export const xlsx: Exporter = {
  id: 'xlsx',
  name: 'XLSX',
  extension: '.xlsx',
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  only: 'any',
  export(strings) {
    const rows = [[...columns].map(cell), ...cellsOf(strings)];
    const workbook = utils.book_new(utils.aoa_to_sheet(rows, { dense: true }), 'Strings');
    return write(workbook, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true });
  },
};

function* cellsOf(strings: readonly ExportString[]): Generator<Cell[]> {
  let count = 0;
  for (const row of rowsOf(strings)) {
    count += 1;
    if (count > mostRows) {
      throw new FormatError(
        `a workbook of more than ${mostRows} rows is too much; choose strings by a query`,
      );
    }
    yield row.map(cell);
  }
}

type Cell = { t: 's'; v: string } | null;

function cell(text: string): Cell {
  const value = escaped(withoutControls(text));
  if (value.length > longestText) {
    throw new FormatError(`a text has ${value.length} characters, a cell holds ${longestText}`);
  }
  return value === '' ? null : { t: 's', v: value };
}

/** Workbooks have an escape of their own, `_xHHHH_`: XML readers would take a carriage return away. */
function escaped(text: string): string {
  return text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_').replaceAll('\r', '_x000D_');
}
