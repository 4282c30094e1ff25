import { testCheck } from '../../helpers/check-table.ts';

const url = { flags: 'url' };

testCheck('url', [
  ['http://x.org', 'y.org', true, url],
  ['http://x.org', '', true, url],
  ['http://x.org', 'mailto:me@x.org', true, url],
  ['http://x.org', 'http://intranet/', true, url],
  ['http://x.org', 'http://x.org/a b', true, url],
  ['http://x.org', 'http://x.org:99999/', true, url],
  ['http://x.org', 'http://1.2.3.400/', true, url],
  ['http://x.org', 'http://-x.org', true, url],
  ['http://x.org', 'javascript://x.org/%0aalert(1)', true, url],
  ['http://x.org', `http://x.org/${'a'.repeat(2048)}`, true, url],
  ['http://x.org', 'https://y.org/z', false, url],
  ['http://x.org', 'HTTP://Y.ORG?q=1#a', false, url],
  ['http://x.org', 'ftps://user:password@files.x.org:2121/', false, url],
  ['http://x.org', 'http://localhost:8080', false, url],
  ['http://x.org', 'http://127.0.0.1/', false, url],
  ['http://x.org', 'http://[::1]/', false, url],
  ['http://x.org', 'https://příklad.cz/', false, url],
  ['', 'anything', false, url],
  ['http://x.org', 'y.org', false],
]);
