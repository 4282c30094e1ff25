import { randomBytes } from 'node:crypto';
import test from 'ava';
import { openCredentials, sealCredentials } from '../../../actors/repository-secret.ts';

const credentials = { username: 'robot', password: 'žluťoučký: "kůň"' };

test('sealed credentials open with the same key, and do not show', (t) => {
  const key = randomBytes(32);

  const sealed = sealCredentials(credentials, key);

  t.deepEqual(openCredentials(sealed, key), credentials);
  t.false(sealed.includes(Buffer.from(credentials.password).toString('base64')));
});

test('the same credentials never look the same', (t) => {
  const key = randomBytes(32);

  t.not(sealCredentials(credentials, key), sealCredentials(credentials, key));
});

test('another key opens nothing', (t) => {
  const sealed = sealCredentials(credentials, randomBytes(32));

  t.throws(() => openCredentials(sealed, randomBytes(32)));
});
