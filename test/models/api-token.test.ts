import test from 'ava';
import { ApiToken, createToken, tokenPattern, userOfToken } from '../../models/api-token.ts';
import type { Database } from '../../models/database.ts';
import { User } from '../../models/user.ts';
import { forEachEngine } from '../helpers/database.ts';

forEachEngine(test, (name, database) => {
  test(name('a token names its user, and is stored as a digest only'), async (t) => {
    const { db } = database();
    const user = await addUser(db, 'ana');

    const token = await createToken(db.writer, user.id);

    t.regex(token, tokenPattern);
    t.is((await userOfToken(db.reader, token))?.username, 'ana');
    const stored = await ApiToken.query(db.reader).findOne({ user_id: user.id });
    t.regex(stored!.digest, /^[0-9a-f]{64}$/);
    t.false(JSON.stringify(stored).includes(token.slice(4)));
  });

  test(name('a new token voids the one before'), async (t) => {
    const { db } = database();
    const user = await addUser(db, 'ben');
    const old = await createToken(db.writer, user.id);

    const token = await createToken(db.writer, user.id);

    t.is(await userOfToken(db.reader, old), undefined);
    t.is((await userOfToken(db.reader, token))?.id, user.id);
  });

  test(name('a given token is used, one of another form refused'), async (t) => {
    const { db } = database();
    const user = await addUser(db, 'eva');
    const given = `wlu_${'aB3'.repeat(12)}`;

    await createToken(db.writer, user.id, given);

    t.is((await userOfToken(db.reader, given))?.id, user.id);
    t.is(await userOfToken(db.reader, given.toLowerCase()), undefined);
    await t.throwsAsync(createToken(db.writer, user.id, 'wlu_short'), { message: /16 to 100 letters/ });
  });

  test(name('the token goes with its user'), async (t) => {
    const { db } = database();
    const user = await addUser(db, 'ivo');
    const token = await createToken(db.writer, user.id);

    await User.query(db.writer).deleteById(user.id);

    t.is(await userOfToken(db.reader, token), undefined);
    t.is((await ApiToken.query(db.reader).where('user_id', user.id)).length, 0);
  });
});

function addUser(db: Database, username: string): Promise<User> {
  return User.query(db.writer).insertAndFetch({ username, full_name: username, date_joined: 1 }).execute();
}
