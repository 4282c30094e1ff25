/**
 * How fast a large component comes into the database, beside the mere reading of its files. Run
 * `node bench/import.ts --help`.
 */
import { join } from 'node:path';
import { po } from '../adapters/po/po.ts';
import { onEachEngine } from './engines.ts';
import { peakMemory, processorTime, resetPeak } from './memory.ts';
import { readNumbers } from './options.ts';
import { poFile } from './po-files.ts';
import { createRepository, type Files } from './repository.ts';

const { languages, strings } = readNumbers('Imports one component of PO files in one job.', {
  languages: 100,
  strings: 3000,
});
const codes =
  'af am ar as az be bg bn br bs ca cs cy da de el eo es et eu fa fi fo fr fy ga gd gl gu ha he hi hr hu hy ia id ig is it ' +
  'ja ka kk km kn ko ku ky la lb lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nn oc or pa pl ps pt ro ru rw sa sc si sk sl ' +
  'so sq sr sv sw ta te tg th ti tk tr tt ug uk ur uz vi wo xh yi yo zh zu';

const chosen = codes.split(' ').slice(0, languages);
if (chosen.length < languages) {
  throw new Error(`at most ${chosen.length} languages`);
}
const files: Files = Object.fromEntries(chosen.map((code) => [`po/${code}.po`, poFile(code, strings)]));
const total = languages * strings;
const reading = readAll();

await onEachEngine(async (server, folder, engine) => {
  const { url } = await createRepository(join(folder, 'repository'), files);
  await server.expect('POST', '/api/projects/', { name: 'Load', slug: 'load', web: 'https://example.org/' });
  await resetPeak(server.pid);
  const atRest = await peakMemory(server.pid);

  const worked = await processorTime(server.pid);
  const begin = performance.now();
  await server.expect('POST', '/api/projects/load/components/', {
    name: 'Web',
    slug: 'web',
    repo: url,
    filemask: 'po/*.po',
    file_format: 'po',
  });
  await server.finish('/api/components/load/web/');
  const seconds = (performance.now() - begin) / 1000;
  const processor = (await processorTime(server.pid)) - worked;

  const { results } = await server.expect('GET', '/api/components/load/web/statistics/?page_size=1000');
  const found = results.filter(({ code }: { code: string }) => code !== 'en');
  const imported = found.reduce((sum: number, { total: count }: { total: number }) => sum + count, 0);
  if (imported !== total) {
    throw new Error(`of ${total} strings ${imported} were imported`);
  }
  const peak = await peakMemory(server.pid);
  console.log(`\n${engine}: ${languages} languages of ${strings} strings`);
  console.log(`  import         ${seconds.toFixed(1)} s, ${Math.round(total / seconds)} strings/s`);
  console.log(
    `  processor      ${processor.toFixed(1)} s of all threads of the daemon, without git and the database server`,
  );
  console.log(`  reading alone  ${reading.toFixed(1)} s, ${Math.round(total / reading)} strings/s`);
  console.log(`  ratio          ${(seconds / reading).toFixed(1)}x the time of reading alone`);
  console.log(`  memory         peak ${peak} MB, ${atRest} MB before`);
});

/** Seconds that reading all files takes in one thread, without a server. */
function readAll(): number {
  const begin = performance.now();
  for (const [path, text] of Object.entries(files)) {
    const options = { language: path.slice(3, -3), plural: { number: 2, formula: 'n != 1' } };
    const { entries } = po.parse(Buffer.from(text), options as Parameters<typeof po.parse>[1]);
    if (entries.length !== strings) {
      throw new Error(`${path}: ${entries.length} strings`);
    }
  }
  return (performance.now() - begin) / 1000;
}
