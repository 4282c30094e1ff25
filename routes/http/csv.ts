/**
 * Rows of objects as CSV: one line per object, keys of nested values joined by dots, the columns in the order in which
 * they first appear.
 */
export function csv(rows: readonly unknown[]): string {
  const flat = rows.map((row) => {
    const cells = new Map<string, string>();
    flatten(row, '', cells);
    return cells;
  });
  const columns = [...new Set(flat.flatMap((cells) => [...cells.keys()]))];
  const lines = [columns, ...flat.map((cells) => columns.map((column) => cells.get(column) ?? ''))];
  return lines.map((line) => `${line.map(quote).join(',')}\r\n`).join('');
}

function flatten(value: unknown, path: string, cells: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) {
    cells.set(path, value === null || value === undefined ? '' : String(value));
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    flatten(item, path === '' ? key : `${path}.${key}`, cells);
  }
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
