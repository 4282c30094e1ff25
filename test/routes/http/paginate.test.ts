import test from 'ava';
import { sampleEndpoints, thingCount } from '../../helpers/sample-endpoints.ts';
import { startServer } from '../../helpers/server.ts';

const server = await startServer({ endpoints: sampleEndpoints, config: { pageSize: 50 } });
test.after.always(() => server.close());

// Query, first and last id of the page, page that `next` and `previous` lead to (null: none; 1: no page in the URL).
const pages: [string, [number, number], number | null, number | null][] = [
  ['', [1, 50], 2, null],
  ['page=1', [1, 50], 2, null],
  ['page=2', [51, 100], 3, 1],
  ['page=3', [101, 120], null, 2],
  ['page=last', [101, 120], null, 2],
  ['page=', [1, 50], 2, null],
  ['page_size=10', [1, 10], 2, null],
  ['page_size=10&page=12', [111, 120], null, 11],
  ['page_size=0', [1, 50], 2, null],
  ['page_size=-5', [1, 50], 2, null],
  ['page_size=abc', [1, 50], 2, null],
  ['page_size=5000', [1, 120], null, null],
  ['page_size=120', [1, 120], null, null],
];

for (const [query, ids, next, previous] of pages) {
  test(`?${query} is the page of ${ids.join(' to ')}`, async (t) => {
    const { json } = await server.get(`/api/things/?${query}`);

    t.is(json.count, thingCount);
    t.deepEqual([json.results[0].id, json.results.at(-1).id], ids);
    t.is(pageOf(json.next), next);
    t.is(pageOf(json.previous), previous);
  });
}

for (const page of ['0', '-1', 'abc', '4', '1.5', '99999999999999999999']) {
  test(`page=${page} does not exist`, async (t) => {
    const { status, json } = await server.get(`/api/things/?page=${page}`);

    t.is(status, 404);
    t.deepEqual(json, {
      type: 'client_error',
      errors: [{ code: 'not_found', detail: 'Invalid page.', attr: null }],
      detail: 'Invalid page.',
    });
  });
}

test('the first page of an empty list is there, a second one is not', async (t) => {
  const first = await server.get('/api/things/?empty');
  const last = await server.get('/api/things/?empty&page=last');
  const second = await server.get('/api/things/?empty&page=2');

  t.deepEqual(first.json, { count: 0, next: null, previous: null, results: [] });
  t.is(last.status, 200);
  t.is(second.status, 404);
});

test('next and previous are whole URLs that keep all other parameters, repeated ones too', async (t) => {
  const { json } = await server.get('/api/things/?action=2&page=2&q=a%20b&action=5&page_size=20');

  t.is(json.next, `${server.url}/api/things/?action=2&page=3&q=a+b&action=5&page_size=20`);
  t.is(json.previous, `${server.url}/api/things/?action=2&q=a+b&action=5&page_size=20`);
  t.is((await server.get(json.next)).json.results[0].id, 41);
});

test('next keeps the path that was asked for', async (t) => {
  const { json } = await server.get('/api/things.json');

  t.is(json.next, `${server.url}/api/things.json?page=2`);
});

function pageOf(url: string | null): number | null {
  return url === null ? null : Number(new URL(url).searchParams.get('page') ?? 1);
}
