import test from 'ava';
import { sampleEndpoints } from '../../helpers/sample-endpoints.ts';
import { startServer } from '../../helpers/server.ts';

const server = await startServer({ endpoints: sampleEndpoints });
const token = await server.createUser('ana');
const inactive = await server.createUser('old', { is_active: false });
test.after.always(() => server.close());

function headers(value: string) {
  return { headers: { Authorization: value } };
}

const refusals: [string, string, string, object, number, string][] = [
  [
    'unknown format before bad credentials',
    'GET',
    '/api/things/?format=xml',
    headers('Token x'),
    404,
    'not_found',
  ],
  [
    'impossible Accept before bad credentials',
    'GET',
    '/api/things/',
    { headers: { Accept: 'image/png', Authorization: 'Token x' } },
    406,
    'not_acceptable',
  ],
  ['unknown token on a public list', 'GET', '/api/things/', headers('Token x'), 401, 'authentication_failed'],
  ['token without a value', 'GET', '/api/things/', headers('Token'), 401, 'authentication_failed'],
  ['token of two words', 'GET', '/api/things/', headers(`Token ${token} x`), 401, 'authentication_failed'],
  ['another scheme', 'GET', '/api/things/', headers('Basic YTpi'), 401, 'authentication_failed'],
  ['an inactive user', 'GET', '/api/things/', headers(`Token ${inactive}`), 401, 'authentication_failed'],
  ['anonymous POST', 'POST', '/api/things/', { json: {} }, 401, 'not_authenticated'],
  ['anonymous writing of an unknown object', 'DELETE', '/api/things/404/', {}, 401, 'not_authenticated'],
  ['anonymous use of an unsupported method', 'DELETE', '/api/things/', {}, 401, 'not_authenticated'],
  ['anonymous writing to an unknown path', 'POST', '/api/nothing/', {}, 401, 'not_authenticated'],
  ['anonymous reading of what needs sign-in', 'GET', '/api/private/', {}, 401, 'not_authenticated'],
  ['a method before the object', 'POST', '/api/things/404/', { token }, 405, 'method_not_allowed'],
  ['an unknown object before the body', 'PUT', '/api/things/404/', { token, json: [] }, 404, 'not_found'],
  [
    'a missing right before the body',
    'PUT',
    '/api/things/403/',
    { token, json: [] },
    403,
    'permission_denied',
  ],
  ['an id that is no number', 'GET', '/api/things/abc/', {}, 404, 'not_found'],
  ['an id that is huge', 'GET', '/api/things/99999999999999999999/', {}, 404, 'not_found'],
  ['an unknown resource', 'GET', '/api/nothing/', {}, 404, 'not_found'],
  ['an unknown path of a known resource', 'GET', '/api/things/1/nothing/', {}, 404, 'not_found'],
  ['letters of another case in the path', 'GET', '/api/Things/', {}, 404, 'not_found'],
];

for (const [title, method, path, options, status, code] of refusals) {
  test(`refuses ${title}`, async (t) => {
    const response = await server.request(method, path, options);

    t.is(response.status, status);
    t.like(response.json, { type: 'client_error', errors: [{ code, attr: null }] });
    t.is(response.json.detail, response.json.errors[0].detail);
    t.is(response.headers.get('www-authenticate'), status === 401 ? 'Token' : null);
  });
}

for (const scheme of ['Token', 'token', 'BEARER']) {
  test(`takes the token after "${scheme}"`, async (t) => {
    const response = await server.get('/api/private/', headers(`${scheme} ${token}`));

    t.is(response.status, 200);
  });
}

test('a token in the query or the body counts for nothing', async (t) => {
  const response = await server.get(`/api/private/?token=${token}&access_token=${token}`);

  t.is(response.status, 401);
});

test('every path is served with and without its final slash', async (t) => {
  for (const path of ['/api/things', '/api/things/', '/api/things/1', '/api/things/1/']) {
    const response = await server.get(path);

    t.is(response.status, 200, path);
  }
});

for (const path of ['web', 'tools%2Fweb', 'tools%252Fweb', 'a%252Fb%252Fweb', 'tools%252fweb']) {
  test(`the component ${path} is taken apart and its URL leads back to it`, async (t) => {
    const response = await server.get(`/api/places/hello/${path}/`);
    const again = await server.get(response.json.url.replace('/api/components/', '/api/places/'));

    const component = decodeURIComponent(decodeURIComponent(path));
    t.is(response.json.component, component);
    t.is(again.json.component, component);
  });
}

test('Allow names the methods of the path on every answer', async (t) => {
  const answers = await Promise.all([
    server.get('/api/things/1/'),
    server.get('/api/things/404/'),
    server.request('POST', '/api/things/1/', { token }),
    server.request('PUT', '/api/things/1/', {}),
  ]);

  for (const { headers: answered } of answers) {
    t.is(answered.get('allow'), 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS');
  }
});

test('answers say what they depend on', async (t) => {
  const response = await server.get('/api/things/1/');

  t.is(response.headers.get('vary'), 'Accept, Accept-Language, Authorization, Cookie');
  t.is(response.headers.get('content-language'), 'en');
  t.is(response.headers.get('content-type'), 'application/json');
});

test('HEAD is GET without a body', async (t) => {
  const response = await server.request('HEAD', '/api/things/1/');

  t.is(response.status, 200);
  t.is(response.text, '');
  t.is(response.headers.get('content-type'), 'application/json');
});

test('a created object is a 201 with its address', async (t) => {
  const response = await server.post('/api/things/', { token, json: { name: 'New' } });

  t.is(response.status, 201);
  t.is(response.headers.get('location'), `${server.url}/api/things/7/`);
});

test('a deletion is a 204 without a body', async (t) => {
  const response = await server.request('DELETE', '/api/things/1/', { token });

  t.is(response.status, 204);
  t.is(response.text, '');
});

test('a fault of the server says nothing about its inside', async (t) => {
  const response = await server.get('/api/broken/');

  t.is(response.status, 500);
  t.deepEqual(response.json, {
    type: 'server_error',
    errors: [{ code: 'error', detail: 'A server error occurred.', attr: null }],
    detail: 'A server error occurred.',
  });
});

test('OPTIONS describes the path, and the actions only to those who may do them', async (t) => {
  const anonymous = await server.request('OPTIONS', '/api/things/');
  const signedIn = await server.request('OPTIONS', '/api/things/', { token });
  const forbidden = await server.request('OPTIONS', '/api/things/403/', { token });
  const unknown = await server.request('OPTIONS', '/api/things/404/', { token });

  t.deepEqual(anonymous.json.renders, ['application/json', 'text/html', 'text/csv']);
  t.is(anonymous.json.name, 'List things');
  t.is(anonymous.json.actions, undefined);
  t.deepEqual(Object.keys(signedIn.json.actions), ['POST']);
  t.deepEqual(signedIn.json.actions.POST.name, {
    type: 'string',
    required: true,
    read_only: false,
    label: 'Name',
    max_length: 10,
  });
  t.like(signedIn.json.actions.POST.id, { type: 'integer', required: false, read_only: true });
  t.deepEqual(
    signedIn.json.actions.POST.style.choices.map(({ value }: { value: string }) => value),
    ['merge', 'rebase'],
  );
  t.is(forbidden.status, 200);
  t.is(forbidden.json.actions, undefined);
  t.is(unknown.status, 404);
});
