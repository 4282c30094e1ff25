import test from 'ava';
import { definitionOf, languageDefinitions } from '../../languages/definitions.ts';
import { userOfToken } from '../../models/api-token.ts';
import { Language } from '../../models/language.ts';
import { isPassword } from '../../models/password.ts';
import { seed } from '../../models/seed.ts';
import { writeSetting } from '../../models/setting.ts';
import { User } from '../../models/user.ts';
import { createDatabase, type Engine, forEachEngine } from '../helpers/database.ts';

forEachEngine(test, (name, _database, engine) => {
  test(
    name('the first start makes languages, the anonymous account and a superuser to sign in as'),
    async (t) => {
      const { db, credentials } = await seeded(t, engine);

      const admin = (await User.named(db.reader, 'admin'))!;
      t.true(admin.is_superuser);
      t.is(admin.email, 'admin@example.com');
      t.true(await isPassword(credentials!.password, admin.password));
      t.is((await userOfToken(db.reader, credentials!.token))?.id, admin.id);
      t.like(await User.named(db.reader, 'anonymous'), {
        is_active: false,
        password: null,
        is_superuser: false,
      });
      const czech = await Language.query(db.reader)
        .findOne({ code: 'cs' })
        .withGraphFetched('[plural, aliases]');
      t.like(czech, { name: 'Czech', direction: 'ltr' });
      t.is(czech?.plural?.number, 3);
      const aliases = [...definitionOf('cs')!.aliases].sort();
      t.deepEqual(
        czech?.aliases?.map(({ alias }) => alias),
        aliases,
      );
      t.true(aliases.length > 0);
      t.is(await Language.query(db.reader).resultSize(), languageDefinitions.length);
    },
  );

  test(name('the next starts add nothing and tell no credentials'), async (t) => {
    const { db } = await seeded(t, engine);
    const count = () =>
      Promise.all(
        ['users', 'languages', 'plurals', 'language_aliases'].map((table) =>
          db.reader(table).count({ rows: '*' }).first(),
        ),
      );
    const before = await count();

    t.is(await seed(db), null);

    t.deepEqual(await count(), before);
  });

  test(name('processes that start together make one superuser'), async (t) => {
    const { db, remove } = await createDatabase(engine);
    t.teardown(remove);

    const results = await Promise.all([seed(db), seed(db), seed(db)]);

    t.is(results.filter((credentials) => credentials !== null).length, 1);
    t.is(await User.query(db.reader).where('is_superuser', 1).resultSize(), 1);
  });

  test(name('the token of the settings is the first superuser’s'), async (t) => {
    const adminToken = `wlu_${'x'.repeat(36)}`;

    const { db, credentials } = await seeded(t, engine, adminToken);

    t.is(credentials?.token, adminToken);
    t.is((await userOfToken(db.reader, adminToken))?.username, 'admin');
  });

  test(name('an operator’s changes of a language stay until there are new definitions'), async (t) => {
    const { db } = await seeded(t, engine);
    await Language.query(db.writer).findOne({ code: 'cs' }).patch({ name: 'Bohemian' });
    await Language.query(db.writer).insert({ code: 'x-own', name: 'Own', direction: 'ltr' });
    const nameNow = async () => (await Language.coded(db.reader, 'cs'))?.name;

    await seed(db);
    const afterRestart = await nameNow();
    await writeSetting(db.writer, 'languages', 'definitions of an earlier version');
    await seed(db);
    const afterUpgrade = await nameNow();

    t.deepEqual([afterRestart, afterUpgrade], ['Bohemian', 'Czech']);
    t.is((await Language.coded(db.reader, 'x-own'))?.name, 'Own');
  });
});

async function seeded(t: { teardown(work: () => Promise<void>): void }, engine: Engine, adminToken?: string) {
  const { db, remove } = await createDatabase(engine);
  t.teardown(remove);
  const credentials = await seed(db, { adminToken: adminToken ?? null });
  return { db, credentials };
}
