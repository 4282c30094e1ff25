/**
 * How much longer lists of changes take when the history is long. Run `node bench/changes.ts --help`.
 */
import { join } from 'node:path';
import { insertChanges } from '../models/change.ts';
import { type Database, openDatabase } from '../models/database.ts';
import { onEachEngine } from './engines.ts';
import { readNumbers } from './options.ts';
import { poFile } from './po-files.ts';
import { createRepository } from './repository.ts';
import type { BenchServer } from './server.ts';

const { changes, few, requests } = readNumbers(
  'Latency of lists of changes with few and with many changes on the same server.',
  { changes: 1_000_000, few: 10_000, requests: 30 },
);

/** Most are translations; 36 is rare. */
const actions = [2, 2, 2, 2, 5, 5, 5, 59, 71, 17] as const;
const hour = 60 * 60 * 1000;
/** All changes are older than this, as nearly all of a long history are. */
const newest = Date.now() - 2 * hour;

const lists = {
  'all, first page': '/api/changes/',
  'all, page 150': '/api/changes/?page=150',
  'all, last page': '/api/changes/?page=last',
  'one kind': '/api/changes/?action=5',
  'one rare kind': '/api/changes/?action=36',
  'two kinds': '/api/changes/?action=5&action=17',
  'of a user': '/api/changes/?user=admin',
  'of a time': `/api/changes/?timestamp_after=${new Date(newest - hour).toISOString()}`,
  'of a project': '/api/projects/load/changes/',
  'of a project, last page': '/api/projects/load/changes/?page=last',
  'of a project, one rare kind': '/api/projects/load/changes/?action=36',
  'of a component': '/api/components/load/web/changes/',
  'of a translation': '/api/translations/load/web/cs/changes/',
  'statistics of a project': '/api/projects/load/statistics/',
  'statistics of its languages': '/api/projects/load/languages/',
  metrics: '/api/metrics/',
};

await onEachEngine(async (server, folder, engine, databaseUrl) => {
  await createComponent(server, folder);
  const db = await openDatabase({ url: databaseUrl, folder: join(folder, 'data') });
  try {
    await fill(db, 0, few);
    const before = await measure(server);
    await fill(db, few, changes);
    const after = await measure(server);
    report(engine, before, after);
  } finally {
    await db.close();
  }
});

/**
 * Milliseconds: of the first request, which may have to count, and of the fastest of the later ones: whatever else runs on
 * the machine only adds to them.
 */
interface Times {
  first: number;
  later: number;
}

async function measure(server: BenchServer): Promise<Map<string, Times>> {
  const measured = new Map<string, Times>();
  for (const [title, path] of Object.entries(lists)) {
    const first = await time(server, path);
    const times: number[] = [];
    for (let number = 0; number < requests; number += 1) {
      times.push(await time(server, path));
    }
    measured.set(title, { first, later: Math.min(...times) });
  }
  return measured;
}

async function time(server: BenchServer, path: string): Promise<number> {
  const begin = performance.now();
  await server.expect('GET', path);
  return performance.now() - begin;
}

function report(engine: string, before: Map<string, Times>, after: Map<string, Times>): void {
  console.log(
    `\n${engine}: fastest ms with ${few} changes, with ${changes}, ratio; ms of the first request with ${changes}`,
  );
  for (const [title, { first, later }] of after) {
    const former = before.get(title)?.later ?? 0;
    const figures = [former, later, first].map((value) => value.toFixed(1).padStart(8));
    const ratio = (later / former).toFixed(2).padStart(6);
    console.log(`${title.padEnd(30)} ${figures[0]} ${figures[1]} ${ratio}x ${figures[2]}`);
  }
}

async function createComponent(server: BenchServer, folder: string): Promise<void> {
  const { url } = await createRepository(join(folder, 'repository'), {
    'po/cs.po': poFile('cs', 100),
    'po/de.po': poFile('de', 100),
  });
  await server.expect('POST', '/api/projects/', { name: 'Load', slug: 'load', web: 'https://example.org/' });
  await server.expect('POST', '/api/projects/load/components/', {
    name: 'Web',
    slug: 'web',
    repo: url,
    filemask: 'po/*.po',
    file_format: 'po',
  });
  await server.finish('/api/components/load/web/');
}

/** Every fifth change is one of the component; the others are of 20 projects that only the history knows. */
async function fill(db: Database, from: number, to: number): Promise<void> {
  const user = await db.reader('users').where('username', 'admin').first('id');
  const component = await db.reader('components').first('id', 'project_id');
  const translations = await db.reader('translations').orderBy('id').select('id', 'language_id');
  for (let start = from; start < to; start += 5000) {
    const rows = Array.from({ length: Math.min(5000, to - start) }, (_, index) => {
      const number = start + index;
      const foreign = 1000 + (number % 20);
      const own = translations[Math.floor(number / 5) % translations.length];
      const place =
        number % 5 === 0
          ? {
              project_id: component.project_id,
              component_id: component.id,
              translation_id: own.id,
              language_id: own.language_id,
            }
          : { project_id: foreign, component_id: foreign };
      return {
        ...place,
        action: number % 5000 === 0 ? (36 as const) : actions[Math.floor(number / 5) % actions.length]!,
        user_id: number % 3 === 0 ? user.id : null,
        target: 'A translation of about thirty letters',
        old: 'What was there before the change',
        timestamp: newest - (changes - number) * 1000,
      };
    });
    await db.transaction((trx) => insertChanges(trx, rows));
  }
  // So that connections which the server has closed meanwhile are known to be closed.
  await new Promise((resolve) => setTimeout(resolve, 200));
}
