import { parseArgs } from 'node:util';
import { createToken } from '../models/api-token.ts';
import { findAccount } from './account.ts';
import { type Terminal, UsageError } from './command.ts';
import { readConfig } from './config.ts';
import { withDatabase } from './storage.ts';

/** `token new USERNAME`: a new token, shown this once; the account's old one ends with it. */
export async function tokenCommand(args: string[], { env, print }: Terminal): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [action, username, ...rest] = positionals;
  if (action !== 'new' || username === undefined || rest.length > 0) {
    throw new UsageError('expected "new" and a user name');
  }
  const token = await withDatabase(readConfig(env), (db) =>
    db.transaction(async (trx) => createToken(trx, (await findAccount(trx, username)).id)),
  );
  print(token);
  return 0;
}
