import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { createToken } from './api-token.ts';
import type { Database } from './database.ts';
import { hashPassword } from './password.ts';
import { seedLanguages } from './seed-languages.ts';
import { anonymousName, User } from './user.ts';

/** What the first superuser signs in with; it can be shown this once. */
export interface FirstCredentials {
  username: string;
  password: string;
  token: string;
}

/**
 * Adds what every server has: languages with plurals and aliases, the anonymous account and, while there is no
 * superuser, `admin`. To be called at each start.
 * @param options.adminToken token of the first superuser, see tokenPattern; null: a random one
 */
export async function seed(
  db: Database,
  { adminToken = null }: { adminToken?: string | null } = {},
): Promise<FirstCredentials | null> {
  return db.transaction(async (trx) => {
    await oneAtATime(trx);
    await seedLanguages(trx);
    await seedAnonymous(trx);
    return seedSuperuser(trx, adminToken);
  });
}

/** Several processes may start on one MariaDB; the others wait here until the first is done. */
async function oneAtATime(trx: Knex.Transaction): Promise<void> {
  const name = 'seed';
  await trx('settings').insert({ name, value: 'true' }).onConflict('name').ignore();
  await trx('settings').where({ name }).forUpdate().first();
}

async function seedAnonymous(trx: Knex.Transaction): Promise<void> {
  if (!(await User.named(trx, anonymousName))) {
    await User.query(trx).insert({
      username: anonymousName,
      full_name: 'Anonymous',
      is_active: false,
      date_joined: Date.now(),
    });
  }
}

async function seedSuperuser(
  trx: Knex.Transaction,
  adminToken: string | null,
): Promise<FirstCredentials | null> {
  const username = 'admin';
  const superuser = await User.query(trx).findOne({ is_superuser: true });
  if (superuser || (await User.named(trx, username))) {
    return null;
  }
  const password = randomBytes(15).toString('base64url');
  const user = await User.query(trx).insert({
    username,
    full_name: 'Administrator',
    email: 'admin@example.com',
    password: await hashPassword(password),
    is_superuser: true,
    date_joined: Date.now(),
  });
  const token = await createToken(trx, user.id, adminToken ?? undefined);
  return { username, password, token };
}
