import type { Knex } from 'knex';

/** Accounts that stand for the server's own work; nobody can sign in as one. */
const bots = {
  'repository:source-change': 'Source change',
  'repository:file-sync': 'File synchronisation',
  'checks:enforced': 'Enforced checks',
} as const;

export type BotName = keyof typeof bots;

/** Id of the bot's account, which is made when it is first needed. */
export async function botId(trx: Knex.Transaction, name: BotName): Promise<number> {
  const found = await trx('users').where({ username: name }).first('id');
  if (found) {
    return found.id;
  }
  await trx('users')
    .insert({
      username: name,
      full_name: bots[name],
      is_bot: 1,
      is_active: 0,
      date_joined: Date.now(),
    })
    .onConflict('username')
    .ignore();
  const made = await trx('users').where({ username: name }).first('id');
  return made.id;
}
