/** For the knex command line (`npx knex migrate:status`); the daemon migrates by itself at start. */
import { knexConfig } from './models/database-config.ts';

export const { client, connection, useNullAsDefault, migrations } = knexConfig({
  url: process.env.DRAGOMAN_DATABASE_URL || null,
  folder: process.env.DRAGOMAN_DATA || './data',
});
