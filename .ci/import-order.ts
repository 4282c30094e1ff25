/**
 * Checks that imports run one way between the rooms of the house, and prints each one that does not:
 * daemon → routes, web → actors (addons and machinery beside them) → models → the pure rooms, which import no other.
 */
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path/posix';
import { fileURLToPath } from 'node:url';

const pure = ['adapters', 'checks', 'languages'];
const actors = ['actors', 'addons', 'machinery'];
const rooms: Readonly<Record<string, readonly string[]>> = {
  adapters: [],
  checks: [],
  languages: [],
  models: pure,
  search: ['models', ...pure],
  actors: [...actors, 'models', 'search', ...pure],
  addons: [...actors, 'models', 'search', ...pure],
  machinery: [...actors, 'models', 'search', ...pure],
  routes: [...actors, 'models', 'search', ...pure],
  web: ['routes', ...actors, 'models', 'search', ...pure],
  daemon: ['routes', 'web', ...actors, 'models', 'search', ...pure],
};

/** Inside a worker formats meet languages and checks; the formats themselves do not. */
const workerSide = /^adapters\/(?:pool\.ts|worker\.ts|tasks\/)/;
/** Parsing a search is pure; running it is not. */
const pureFiles = ['search/parse.ts'];

const root = fileURLToPath(new URL('..', import.meta.url));
const wrong: string[] = [];

for await (const path of glob(`{${Object.keys(rooms).join(',')}}/**/*.ts`, { cwd: root })) {
  const text = await readFile(join(root, path), 'utf8');
  for (const target of importsOf(text, path)) {
    if (!isAllowed(path, target)) {
      wrong.push(`${path} imports ${target}`);
    }
  }
}

process.stdout.write(wrong.map((line) => `${line}\n`).join(''));
process.exitCode = wrong.length === 0 ? 0 : 1;

/** Paths from the project's folder of the files of ours that a file imports. */
function importsOf(text: string, path: string): string[] {
  const imports = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(?<target>\.{1,2}\/[^']+)'/g);
  return Array.from(imports, ({ groups }) => normalize(join(dirname(path), groups?.target ?? '')));
}

function isAllowed(path: string, target: string): boolean {
  const [from = ''] = path.split('/');
  const [to = ''] = target.split('/');
  if (from === to || !(to in rooms)) {
    return true;
  }
  if (pureFiles.includes(path)) {
    return false;
  }
  const extra = workerSide.test(path) ? ['languages', 'checks'] : [];
  return [...(rooms[from] ?? []), ...extra].includes(to);
}
