import test from 'ava';
import { sampleEndpoints } from '../../helpers/sample-endpoints.ts';
import { startServer } from '../../helpers/server.ts';

const forwarded = {
  headers: { 'X-Forwarded-Host': 'l10n.example.org', 'X-Forwarded-Proto': 'https' },
};

test('URLs of answers begin with the configured address', async (t) => {
  const server = await startServer({
    endpoints: sampleEndpoints,
    config: { url: 'https://l10n.example.org/translate' },
  });
  t.teardown(() => server.close());

  const { json } = await server.get('/api/things/1/');

  t.is(json.url, 'https://l10n.example.org/translate/api/things/1/');
});

test('without one, with the origin that the client used', async (t) => {
  const server = await startServer({ endpoints: sampleEndpoints });
  t.teardown(() => server.close());

  const { json } = await server.get('/api/things/1/');
  const spoofed = await server.get('/api/things/1/', forwarded);

  t.is(json.url, `${server.url}/api/things/1/`);
  t.is(spoofed.json.url, `${server.url}/api/things/1/`);
});

test('a trusted proxy says what the client used', async (t) => {
  const server = await startServer({ endpoints: sampleEndpoints, proxies: ['127.0.0.0/8'] });
  t.teardown(() => server.close());

  const { json } = await server.get('/api/things/1/', forwarded);
  const broken = await server.get('/api/things/1/', { headers: { 'X-Forwarded-Host': 'a/b"c' } });

  t.is(json.url, 'https://l10n.example.org/api/things/1/');
  t.is(broken.json.url, `${server.url}/api/things/1/`);
});
