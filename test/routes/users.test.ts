import test from 'ava';
import { User } from '../../models/user.ts';
import { forEachServer } from '../helpers/server.ts';

forEachServer(test, (name, server) => {
  test(name('whoever is signed in sees his own record, whole'), async (t) => {
    const token = await server().createUser('ana', { full_name: 'Ana Nova' });
    const user = await User.named(server().db.reader, 'ana');
    const { url } = server();

    const { status, json } = await server().get('/api/users/ana/', { token });

    t.is(status, 200);
    t.deepEqual(json, {
      id: user!.id,
      username: 'ana',
      full_name: 'Ana Nova',
      email: 'ana@example.com',
      groups: [],
      is_superuser: false,
      is_active: true,
      is_bot: false,
      date_joined: `${new Date(user!.date_joined).toISOString().slice(0, -1)}000Z`,
      date_expires: null,
      last_login: null,
      url: `${url}/api/users/ana/`,
      statistics_url: `${url}/api/users/ana/statistics/`,
    });
    t.deepEqual((await server().get('/api/users/', { token })).json.results, [json]);
  });

  test(name('of others he sees who they are; those who manage users see all'), async (t) => {
    const token = await server().createUser('bob');
    await server().createUser('old.user', { is_active: false });

    const other = await server().get('/api/users/old.user/', { token });
    const all = await server().get('/api/users/old.user', { token: server().admin });

    t.deepEqual(Object.keys(other.json), ['id', 'full_name', 'username']);
    t.is(all.json.email, 'old.user@example.com');
  });

  test(name('anonymous callers find nobody'), async (t) => {
    await server().createUser('carl');

    t.is((await server().get('/api/users/')).json.count, 0);
    t.is((await server().get('/api/users/?username=ca')).json.count, 0);
    t.is((await server().get('/api/users/carl/')).status, 404);
    t.is((await server().get('/api/users/carl/statistics/')).status, 404);
  });

  test(
    name('a search by the beginning of usernames gives basic records and asks for two letters'),
    async (t) => {
      const token = await server().createUser('dora');
      await server().createUser('dorothy');
      await server().createUser('Doris');
      const found = async (query: string) =>
        (await server().get(`/api/users/?${query}`, { token })).json.results.map(
          ({ username }: { username: string }) => username,
        );

      t.deepEqual(await found('username=do'), ['dora', 'dorothy']);
      t.deepEqual(await found('username=d'), []);
      t.deepEqual(await found('username=do%25'), []);
      const { json } = await server().get('/api/users/?username=doroth', { token });
      t.deepEqual(Object.keys(json.results[0]), ['id', 'full_name', 'username']);
    },
  );

  test(name('those who manage users filter them'), async (t) => {
    const { admin } = server();
    await server().createUser('eva');
    const eva = await User.named(server().db.reader, 'eva');
    const token = await server().createUser('evan', { is_active: false });
    const found = async (query: string) =>
      (await server().get(`/api/users/?${query}`, { token: admin })).json.results.map(
        ({ username }: { username: string }) => username,
      );

    t.deepEqual(await found('username=ev'), ['eva', 'evan']);
    t.deepEqual(await found('username=ev&is_active=false'), ['evan']);
    t.deepEqual(await found('email=EVA@example.com'), ['eva']);
    t.deepEqual(await found(`id=${eva!.id}`), ['eva']);
    const bad = await server().get('/api/users/?id=x', { token: admin });
    t.like(bad.json, { errors: [{ code: 'invalid', attr: 'id' }] });
    t.is((await server().get('/api/users/', { token })).status, 401);
  });

  test(name('the e-mail filter of others is ignored'), async (t) => {
    const token = await server().createUser('fay');

    const { json } = await server().get('/api/users/?email=admin@example.com', { token });

    t.deepEqual(
      json.results.map(({ username }: { username: string }) => username),
      ['fay'],
    );
  });

  test(name('statistics of any user are for everybody who is signed in'), async (t) => {
    const token = await server().createUser('gus', { translated: 12, suggested: 1 });

    const { json } = await server().get('/api/users/gus/statistics/', { token });

    t.deepEqual(json, { translated: 12, suggested: 1, uploaded: 0, commented: 0, languages: 0 });
  });
});
