import test from 'ava';
import { LanguageAlias } from '../../models/language.ts';
import { addComponent, addLanguage, addProject, addTranslation } from '../helpers/rows.ts';
import { forEachServer } from '../helpers/server.ts';

forEachServer(test, (name, server) => {
  test(name('all languages are listed, with plural and aliases, to everybody'), async (t) => {
    const { db, url } = server();
    const czech = await addLanguage(db, 'cs', {
      name: 'Czech',
      forms: 3,
      formula: 'n==1 ? 0 : 1',
      population: 10,
    });
    await LanguageAlias.query(db.writer).insert({ alias: 'cze', language_id: czech.id });

    const { status, json } = await server().get('/api/languages/?page_size=1000');

    t.is(status, 200);
    const shown = json.results.find(({ code }: { code: string }) => code === 'cs');
    t.like(shown, {
      id: czech.id,
      name: 'Czech',
      plural: { source: 0, number: 3, formula: 'n==1 ? 0 : 1', type: 1 },
      aliases: ['cze'],
      direction: 'ltr',
      population: 10,
      web_url: `${url}/languages/cs/`,
      url: `${url}/api/languages/cs/`,
      statistics_url: `${url}/api/languages/cs/statistics/`,
    });
  });

  test(name('a language is found by its exact code, and not by an alias'), async (t) => {
    const { db } = server();
    const chinese = await addLanguage(db, 'zh_Hant');
    await LanguageAlias.query(db.writer).insert({ alias: 'zh_tw', language_id: chinese.id });

    t.is((await server().get('/api/languages/zh_Hant/')).json.code, 'zh_Hant');
    t.is((await server().get('/api/languages/zh_Hant')).status, 200);
    t.is((await server().get('/api/languages/zh_tw/')).status, 404);
    t.is((await server().get('/api/languages/ZH_HANT/')).status, 404);
  });

  test(name('codes with an at sign are found at the URL that answers give'), async (t) => {
    await addLanguage(server().db, 'sr@latin');

    const { json } = await server().get('/api/languages/sr@latin/');

    t.true(json.url.endsWith('/api/languages/sr@latin/'));
    t.is((await server().get('/api/languages/sr%40latin/')).json.code, 'sr@latin');
  });

  test(name('statistics of a language count all projects, private ones too'), async (t) => {
    const { db, url } = server();
    const project = await addProject(db, 'secret', { access_control: 100 });
    const component = await addComponent(db, project, 'web');
    await addTranslation(db, component, 'de', [
      { source: ['Hello world'], target: ['Hallo Welt'] },
      { source: ['Bye'], target: [''] },
    ]);

    const { json } = await server().get('/api/languages/de/statistics/');

    t.like(json, {
      name: 'de',
      code: 'de',
      url: `${url}/languages/de/`,
      total: 2,
      total_words: 3,
      translated: 1,
      translated_words: 2,
      translated_percent: 50,
      translated_words_percent: 66.6,
      readonly_char_percent: 0,
      last_change: null,
      recent_changes: 0,
    });
  });

  test(name('a language nobody uses has statistics of nothing'), async (t) => {
    await addLanguage(server().db, 'eo');

    const { json } = await server().get('/api/languages/eo/statistics/');

    t.like(json, { total: 0, translated: 0, translated_percent: 0, approved_percent: 100 });
  });
});
