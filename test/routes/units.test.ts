import test from 'ava';
import { addComponent, addLanguage, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';
import { forEachServer } from '../helpers/server.ts';

forEachServer(test, (name, server) => {
  test(name('a unit is shown with all that is known of it'), async (t) => {
    const { db, url } = server();
    const project = await addProject(db, 'shape', { check_flags: 'safe-html' });
    const component = await addComponent(db, project, 'web', { check_flags: 'max-length:50, c-format' });
    await addLanguage(db, 'cs', { forms: 3, formula: 'n==1 ? 0 : n>=2 && n<=4 ? 1 : 2' });
    const string = { source: ['%d file', '%d files'], context: 'menu' };
    const source = await addTranslation(
      db,
      component,
      'en',
      [{ ...string, target: string.source, state: 100, extra_flags: 'priority:120' }],
      { is_source: true, filename: '' },
    );
    const translation = await addTranslation(db, component, 'cs', [
      {
        ...string,
        target: ['%d soubor', '%d soubory', '%d souborů'],
        id_hash: '8000000000000001',
        content_hash: '0000000000000000',
        location: 'src/a.c:14',
        note: 'Files',
        flags: 'max-length:80',
        pending: true,
        previous_source: ['%d item'],
        timestamp: Date.UTC(2024, 4, 1, 9, 30, 0, 120),
      },
    ]);
    const [unit] = await unitsOf(db, translation);
    const [sourceUnit] = await unitsOf(db, source);
    await db.writer('units').where('id', unit!.id).update({ source_unit_id: sourceUnit!.id });

    const { json } = await server().get(`/api/units/${unit!.id}/`);

    const { last_updated, ...rest } = json;
    t.regex(last_updated, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}000Z$/);
    t.deepEqual(rest, {
      id: unit!.id,
      translation: `${url}/api/translations/shape/web/cs/`,
      language_code: 'cs',
      source: ['%d file', '%d files'],
      previous_source: '%d item',
      target: ['%d soubor', '%d soubory', '%d souborů'],
      id_hash: '1',
      content_hash: '-9223372036854775808',
      location: 'src/a.c:14',
      context: 'menu',
      note: 'Files',
      flags: 'c-format, max-length:80, priority:120, safe-html',
      labels: [],
      state: 20,
      fuzzy: false,
      translated: true,
      approved: false,
      position: 1,
      has_suggestion: false,
      has_comment: false,
      has_failing_check: false,
      num_words: 4,
      source_unit: `${url}/api/units/${sourceUnit!.id}/`,
      priority: 100,
      web_url: `${url}/translate/shape/web/cs/?checksum=8000000000000001`,
      url: `${url}/api/units/${unit!.id}/`,
      explanation: '',
      extra_flags: '',
      pending: true,
      timestamp: '2024-05-01T09:30:00.120000Z',
      automatically_translated: false,
      checks: [],
    });
    const own = await server().get(`/api/units/${sourceUnit!.id}/`);
    t.is(own.json.source_unit, own.json.url);
  });

  test(name('an untranslated unit has one empty form, and unknown ones are not there'), async (t) => {
    const { db } = server();
    const component = await addComponent(db, await addProject(db, 'empty'), 'web');
    const translation = await addTranslation(db, component, 'cs', [{ source: ['Hi'], target: [''] }]);
    const [unit] = await unitsOf(db, translation);

    const { json } = await server().get(`/api/units/${unit!.id}/`);

    t.like(json, { state: 0, translated: false, fuzzy: false, previous_source: '' });
    t.deepEqual(json.target, ['']);
    t.is((await server().get('/api/units/99999999/')).status, 404);
    t.is((await server().get('/api/units/abc/')).status, 404);
  });
});
