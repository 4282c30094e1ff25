import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { sampleEndpoints } from '../../helpers/sample-endpoints.ts';
import { type RequestOptions, startServer } from '../../helpers/server.ts';

const server = await startServer({ endpoints: sampleEndpoints });
const token = await server.createUser('ana');
test.after.always(() => server.close());

const all = {
  name: 'Web',
  note: 'ř "x"',
  enabled: true,
  size: 12,
  style: 'rebase',
  ids: [1, 2, 3],
  params: { a: [1] },
};
const form = {
  name: 'Web',
  note: 'ř "x"',
  enabled: 'true',
  size: '12',
  style: 'rebase',
  ids: ['1', '2', '3'],
  params: '{"a":[1]}',
};

for (const [kind, body] of [
  ['JSON', { json: all }],
  ['JSON of texts', { json: form }],
  ['a form', { form }],
  ['multipart', { multipart: form }],
] as [string, RequestOptions][]) {
  test(`${kind} says the same as the others`, async (t) => {
    const response = await server.post('/api/things/', { token, ...body });

    t.deepEqual(response.json, all);
  });
}

for (const [kind, body] of [
  ['JSON', { json: { name: '', size: 'x', ids: 'y' } }],
  ['a form', { form: { name: '', size: 'x', ids: 'y' } }],
  ['multipart', { multipart: { name: '', size: 'x', ids: 'y' } }],
] as [string, RequestOptions][]) {
  test(`wrong values in ${kind} are reported in both shapes`, async (t) => {
    const response = await server.post('/api/things/', { token, ...body });

    t.is(response.status, 400);
    t.deepEqual(response.json, {
      type: 'validation_error',
      errors: [
        { code: 'blank', detail: 'This field may not be blank.', attr: 'name' },
        { code: 'invalid', detail: 'A valid integer is required.', attr: 'size' },
        { code: 'invalid', detail: 'A valid integer is required.', attr: 'ids.0' },
      ],
      detail: 'This field may not be blank.',
      name: ['This field may not be blank.'],
      size: ['A valid integer is required.'],
      ids: { 0: ['A valid integer is required.'] },
    });
  });
}

test('a form with more than a thousand repeated keys stays a list', async (t) => {
  const ids = Array.from({ length: 1500 }, (_, index) => String(index));

  const response = await server.post('/api/things/', { token, form: { name: 'Web', ids } });

  t.is(response.json.ids.length, 1500);
});

test('an empty body reports the required keys, and changes nothing in a PATCH', async (t) => {
  const put = await server.request('PUT', '/api/things/1/', { token });
  const patch = await server.request('PATCH', '/api/things/1/', { token });

  t.like(put.json, { errors: [{ code: 'required', attr: 'name' }] });
  t.is(patch.status, 200);
  t.deepEqual(patch.json, {});
});

for (const [title, json] of [
  ['a list', []],
  ['a text', 'x'],
  ['a number', 5],
  ['null', null],
] as const) {
  test(`${title} as JSON body is refused as a whole`, async (t) => {
    const response = await server.post('/api/things/', { token, json });

    t.is(response.status, 400);
    t.like(response.json, {
      type: 'validation_error',
      errors: [{ code: 'invalid', attr: 'non_field_errors' }],
    });
    t.truthy(response.json.non_field_errors);
  });
}

test('broken JSON is a parse error', async (t) => {
  const response = await server.post('/api/things/', {
    token,
    raw: '{"name":',
    headers: { 'Content-Type': 'application/json' },
  });

  t.is(response.status, 400);
  t.like(response.json, { type: 'client_error', errors: [{ code: 'parse_error', attr: null }] });
  t.regex(response.json.detail, /^JSON parse error - /);
});

test('other content types are not taken', async (t) => {
  const response = await server.post('/api/things/', {
    token,
    raw: 'name=Web',
    headers: { 'Content-Type': 'text/plain' },
  });

  t.is(response.status, 415);
  t.like(response.json, {
    errors: [{ code: 'unsupported_media_type', detail: 'Unsupported media type "text/plain" in request.' }],
  });
});

test('JSON of more than a megabyte is refused', async (t) => {
  const response = await server.post('/api/things/', {
    token,
    json: { name: 'Web', note: 'x'.repeat(1 << 20) },
  });

  t.is(response.status, 413);
});

test('a multipart body without its boundary is the mistake of the client', async (t) => {
  const response = await server.post('/api/things/', {
    token,
    raw: 'x',
    headers: { 'Content-Type': 'multipart/form-data' },
  });

  t.is(response.status, 400);
  t.like(response.json, { errors: [{ code: 'parse_error' }] });
});

test('an uploaded file lies in the uploads folder while its request runs, and no longer', async (t) => {
  const file = new File(['msgid ""'], 'cs.po');

  const response = await server.post('/api/things/1/file/', { token, multipart: { file, note: 'x' } });

  t.like(response.json, { name: 'cs.po', size: 8, text: 'msgid ""', note: 'x' });
  t.true(response.json.path.startsWith(join(server.database.folder, 'uploads')));
  await t.throwsAsync(access(response.json.path), { code: 'ENOENT' });
});

test('a raw body with a file name is a file', async (t) => {
  const response = await server.post('/api/things/1/file/', {
    token,
    raw: 'msgid ""',
    headers: { 'Content-Type': 'text/x-po', 'Content-Disposition': 'attachment; filename="../cs.po"' },
  });

  t.like(response.json, { name: 'cs.po', size: 8, text: 'msgid ""' });
});

for (const [title, body, code] of [
  ['no file', { multipart: { note: 'x' } }, 'required'],
  ['a text for a file', { multipart: { file: 'x' } }, 'invalid'],
  ['a text for a file in JSON', { json: { file: 'x' } }, 'invalid'],
  ['an empty file', { multipart: { file: new File([], 'cs.po') } }, 'empty'],
  [
    'a file of more than 50 MB',
    { multipart: { file: new File(['x'.repeat(51 << 20)], 'cs.po') } },
    'invalid',
  ],
] as [string, RequestOptions, string][]) {
  test(`${title} is refused on the field`, async (t) => {
    const response = await server.post('/api/things/1/file/', { token, ...body });

    t.is(response.status, 400);
    t.like(response.json, { type: 'validation_error', errors: [{ code, attr: 'file' }] });
  });
}

test.serial('refused uploads leave nothing behind', async (t) => {
  await server.post('/api/things/1/file/', {
    token,
    multipart: { file: new File(['x'.repeat(51 << 20)], 'cs.po') },
  });
  await server.post('/api/things/1/file/', {
    token,
    multipart: { file: new File(['x'], 'cs.po'), note: 'n'.repeat(2 << 20) },
  });

  t.deepEqual(await readdir(join(server.database.folder, 'uploads')), []);
});
