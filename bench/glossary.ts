/**
 * What a save costs more where strings are checked with the terms of a large glossary. Run `node bench/glossary.ts --help`.
 */
import { contentHash, idHash } from '../adapters/identity.ts';
import { po } from '../adapters/po/po.ts';
import { CounterBatch } from '../models/counters.ts';
import { type Database, openDatabase } from '../models/database.ts';
import { glossaryOf, termIndex } from '../models/glossary.ts';
import { Translation } from '../models/translation.ts';
import { insertUnits, unitIds } from '../models/unit-rows.ts';
import { onEachEngine } from './engines.ts';
import { fill } from './fill.ts';
import { encode, measureRate } from './http-load.ts';
import { readNumbers } from './options.ts';
import type { BenchServer } from './server.ts';

const { strings, terms, seconds, rounds } = readNumbers(
  'PATCH /api/units/{id}/ by one client, in turn with and without a glossary.',
  { strings: 1000, terms: 5000, seconds: 5, rounds: 3 },
);

/** Terms that nearly every string holds; the others begin like them. */
const common = ['open', 'folder', 'file', 'place', 'another', 'every file', 'the selected folder'];

/** Saves so far: no text is saved twice. */
let saved = 0;

await onEachEngine(async (server, _folder, engine) => {
  await fill(server.database, { first: 0, end: 1, strings, languages: 2 });
  const db = await openDatabase(server.database);
  try {
    await addGlossary(db);
    // Until the code is compiled and the caches are filled.
    await measure(server, 2);
    console.log(`\n${engine}: ${terms} terms, ${strings} strings, milliseconds a save and of the processor`);
    for (let round = 0; round < rounds; round += 1) {
      for (const flags of ['', 'check-glossary']) {
        await db.writer('projects').update({ check_flags: flags });
        const { perSecond, processor } = await measure(server, seconds);
        const [time, work] = [1000 / perSecond, processor / 1000].map((value) =>
          value.toFixed(2).padStart(7),
        );
        console.log(`  ${(flags || 'without').padEnd(16)} ${time} ${work}`);
      }
    }
    console.log(`  the terms are read anew in ${(await timeToRead(db)).toFixed(1)} ms`);
  } finally {
    await db.close();
  }
});

async function measure(server: BenchServer, duration: number) {
  const path = `/api/translations/p0/web/de/units/?page_size=${strings}`;
  const { results } = await server.expect('GET', path);
  const ids: number[] = results.map(({ id }: { id: number }) => id);
  const request = (index: number) => {
    saved += 1;
    const body = { target: [`Saved text ${saved}`], state: 20 };
    return encode(server, 'PATCH', `/api/units/${ids[index % ids.length]}/`, body);
  };
  return measureRate(server, request, { connections: 1, seconds: duration });
}

/** A glossary in the languages of the component. */
async function addGlossary(db: Database): Promise<void> {
  const { id: webId, ...web } = await db.writer('components').where('path', 'p0/web').first();
  const row = { ...web, slug: 'glossary', path: 'p0/glossary', name: 'Glossary', is_glossary: 1 };
  const [componentId] = await db.writer('components').insert(row);
  const languages = await db.writer('translations').where('component_id', webId);
  let sources = new Map<string, number>();
  for (const language of languages.sort((a, b) => b.is_source - a.is_source)) {
    const isSource = language.is_source === 1;
    const { id: translationId } = await Translation.query(db.writer).insert({
      component_id: componentId!,
      language_id: language.language_id,
      plural_id: language.plural_id,
      language_code: language.language_code,
      filename: '',
      is_source: isSource,
    });
    await db.transaction(async (trx) => {
      const counters = new CounterBatch();
      await insertUnits(
        trx,
        counters,
        Array.from({ length: terms }, (_, number) => unitOf(number, translationId, isSource, sources)),
      );
      await counters.apply(trx);
    });
    if (isSource) {
      sources = await unitIds(db.writer, translationId);
      await db
        .writer('units')
        .where('translation_id', translationId)
        .update('source_unit_id', db.writer.ref('id'));
    }
  }
}

function unitOf(
  number: number,
  translation_id: number,
  isSource: boolean,
  sources: ReadonlyMap<string, number>,
) {
  const source = [common[number] ?? `${common[number % common.length]} of kind ${number}`];
  const id_hash = idHash(po, { context: '', source });
  return {
    translation_id,
    source_unit_id: sources.get(id_hash) ?? null,
    id_hash,
    content_hash: contentHash(source, ''),
    context: '',
    source,
    target: isSource ? source : [`Begriff ${number}`],
    state: isSource ? 100 : 20,
    position: number + 1,
    num_words: 1,
    num_chars: source[0]!.length,
  };
}

/** Milliseconds of the first look at a glossary, in this process. */
async function timeToRead(db: Database): Promise<number> {
  const { id } = await db.reader('components').where('path', 'p0/glossary').first('id');
  const glossary = await glossaryOf(db.reader, id);
  const begin = performance.now();
  await termIndex(db.reader, glossary!);
  return performance.now() - begin;
}
