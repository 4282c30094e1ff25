import type { AlertName } from '../actors/alert-kinds.ts';
import { setAlert } from '../actors/alerts.ts';
import { Component } from '../models/component.ts';
import type { Database } from '../models/database.ts';

/** Commits that one side may lack before a person should look. */
const threshold = 25;

interface Distance {
  component_id: number;
  missing: number;
  outgoing: number;
}

const concerned = ['RepositoryOutdated', 'RepositoryChanges'] as const satisfies AlertName[];

/** Raises or clears the alerts on working copies that have moved far from their remote, by what the last look told. */
export async function raiseRepositoryAlerts(db: Database): Promise<void> {
  for (const { component_id, missing, outgoing } of await candidates(db)) {
    const components = await Component.sharing(db.reader, component_id);
    const place = { owner: { id: component_id }, components };
    await db.transaction(async (trx) => {
      await setAlert(trx, place, 'RepositoryOutdated', excess(missing));
      await setAlert(trx, place, 'RepositoryChanges', excess(outgoing));
    });
  }
}

/** Details of an alert about that many commits; null: none is needed. */
export function excess(commits: number): { commits: number } | null {
  return commits > threshold ? { commits } : null;
}

/** Working copies that are far off, and those with an alert that may be out of date. */
async function candidates(db: Database): Promise<Distance[]> {
  return db
    .reader('repositories')
    .where((query) =>
      query
        .where('missing', '>', threshold)
        .orWhere('outgoing', '>', threshold)
        .orWhereIn('component_id', db.reader('alerts').select('component_id').whereIn('name', concerned)),
    )
    .orderBy('component_id')
    .select('component_id', 'missing', 'outgoing');
}
