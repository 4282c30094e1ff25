import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { Database } from '../models/database.ts';
import { hashPassword } from '../models/password.ts';
import { User } from '../models/user.ts';
import { UsageError } from './command.ts';
import { Failure } from './failure.ts';

export interface NewAccount {
  username: string;
  fullName: string;
  email: string;
  isSuperuser: boolean;
}

/** Adds an account and gives its generated password. @throws {Failure} when its name or address is taken. */
export async function createAccount(db: Database, account: NewAccount): Promise<string> {
  const email = account.email.toLowerCase();
  if (!/^(?!\.)[\w@.+-]{1,150}$/.test(account.username)) {
    throw new UsageError('a user name has letters, digits, "@", ".", "+", "-" and "_", and no dot in front');
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 190) {
    throw new UsageError(`"${account.email}" is no mail address`);
  }
  const { password, hash } = await newPassword();
  await db.transaction(async (trx) => {
    await expectFree(trx, account.username, email);
    await User.query(trx).insert({
      username: account.username,
      full_name: account.fullName,
      email,
      password: hash,
      is_superuser: account.isSuperuser,
      is_active: true,
      is_bot: false,
      date_joined: Date.now(),
    });
  });
  return password;
}

/** Gives the account a new, generated password. */
export async function renewPassword(db: Database, username: string): Promise<string> {
  const { password, hash } = await newPassword();
  await db.transaction(async (trx) => {
    const { id } = await findAccount(trx, username);
    await User.query(trx).findById(id).patch({ password: hash });
  });
  return password;
}

/** @throws {Failure} when there is none of that name, or it is one nobody can use. */
export async function findAccount(trx: Knex.Transaction, username: string): Promise<User> {
  const user = await User.named(trx, username);
  if (!user) {
    throw new Failure(`there is no account ${username}`);
  }
  if (!user.is_active) {
    throw new Failure(`the account ${username} is not active`);
  }
  return user;
}

async function expectFree(trx: Knex.Transaction, username: string, email: string): Promise<void> {
  const taken = await User.query(trx).where({ username }).orWhere({ email }).first();
  if (taken) {
    const what = taken.username === username ? `the name ${username}` : `the address ${email}`;
    throw new Failure(`another account has ${what}`);
  }
}

/** Hashing takes long on purpose, so it comes before the transaction: a running server is waiting to write as well. */
async function newPassword(): Promise<{ password: string; hash: string }> {
  const password = randomBytes(15).toString('base64url');
  return { password, hash: await hashPassword(password) };
}
