import { migrate, openDatabase } from '../../models/database.ts';

/* A process that migrates the database of its arguments (URL or '', folder) and prints what it ran. */
const [url = '', folder = ''] = process.argv.slice(2);
const db = await openDatabase({ url: url === '' ? null : url, folder });
const names = await migrate(db);
await db.close();
process.stdout.write(`${names.join(' ')}\n`);
