import test from 'ava';
import { findDrift } from '../../models/drift.ts';
import { LanguageAlias } from '../../models/language.ts';
import { Plural } from '../../models/plural.ts';
import { Translation } from '../../models/translation.ts';
import { importComponent, poFile } from '../helpers/imported.ts';
import { addComponent, addLanguage, addProject, addTranslation } from '../helpers/rows.ts';
import { forEachServer, type TestResponse } from '../helpers/server.ts';

const problems = ({ json }: TestResponse) =>
  json.errors.map(({ attr, code }: Record<string, string>) => `${attr} ${code}`);

forEachServer(test, (name, server) => {
  for (const [title, options] of [
    ['JSON', { json: { code: 'xa', name: 'Xa', plural: { number: 3, formula: 'n%3' }, population: 7 } }],
    [
      'a form',
      { form: { code: 'xb', name: 'Xa', plural: '{"number": "3", "formula": "n%3"}', population: '7' } },
    ],
    [
      'multipart',
      { multipart: { code: 'xc', name: 'Xa', plural: '{"number":3,"formula":"n%3"}', population: '7' } },
    ],
  ] as const) {
    test(name(`a language is added by ${title}`), async (t) => {
      const { admin, url } = server();

      const { status, headers, json } = await server().post('/api/languages/', { token: admin, ...options });

      t.is(status, 201);
      t.is(headers.get('location'), `${url}/api/languages/${json.code}/`);
      t.like(json, { name: 'Xa', direction: 'ltr', population: 7, aliases: [] });
      t.like(json.plural, { number: 3, formula: 'n%3', source: 0 });
      t.deepEqual((await server().get(json.url)).json, json);
    });
  }

  test(name('what a new language leaves out follows from its code, or is as in English'), async (t) => {
    const { json } = await server().post('/api/languages/', {
      token: server().admin,
      json: { code: 'ku_Arab_XX', name: 'Kurdish', direction: '', plural: { number: 2 } },
    });

    t.like(json, { direction: 'rtl', population: 0 });
    t.like(json.plural, { number: 2, formula: 'n != 1' });
  });

  test(name('languages that cannot be added are refused on their keys'), async (t) => {
    await addLanguage(server().db, 'taken');
    const add = async (json: object) => {
      const response = await server().post('/api/languages/', { token: server().admin, json });
      t.is(response.status, 400, JSON.stringify(json));
      return problems(response);
    };
    const [code, plural] = ['fresh', { number: 2, formula: 'n != 1' }];

    t.deepEqual(await add({}), ['code required', 'plural required']);
    t.deepEqual(await add({ code, plural }), ['name invalid']);
    t.deepEqual(await add({ code, name: 'X', plural: {} }), ['plural invalid']);
    t.deepEqual(await add({ code, name: 'X', plural: null }), ['plural null']);
    t.deepEqual(await add({ code: 'taken', name: 'X', plural }), ['code invalid']);
    t.deepEqual(await add({ code: 'a--b', name: 'X', plural }), ['code invalid']);
    t.deepEqual(await add({ code: 'a'.repeat(51), name: 'n'.repeat(101), plural }), [
      'code max_length',
      'name max_length',
    ]);
    t.deepEqual(await add({ code, name: 'X', plural: { number: 11 } }), ['plural.number max_value']);
    t.deepEqual(await add({ code, name: 'X', plural: { formula: 'n +' } }), ['plural.formula invalid']);
    t.deepEqual(await add({ code, name: 'X', plural: { number: 2, formula: 'n' } }), [
      'plural.formula invalid',
    ]);
    t.deepEqual(await add({ code, name: 'X', plural, direction: 'up', population: -1 }), [
      'direction invalid_choice',
      'population min_value',
    ]);
    t.is((await server().get('/api/languages/fresh/')).status, 404);
  });

  test(name('languages are written by those with the right alone'), async (t) => {
    await addLanguage(server().db, 'guarded');
    const token = await server().createUser('linguist');

    for (const [method, path] of [
      ['POST', '/api/languages/'],
      ['PUT', '/api/languages/guarded/'],
      ['PATCH', '/api/languages/guarded/'],
      ['DELETE', '/api/languages/guarded/'],
    ] as const) {
      t.is((await server().request(method, path, { json: {} })).status, 401, method);
      t.is((await server().request(method, path, { token, json: {} })).status, 403, method);
    }
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const options = { token: server().admin, json: {} };
      t.is((await server().request(method, '/api/languages/nowhere/', options)).status, 404, method);
    }
  });

  test(name('a language is changed; aliases stay, and a new code moves it'), async (t) => {
    const { db, admin } = server();
    const language = await addLanguage(db, 'old', { name: 'Old', population: 3 });
    await addLanguage(db, 'other');
    await LanguageAlias.query(db.writer).insert({ alias: 'oldest', language_id: language.id });
    const patch = (json: object) => server().request('PATCH', '/api/languages/old/', { token: admin, json });

    t.like((await patch({})).json, { name: 'Old', population: 3 });
    t.deepEqual(problems(await patch({ code: 'other' })), ['code invalid']);
    t.deepEqual(problems(await patch({ name: '' })), ['name blank']);
    t.like((await patch({ name: 'New', direction: 'rtl', aliases: [] })).json, {
      name: 'New',
      direction: 'rtl',
      aliases: ['oldest'],
    });
    const put = await server().request('PUT', '/api/languages/old/', {
      token: admin,
      json: {
        code: 'new',
        name: 'Newest',
        direction: 'ltr',
        population: 5,
        plural: { number: 1, formula: '0' },
      },
    });
    t.is(put.status, 200);
    t.like(put.json, { id: language.id, code: 'new', name: 'Newest', population: 5 });
    t.like(put.json.plural, { number: 1, formula: '0' });
    t.is((await server().get('/api/languages/old/')).status, 404);
    t.is((await server().get('/api/languages/new/')).status, 200);
  });

  test(name('translations keep their number of forms when the language gets another rule'), async (t) => {
    const { db, admin } = server();
    const component = await addComponent(db, await addProject(db, 'plural'), 'web');
    const translation = await addTranslation(db, component, 'pl_X', [{ source: ['Hi'], target: ['Cześć'] }]);
    const set = (plural: object) =>
      server().request('PATCH', '/api/languages/pl_X/', { token: admin, json: { plural } });
    const before = (await server().get('/api/languages/pl_X/')).json.plural;

    const changed = await set({ number: 3, formula: 'n==1 ? 0 : n==2 ? 1 : 2' });
    const again = await set({ number: 3, formula: 'n==1 ? 0 : n==2 ? 1 : 2' });
    const back = await set({ number: 2, formula: 'n!=1' });

    t.like(changed.json.plural, { source: 0, number: 3 });
    t.not(changed.json.plural.id, before.id);
    t.deepEqual(again.json.plural, changed.json.plural);
    t.like(back.json.plural, { id: before.id, number: 2, formula: 'n!=1', source: 0 });
    const { plural_id } = await Translation.query(db.reader).findById(translation.id).throwIfNotFound();
    t.is(plural_id, before.id);
    const rules = await Plural.query(db.reader).where('language_id', translation.language_id);
    t.deepEqual(rules.map(({ source }) => source).toSorted(), [0, 2]);
  });

  test(name('a removed language takes its translations along, and all sums with them'), async (t) => {
    const { db, admin } = server();
    const component = await addComponent(db, await addProject(db, 'leaving'), 'web');
    const units = [{ source: ['Hi'], target: ['Ho'] }];
    await addTranslation(db, component, 'en', units, { is_source: true });
    await addTranslation(db, component, 'xx_Gone', units);
    const remove = () => server().request('DELETE', '/api/languages/xx_Gone/', { token: admin });

    const first = await remove();
    const second = await remove();

    t.is(first.status, 204);
    t.is(second.status, 404);
    t.is((await server().get('/api/translations/leaving/web/xx_Gone/')).status, 404);
    t.is((await server().get('/api/projects/leaving/statistics/')).json.total, 1);
    const languages = await server().get('/api/projects/leaving/languages/');
    t.deepEqual(
      languages.json.results.map(({ code }: { code: string }) => code),
      ['en'],
    );
    t.deepEqual(await findDrift(db), []);
  });

  test(name('edits that wait are written into their files before their language goes'), async (t) => {
    const { db, admin: token } = server();
    await addLanguage(db, 'fo');
    const { repository, path } = await importComponent(t, server(), 'parting', {
      'po/hello.pot': poFile({ Hello: '' }),
      'po/fo.po': poFile({ Hello: '' }),
    });
    const { json } = await server().get('/api/translations/parting/web/fo/units/', { token });
    await server().request('PATCH', json.results[0].url, { token, json: { target: ['Hey'], state: 20 } });

    const { status } = await server().request('DELETE', '/api/languages/fo/', { token });

    t.is(status, 204);
    t.is((await server().get('/api/translations/parting/web/fo/')).status, 404);
    await server().post(`${path}repository/`, { token, json: { operation: 'push' } });
    t.true((await repository.show('po/fo.po'))?.includes('msgstr "Hey"'));
  });

  test(name('a language that strings are translated from stays'), async (t) => {
    const { db, admin } = server();
    await addComponent(db, await addProject(db, 'rooted'), 'web');

    const { status } = await server().request('DELETE', '/api/languages/en/', { token: admin });

    t.is(status, 403);
    t.is((await server().get('/api/languages/en/')).status, 200);
  });
});
