import test from 'ava';
import { addCategory, addComponent, addProject, addTranslation } from '../helpers/rows.ts';
import { forEachServer } from '../helpers/server.ts';

forEachServer(test, (name, server) => {
  test(name('metrics of a project are numbers by component and language, in three forms'), async (t) => {
    const { db, admin } = server();
    const project = await addProject(db, 'measured');
    const tools = await addCategory(db, project, 'tools');
    const fields = { category_id: tools.id, path: 'measured/tools/web' };
    const web = await addComponent(db, project, 'web', fields);
    const hidden = await addComponent(db, project, 'hidden', { restricted: true });
    await addTranslation(db, web, 'cs', [
      { source: ['One two'], target: ['Jedna dvě'] },
      { source: ['Three'], target: [''] },
    ]);
    await addTranslation(db, hidden, 'cs');

    const { json } = await server().get('/api/projects/measured/metrics/');
    const all = await server().get('/api/projects/measured/metrics/', { token: admin });
    const text = await server().get('/api/projects/measured/metrics/?format=openmetrics');
    const table = await server().get('/api/projects/measured/metrics/?format=csv');

    t.deepEqual(Object.keys(json), ['tools/web']);
    t.like(json['tools/web'].cs, { total: 2, total_words: 3, translated: 1, translated_words: 2 });
    t.deepEqual(Object.keys(all.json), ['hidden', 'tools/web']);
    const lines = text.text.split('\n');
    t.true(lines.includes('dragoman_translated{component="tools/web",language="cs"} 1'));
    t.true(lines.includes('# TYPE dragoman_translated gauge'));
    t.is(lines.at(-2), '# EOF');
    t.regex(table.text, /^tools\/web\.cs\.total,/);
  });

  test(
    name('metrics of a project without components are empty, and of a hidden one not there'),
    async (t) => {
      const { db } = server();
      await addProject(db, 'bare');
      await addProject(db, 'private', { access_control: 100 });

      const { json } = await server().get('/api/projects/bare/metrics/');
      const text = await server().get('/api/projects/bare/metrics/?format=openmetrics');

      t.deepEqual(json, {});
      t.is(text.text, '# EOF\n');
      t.is((await server().get('/api/projects/private/metrics/')).status, 404);
    },
  );
});
