/**
 * How many saves a second the server takes, and what a save costs when there are more components, more languages or a long
 * history. Run `node bench/save.ts --help`.
 */
import { onEachEngine } from './engines.ts';
import { fill, fillHistory } from './fill.ts';
import { encode, measureRate, type Rate } from './http-load.ts';
import { readNumbers } from './options.ts';
import type { BenchServer } from './server.ts';

const { strings, components, languages, changes, clients, seconds } = readNumbers(
  'PATCH /api/units/{id}/ as fast as one client and as many send it.',
  { strings: 1000, components: 200, languages: 50, changes: 500_000, clients: 50, seconds: 5 },
);

/** Seconds of saves before each measurement. */
const warmUp = 5;

/** Saves so far: no text is saved twice. */
let saved = 0;

await onEachEngine(async (server, _folder, engine) => {
  const { database } = server;
  await fill(database, { first: 0, end: 1, strings, languages: 2 });
  // Until the code is compiled and the caches are filled.
  await measure(server, 0, 5);

  console.log(`\n${engine}: ${strings} strings in each language`);
  console.log(`${''.padEnd(30)} one client: saves/s, processor   ${clients} clients: saves/s, processor`);
  const base = await measure(server, 0, seconds);
  console.log(line('1 component, 2 languages', base, null));

  await fill(database, { first: 1, end: components, strings: 50, languages: 2 });
  console.log(line(`${components} components`, await measure(server, 0, seconds), base));

  await fill(database, { first: components, end: components + 1, strings, languages });
  console.log(line(`${languages} languages`, await measure(server, components, seconds), base));

  await fillHistory(database, 0, changes);
  console.log(line(`${changes} changes before`, await measure(server, 0, seconds), base));
});

interface Measured {
  one: Rate;
  many: Rate;
}

/** Saves to the German strings of the project `p<number>`. */
async function measure(server: BenchServer, number: number, duration: number): Promise<Measured> {
  const { results } = await server.expect(
    'GET',
    `/api/translations/p${number}/web/de/units/?page_size=${strings}`,
  );
  const ids: number[] = results.map(({ id }: { id: number }) => id);
  const request = (index: number) => {
    saved += 1;
    const body = { target: [`Saved text ${saved}`], state: 20 };
    return encode(server, 'PATCH', `/api/units/${ids[index % ids.length]}/`, body);
  };
  // Filling the database leaves the daemon idle, and Node uses the time to forget compiled code.
  await measureRate(server, request, { connections: 1, seconds: warmUp });
  const one = await measureRate(server, request, { connections: 1, seconds: duration });
  const many = await measureRate(server, request, { connections: clients, seconds: duration });
  return { one, many };
}

function line(title: string, { one, many }: Measured, base: Measured | null): string {
  return `  ${title.padEnd(28)} ${part(one, base?.one)} ${part(many, base?.many)}`;
}

/** Saves a second and microseconds of processor for each, with what they are beside the base's. */
function part({ perSecond, processor }: Rate, base: Rate | undefined): string {
  const rate =
    perSecond.toFixed(0).padStart(7) + (base ? ` ${(perSecond / base.perSecond).toFixed(2)}x` : '      ');
  const cost = `${processor.toFixed(0)} us`.padStart(9);
  return `${rate} ${cost}${base ? ` ${(processor / base.processor).toFixed(2)}x` : '      '}    `;
}
