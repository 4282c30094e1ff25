/**
 * How long a save takes while the actor of the same component is busy. Run `node bench/save-under-load.ts --help`.
 */
import { join } from 'node:path';
import { onEachEngine } from './engines.ts';
import { type Latency, line, lineHead, type SaveTarget, savesDuring, savesFor } from './latency.ts';
import { readNumbers } from './options.ts';
import { poFile } from './po-files.ts';
import { createRepository } from './repository.ts';
import type { BenchServer } from './server.ts';

const { strings, edits, seconds } = readNumbers(
  'p50 and p99 of PATCH /api/units/{id}/, idle and while the component is pulled, committed and imported into.',
  { strings: 50_000, edits: 5000, seconds: 15 },
);
/** Strings of the language that saves go to. */
const savedStrings = 1000;
const component = '/api/components/load/web/';

await onEachEngine(async (server, folder, engine) => {
  const repository = await createRepository(join(folder, 'repository'), {
    'po/cs.po': poFile('cs', strings),
    'po/de.po': poFile('de', savedStrings),
  });
  await createComponent(server, repository.url);
  const target = { server, units: await unitsOf(server) };
  // Until the code is compiled and the caches are filled.
  await savesFor(target, 5);

  console.log(`\n${engine}: ${strings} strings\n${lineHead}`);
  const idle = await savesFor(target, seconds);
  const report = (title: string, latency: Latency) => console.log(line(title, latency, idle));
  report('idle', idle);

  await repository.push({ 'po/cs.po': poFile('cs', strings, 2) });
  report(`pull, ${strings} changed strings`, await during(target, server.operate(component, 'pull')));

  report(`upload of ${edits} translations`, await during(target, upload(server)));
  report(`commit of ${edits} pending edits`, await during(target, server.operate(component, 'commit')));

  await repository.push({ 'po/fr.po': poFile('fr', strings) });
  report(`import, ${strings} strings`, await during(target, server.operate(component, 'pull')));
  report('idle again', await savesFor(target, seconds));
});

async function during(target: SaveTarget, work: Promise<unknown>): Promise<Latency> {
  const begin = performance.now();
  const latency = await savesDuring(target, work);
  console.log(`  ${((performance.now() - begin) / 1000).toFixed(1)} s:`);
  return latency;
}

async function createComponent(server: BenchServer, repo: string): Promise<void> {
  await server.expect('POST', '/api/projects/', { name: 'Load', slug: 'load', web: 'https://example.org/' });
  await server.expect('POST', '/api/projects/load/components/', {
    name: 'Web',
    slug: 'web',
    repo,
    push: repo,
    filemask: 'po/*.po',
    file_format: 'po',
  });
  await server.finish(component);
}

async function unitsOf(server: BenchServer): Promise<string[]> {
  const path = `/api/translations/load/web/de/units/?page_size=${savedStrings}`;
  const { results } = await server.expect('GET', path);
  return results
    .filter((unit: { source: string[] }) => unit.source.length === 1)
    .map((unit: { url: string }) => unit.url);
}

async function upload(server: BenchServer): Promise<void> {
  const form = new FormData();
  form.set('file', new File([poFile('cs', edits, 3)], 'cs.po'));
  form.set('conflicts', 'replace-translated');
  const { accepted } = await server.expect('POST', '/api/translations/load/web/cs/file/', form);
  if (accepted !== edits) {
    throw new Error(`of ${edits} uploaded translations ${accepted} were taken`);
  }
}
