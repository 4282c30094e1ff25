import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Credentials } from './repository-url.ts';

const algorithm = 'aes-256-gcm';
const version = 'v1';

/** Encrypts credentials for `repo_secret` and `push_secret`. @param key 32 bytes, from the data folder */
export function sealCredentials(credentials: Credentials, key: Uint8Array): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, key, nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(credentials), 'utf8'), cipher.final()]);
  return [version, ...[nonce, cipher.getAuthTag(), text].map((part) => part.toString('base64'))].join('.');
}

/** @throws {Error} when the text was made with another key, or changed since */
export function openCredentials(sealed: string, key: Uint8Array): Credentials {
  const [mark, nonce = '', tag = '', text = ''] = sealed.split('.');
  if (mark !== version) {
    throw new Error('stored credentials are of an unknown kind');
  }
  const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64'));
  decipher.setAuthTag(Buffer.from(tag, 'base64'));
  const plain = Buffer.concat([decipher.update(Buffer.from(text, 'base64')), decipher.final()]);
  const { username, password } = JSON.parse(plain.toString('utf8'));
  return { username, password };
}
