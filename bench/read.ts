/**
 * How fast the server answers what clients read most, beside a Koa server with one route, and how much of that a hundred
 * times the data costs. Run `node bench/read.ts --help`.
 */
import { onEachEngine } from './engines.ts';
import { fill } from './fill.ts';
import { encode, measureRate, type Rate, type Target } from './http-load.ts';
import { readNumbers } from './options.ts';
import { type BenchServer, startPlainServer } from './server.ts';

const { components, times, strings, connections, seconds } = readNumbers(
  'Requests a second, with few data and with many. A component has four languages of so many strings each.',
  { components: 10, times: 100, strings: 250, connections: 16, seconds: 4 },
);

/** What is asked for, and the part of the plain server's rate that it should have. */
const figures = [
  { name: 'unit', aim: 0.15, path: '/api/units/:id/' },
  { name: '50 units', aim: 0.06, path: '/api/translations/:project/web/de/units/?page_size=50' },
  {
    name: '50 found units',
    aim: 0.03,
    path: '/api/translations/:project/web/de/units/?page_size=50&q=folder',
  },
  { name: 'statistics of a translation', aim: 0.15, path: '/api/translations/:project/web/de/statistics/' },
  { name: '10 projects', aim: 0.06, path: '/api/projects/?page_size=10' },
  { name: 'statistics of a component', aim: 0.06, path: '/api/components/:project/web/statistics/' },
];

await onEachEngine(async (server, _folder, engine) => {
  await fill(server.database, { first: 0, end: components, strings });
  const few = await measureAll(server, components);
  report(`${engine}: ${units(1)} units in ${components} components`, few, null);
  if (times === 1) {
    return;
  }
  const begin = performance.now();
  await fill(server.database, { first: components, end: components * times, strings });
  const took = Math.round((performance.now() - begin) / 1000);
  const many = await measureAll(server, components * times);
  report(
    `${engine}: ${units(times)} units in ${components * times} components, filled in ${took} s`,
    many,
    few,
  );
});

interface Measured extends Rate {
  name: string;
  aim: number;
  /** Of the plain server, measured right before. */
  plain: Rate;
}

async function measureAll(server: BenchServer, projects: number): Promise<Measured[]> {
  const measured: Measured[] = [];
  const plain = await startPlainServer();
  try {
    for (const { name, aim, path } of figures) {
      const paths = await pathsOf(server, path, projects);
      await rateOf(server, paths, 1);
      const base = await rateOf(plain, ['/api/units/1/'], seconds / 2);
      measured.push({ name, aim, plain: base, ...(await rateOf(server, paths, seconds)) });
    }
  } finally {
    plain.stop();
  }
  return measured;
}

function rateOf(target: Target, paths: readonly string[], duration: number): Promise<Rate> {
  const requests = paths.map((path) => encode(target, 'GET', path));
  const next = (number: number) => requests[number % requests.length]!;
  return measureRate(target, next, { connections, seconds: duration });
}

/** The path in as many projects as there are at least, all over the table. */
async function pathsOf(server: BenchServer, path: string, projects: number): Promise<string[]> {
  const chosen = Array.from(
    { length: components },
    (_, index) => `p${Math.floor((index * projects) / components)}`,
  );
  if (!path.includes(':id')) {
    return chosen.map((slug) => path.replace(':project', slug));
  }
  const paths: string[] = [];
  for (const slug of chosen) {
    const { results } = await server.expect('GET', `/api/translations/${slug}/web/de/units/?page_size=10`);
    paths.push(...results.map(({ id }: { id: number }) => path.replace(':id', String(id))));
  }
  return paths;
}

function report(title: string, measured: readonly Measured[], before: readonly Measured[] | null): void {
  const lines = measured.map(({ name, aim, plain, perSecond, processor }, index) => {
    const old = before?.[index];
    return [
      `  ${name.padEnd(30)}`,
      perSecond.toFixed(0).padStart(7),
      (perSecond / plain.perSecond).toFixed(3).padStart(9),
      aim.toFixed(2).padStart(6),
      `${processor.toFixed(0)} us`.padStart(10),
      (plain.processor / processor).toFixed(3).padStart(8),
      old ? changeOf(perSecond / plain.perSecond, old.perSecond / old.plain.perSecond) : '',
      old ? changeOf(plain.processor / processor, old.plain.processor / old.processor) : '',
    ].join(' ');
  });
  const plain = measured.map((figure) => figure.plain);
  console.log(`\n${title}`);
  console.log(
    `  ${''.padEnd(30)} req/s of plain    aim  processor of plain${before ? '   change of both' : ''}`,
  );
  console.log(
    `  ${'plain server'.padEnd(30)} ${mean(plain.map((rate) => rate.perSecond)).padStart(7)} ${' '.repeat(17)}` +
      `${`${mean(plain.map((rate) => rate.processor))} us`.padStart(10)}`,
  );
  console.log(lines.join('\n'));
}

function changeOf(now: number, before: number): string {
  const percent = Math.round((100 * (now - before)) / before);
  return `${percent > 0 ? '+' : ''}${percent} %`.padStart(8);
}

function mean(values: readonly number[]): string {
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(0);
}

function units(factor: number): number {
  return components * factor * strings * 4;
}
