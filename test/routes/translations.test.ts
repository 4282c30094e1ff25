import test from 'ava';
import { addComponent, addLanguage, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';
import { forEachServer } from '../helpers/server.ts';

forEachServer(test, (name, server) => {
  test(name('a translation is shown with its numbers and links'), async (t) => {
    const { db, url } = server();
    const component = await addComponent(db, await addProject(db, 'shape'), 'web');
    await addLanguage(db, 'pt_BR');
    const { id } = await addTranslation(
      db,
      component,
      'pt_BR',
      [
        { source: ['Hello world'], target: ['Olá mundo'] },
        { source: ['Bye'], target: ['Tchau'], state: 10, has_failing_check: true },
        { source: ['Yes'], target: [''], has_comment: true },
      ],
      { language_code: 'pt-BR', filename: 'po/pt-BR.po', revision: 'abc' },
    );
    const own = `${url}/api/translations/shape/web/pt_BR/`;

    const { json } = await server().get(own);

    const { component: shownComponent, language, ...rest } = json;
    t.is(shownComponent.slug, 'web');
    t.is(language.code, 'pt_BR');
    t.deepEqual(rest, {
      id,
      language_code: 'pt-BR',
      filename: 'po/pt-BR.po',
      revision: 'abc',
      is_template: false,
      is_source: false,
      total: 3,
      total_words: 4,
      translated: 1,
      translated_words: 2,
      translated_percent: 33.3,
      fuzzy: 1,
      fuzzy_words: 1,
      fuzzy_percent: 33.3,
      failing_checks: 1,
      failing_checks_words: 1,
      failing_checks_percent: 33.3,
      have_suggestion: 0,
      have_comment: 1,
      last_change: null,
      last_author: null,
      web_url: `${url}/projects/shape/web/pt_BR/`,
      share_url: `${url}/engage/shape/-/pt_BR/`,
      translate_url: `${url}/translate/shape/web/pt_BR/`,
      url: own,
      repository_url: `${own}repository/`,
      file_url: `${own}file/`,
      statistics_url: `${own}statistics/`,
      changes_list_url: `${own}changes/`,
      units_list_url: `${own}units/`,
    });
    t.is((await server().get('/api/translations/shape/web/pt-BR/')).status, 404);
  });

  test(name('statistics of a translation have the names of the language and both links'), async (t) => {
    const { db, url } = server();
    const component = await addComponent(db, await addProject(db, 'stats'), 'web');
    await addTranslation(db, component, 'cs', [{ source: ['Hello'], target: ['Ahoj'] }]);

    const { json } = await server().get('/api/translations/stats/web/cs/statistics/');

    t.like(json, {
      total: 1,
      translated_percent: 100,
      name: 'cs',
      code: 'cs',
      url: `${url}/projects/stats/web/cs/`,
      url_translate: `${url}/translate/stats/web/cs/`,
      translate_url: `${url}/translate/stats/web/cs/`,
    });
  });

  test(name('units of a translation come by id, a hundred on a page'), async (t) => {
    const { db } = server();
    const component = await addComponent(db, await addProject(db, 'many'), 'web');
    const strings = Array.from({ length: 130 }, (_, index) => ({
      source: [`String ${index}`],
      target: [''],
    }));
    const translation = await addTranslation(db, component, 'cs', strings);
    const ids = (await unitsOf(db, translation)).map(({ id }) => id);
    const shown = async (query: string) => {
      const { json } = await server().get(`/api/translations/many/web/cs/units/?${query}`);
      t.is(json.count, 130);
      return json.results.map(({ id }: { id: number }) => id);
    };

    t.deepEqual(await shown(''), ids.slice(0, 100));
    t.deepEqual(await shown('page=2'), ids.slice(100));
    t.deepEqual(await shown('page_size=20&page=last'), ids.slice(120));
    t.deepEqual(await shown('page_size=99999'), ids);
  });

  test(name('a search narrows the units; one that cannot be read is refused'), async (t) => {
    const { db } = server();
    const component = await addComponent(db, await addProject(db, 'search'), 'web');
    await addTranslation(db, component, 'cs', [
      { source: ['Hello world'], target: ['Ahoj světe'] },
      { source: ['Bye world'], target: [''] },
      { source: ['Yes'], target: ['Ano'], state: 10 },
    ]);
    const found = async (q: string) => {
      const { json } = await server().get(
        `/api/translations/search/web/cs/units/?q=${encodeURIComponent(q)}`,
      );
      return json.results.map(({ source }: { source: string[] }) => source[0]);
    };

    t.deepEqual(await found('world'), ['Hello world', 'Bye world']);
    t.deepEqual(await found('state:empty'), ['Bye world']);
    t.deepEqual(await found('is:needs-editing'), ['Yes']);
    t.deepEqual(await found('target:SVĚTE OR source:yes'), ['Hello world', 'Yes']);
    t.deepEqual(await found(''), ['Hello world', 'Bye world', 'Yes']);
    for (const q of ['nothing:here', 'state:x', 'NOT', '(']) {
      const { status, json } = await server().get(
        `/api/translations/search/web/cs/units/?q=${encodeURIComponent(q)}`,
      );
      t.is(status, 400, q);
      t.like(json, { type: 'validation_error', errors: [{ code: 'invalid', attr: 'q' }] });
    }
  });

  test(name('the list of all translations and units is that of what the caller sees'), async (t) => {
    const { db, admin } = server();
    const project = await addProject(db, 'private', { access_control: 100 });
    const component = await addComponent(db, project, 'web');
    await addTranslation(db, component, 'cs', [{ source: ['Secret'], target: ['Tajné'] }]);
    const count = async (path: string, token?: string) =>
      (await server().get(path, token ? { token } : {})).json.count;

    t.is(await count('/api/units/?q=source:=Secret'), 0);
    t.is(await count('/api/units/?q=source:=Secret', admin), 1);
    t.is(await count('/api/units/?q=project:private', admin), 1);
    t.true((await count('/api/translations/', admin)) > (await count('/api/translations/')));
  });
});
