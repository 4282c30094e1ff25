import test from 'ava';
import { addComponent, addLanguage, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

/** A component with two strings in Czech and one in German. */
async function scene(server: TestServer, slug: string) {
  const { db } = server;
  const component = await addComponent(db, await addProject(db, slug), 'web');
  await addLanguage(db, 'cs', { forms: 3 });
  const strings = ['Hello', 'Bye'].map((text) => ({ source: [text], target: [''] }));
  const czech = await unitsOf(db, await addTranslation(db, component, 'cs', strings));
  const german = await unitsOf(db, await addTranslation(db, component, 'de', strings.slice(1)));
  const user = await server.createUser(slug);
  const save = ({ id }: { id: number }, text: string, token = user) =>
    server.request('PATCH', `/api/units/${id}/`, { token, json: { target: [text], state: 20 } });
  const events = async () => {
    const { json } = await server.get(`/api/components/${slug}/web/changes/`);
    return json.results
      .map(({ action, translation }: { action: number; translation: string | null }) => {
        const code = translation === null ? 'all' : translation.split('/').at(-2);
        return `${action} ${code}`;
      })
      .reverse();
  };
  return { czech, german, save, events };
}

forEachServer(test, (name, server) => {
  test(name('the first edit of a translation by a user is told, later ones are not'), async (t) => {
    const { czech, german, save, events } = await scene(server(), 'first');
    const token = await server().createUser(`bot-${Date.now()}`, { is_bot: true });

    await save(czech[0]!, 'Ahoj');
    await save(czech[0]!, 'Nazdar');
    await save(german[0]!, 'Hallo', token);
    await save(czech[0]!, 'Čau', server().admin);

    t.deepEqual(
      (await events()).filter((event: string) => event.startsWith('45')),
      ['45 cs', '45 cs'],
    );
  });

  test(name('completing a translation is told, and completing the component with it'), async (t) => {
    const { czech, german, save, events } = await scene(server(), 'complete');

    await save(czech[0]!, 'Ahoj');
    await save(czech[1]!, 'Sbohem');
    await save(czech[1]!, 'Nashle');
    await save(german[0]!, 'Tschüss');

    t.deepEqual(await events(), ['45 cs', '5 cs', '5 cs', '1 cs', '2 cs', '45 de', '5 de', '1 de', '75 all']);
  });

  test(name('uploads are no milestones, but their authors have contributed'), async (t) => {
    const { czech, save, events } = await scene(server(), 'batch');
    const file = new File(
      ['msgid ""\nmsgstr ""\n\nmsgid "Hello"\nmsgstr "Ahoj"\n\nmsgid "Bye"\nmsgstr "Pa"\n'],
      'cs.po',
    );
    const token = server().admin;

    const uploaded = await server().post('/api/translations/batch/web/cs/file/', {
      token,
      multipart: { file },
    });
    await save(czech[0]!, 'Nazdar', token);

    t.is(uploaded.json.accepted, 2, uploaded.text);
    t.deepEqual(
      (await events()).filter((event: string) => /^(?:1|45|75) /.test(event)),
      [],
    );
  });
});
