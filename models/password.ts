import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** About a tenth of a second and 32 MB for each guess. */
const cost = { N: 2 ** 15, r: 8, p: 1 };
const keyLength = 32;

/** What to store of a password: `scrypt$N$r$p$salt$hash`, the last two in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  const { N, r, p } = cost;
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
}

/**
 * Whether it is the password of which `stored` was made. Without a stored one (null) it works as long and says no, so
 * that time does not tell which accounts exist.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [kind, N, r, p, salt = '', hash = ''] = (stored ?? '').split('$');
  if (kind !== 'scrypt') {
    await derive(password, Buffer.alloc(16), cost);
    return false;
  }
  const expected = Buffer.from(hash, 'base64');
  const key = await derive(password, Buffer.from(salt, 'base64'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return key.length === expected.length && timingSafeEqual(key, expected);
}

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  // What looks alike on the screen must be the same password, however the keyboard composes it.
  const text = password.normalize('NFKC');
  return new Promise((resolve, reject) => {
    scrypt(text, salt, keyLength, { ...options, maxmem: 64 * 1024 * 1024 }, (error, key) => {
      if (error) {
        reject(error);
      } else {
        resolve(key);
      }
    });
  });
}
