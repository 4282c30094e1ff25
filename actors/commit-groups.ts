/** An edit that waits for its commit, as far as grouping needs to know it. */
export interface AuthoredEdit {
  unit_id: number;
  author_id: number;
  created_at: number;
}

/** One commit to make: edits of one author, in the order they were made. */
export interface CommitGroup<Row extends AuthoredEdit> {
  author_id: number;
  rows: Row[];
}

/**
 * Divides edits, given in the order they were made, into commits of one author each. As few as possible, yet so that
 * every string goes through the same texts in the history as it did here: an author's group ends when somebody else
 * touches one of its strings. Groups are in the order in which they must be committed.
 */
export function groupByAuthor<Row extends AuthoredEdit>(rows: readonly Row[]): CommitGroup<Row>[] {
  const closed: CommitGroup<Row>[] = [];
  // Open groups never share a string, so their order among each other does not matter.
  const open = new Map<number, CommitGroup<Row>>();
  const holder = new Map<number, number>();
  for (const row of rows) {
    const other = holder.get(row.unit_id);
    const touched = other === undefined || other === row.author_id ? undefined : open.get(other);
    if (touched) {
      closed.push(touched);
      open.delete(touched.author_id);
      for (const { unit_id } of touched.rows) {
        holder.delete(unit_id);
      }
    }
    holder.set(row.unit_id, row.author_id);
    const group = open.get(row.author_id);
    if (group) {
      group.rows.push(row);
    } else {
      open.set(row.author_id, { author_id: row.author_id, rows: [row] });
    }
  }
  return [...closed, ...open.values()];
}

/** The edits of a group that reach the file: the newest of each string. */
export function newestOfEachUnit<Row extends AuthoredEdit>(group: CommitGroup<Row>): Row[] {
  return [...new Map(group.rows.map((row) => [row.unit_id, row])).values()];
}

/** Author date of the group's commit. */
export function newestTime(group: CommitGroup<AuthoredEdit>): number {
  return Math.max(...group.rows.map((row) => row.created_at));
}
