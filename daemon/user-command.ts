import { parseArgs } from 'node:util';
import type { Database } from '../models/database.ts';
import { User } from '../models/user.ts';
import { createAccount, renewPassword } from './account.ts';
import { type Terminal, UsageError } from './command.ts';
import { readConfig } from './config.ts';
import { withDatabase } from './storage.ts';

/** `user create`, `user list`, `user password`. Passwords are generated and shown once. */
export async function userCommand(args: string[], { env, print }: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'full-name': { type: 'string' }, superuser: { type: 'boolean', default: false } },
  });
  const work = chooseWork(positionals, { fullName: values['full-name'], isSuperuser: values.superuser });
  for (const line of await withDatabase(readConfig(env), work)) {
    print(line);
  }
  return 0;
}

interface Details {
  fullName: string | undefined;
  isSuperuser: boolean;
}

function chooseWork(
  words: string[],
  { fullName, isSuperuser }: Details,
): (db: Database) => Promise<string[]> {
  const [action, username = '', email = ''] = words;
  if (action === 'list' && words.length === 1) {
    return listAccounts;
  }
  if (action === 'password' && words.length === 2) {
    return async (db) => [await renewPassword(db, username)];
  }
  if (action === 'create' && words.length === 3) {
    const account = { username, fullName: fullName ?? username, email, isSuperuser };
    return async (db) => [await createAccount(db, account)];
  }
  throw new UsageError('expected "create" with a name and a mail address, "list", or "password" with a name');
}

async function listAccounts(db: Database): Promise<string[]> {
  const users = await User.query(db.reader).orderBy('username');
  return users.map(({ username, email, full_name, is_superuser, is_active, is_bot }) => {
    const marks = [is_superuser && 'superuser', is_bot && 'bot', !is_active && 'inactive'].filter(Boolean);
    return [username, email ?? '-', full_name, ...marks].join('\t');
  });
}
