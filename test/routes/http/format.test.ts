import test from 'ava';
import { sampleEndpoints } from '../../helpers/sample-endpoints.ts';
import { startServer } from '../../helpers/server.ts';

const server = await startServer({ endpoints: sampleEndpoints });
test.after.always(() => server.close());

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const cases: [string, string, string | null, number, string][] = [
  ['no wish', '/api/things/', null, 200, 'application/json'],
  ['anything', '/api/things/', '*/*', 200, 'application/json'],
  ['JSON', '/api/things/', 'application/json', 200, 'application/json'],
  ['a browser', '/api/things/', browser, 200, 'text/html; charset=utf-8'],
  ['CSV', '/api/things/', 'text/csv', 200, 'text/csv; charset=utf-8'],
  ['the better one of two', '/api/things/', 'text/html;q=0.5, text/csv', 200, 'text/csv; charset=utf-8'],
  ['what is not there', '/api/things/', 'image/png', 406, 'application/json'],
  ['CSV of what is no list', '/api/things/1/', 'text/csv', 406, 'application/json'],
  ['a format that beats Accept', '/api/things/?format=json', browser, 200, 'application/json'],
  ['the page by name', '/api/things/?format=api', null, 200, 'text/html; charset=utf-8'],
  ['a suffix', '/api/things.csv', null, 200, 'text/csv; charset=utf-8'],
  ['a suffix of a detail', '/api/things/1.json', browser, 200, 'application/json'],
  ['a suffix that beats the query', '/api/things.json?format=csv', null, 200, 'application/json'],
  ['an unknown format', '/api/things/?format=xml', null, 404, 'application/json'],
  ['an unknown suffix', '/api/things.xml', null, 404, 'application/json'],
  ['a format that is not offered here', '/api/things/1/?format=csv', null, 404, 'application/json'],
  ['a bare array', '/api/things/?format=json-flat', null, 200, 'application/json'],
  ['a format of the endpoint itself', '/api/things/1/file/?format=xml', 'image/png', 200, 'text/plain'],
];

for (const [title, path, accept, status, type] of cases) {
  test(`the form of the answer: ${title}`, async (t) => {
    const response = await server.get(path, { headers: accept === null ? {} : { Accept: accept } });

    t.is(response.status, status);
    t.is(response.headers.get('content-type'), type);
  });
}

test('CSV has a row per object, nested keys joined by dots, and no envelope', async (t) => {
  const response = await server.get('/api/things/?format=csv&page_size=2');

  t.is(
    response.text,
    'id,name,nested.list.0,nested.list.1\r\n1,"Thing ""1""",a,b\r\n2,"Thing ""2""",a,b\r\n',
  );
});

test('json-flat is the items alone', async (t) => {
  const response = await server.get('/api/things/?format=json-flat&page_size=2');

  t.deepEqual(
    response.json.map(({ id }: { id: number }) => id),
    [1, 2],
  );
});

test('the page for people shows the JSON, escaped, with links that lead on', async (t) => {
  const response = await server.get('/api/things/1/?format=api&x=<script>');

  t.true(response.text.includes('HTTP 200 OK'));
  t.true(response.text.includes(`<a href="${server.url}/api/things/1/">${server.url}/api/things/1/</a>`));
  t.false(response.text.includes('<script>'));
});

test('errors are JSON whatever was asked for, but for the page', async (t) => {
  const csv = await server.get('/api/things/?format=csv&page=99');
  const page = await server.get('/api/things/?format=api&page=99');

  t.is(csv.status, 404);
  t.is(csv.headers.get('content-type'), 'application/json');
  t.is(page.status, 404);
  t.true(page.text.includes('Invalid page.'));
  t.is(page.headers.get('content-type'), 'text/html; charset=utf-8');
});
