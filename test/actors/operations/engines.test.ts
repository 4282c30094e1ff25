import test from 'ava';
import { action } from '../../../models/actions.ts';
import { startActors, type TestActors } from '../../helpers/components.ts';
import { forEachEngine } from '../../helpers/database.ts';
import { gitRepository } from '../../helpers/git.ts';

const header = 'msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n';

function poFile(strings: Record<string, string>): string {
  const entries = Object.entries(strings).map(
    ([id, text]) => `\n# 1\n# 2\n# 3\n# 4\n# 5\nmsgid "${id}"\nmsgstr "${text}"\n`,
  );
  return header + entries.join('');
}

forEachEngine(test, (name, _database, engine) => {
  let actors: TestActors;
  test.before(async () => {
    actors = await startActors(engine);
  });
  test.after.always(() => actors?.close());

  test(name('strings go all the way from upstream to an edit and back'), async (t) => {
    const repository = await gitRepository(t, {
      'po/cs.po': poFile({ a: 'á', b: 'bé', c: 'cé', '🙂 %d': 'ž' }),
      'po/de.po': poFile({ a: 'a' }),
    });
    const component = await actors.createComponent(repository.url, { push: repository.url });
    const [ana, eva] = [await actors.addUser('Ana'), await actors.addUser('Eva')];
    await actors.edit(component, 'cs', 'a', 'Ana', { author: ana });
    await actors.edit(component, 'cs', 'b', 'Eva', { author: eva });
    await repository.commit({
      'po/cs.po': poFile({ a: 'á', b: 'bé', '🙂 %d': 'Ž', d: 'dé' }),
      'po/de.po': null,
      'po/fr.po': poFile({ a: 'à' }),
    });

    const result = await actors.run(component, 'push', {});

    t.deepEqual(result, { result: true });
    t.deepEqual(await actors.texts(component, 'cs'), { a: 'Ana', b: 'Eva', '🙂 %d': 'Ž', d: 'dé' });
    t.deepEqual(await actors.languagesOf(component), ['cs', 'en', 'fr']);
    t.deepEqual(Object.keys(await actors.texts(component, 'en')).sort(), ['a', 'b', 'd', '🙂 %d']);
    t.is(await repository.show('po/cs.po'), poFile({ a: 'Ana', b: 'Eva', '🙂 %d': 'Ž', d: 'dé' }));
    t.deepEqual(await actors.pending(component), []);
    t.is((await actors.changes(component, action.COMMIT)).length, 2);
    t.deepEqual(await actors.alerts(component), []);
    t.deepEqual(await actors.drift(), []);
  });

  test(name('a reset puts back what the files say, and a removed component leaves nothing'), async (t) => {
    const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: 'á', b: 'bé' }) });
    const component = await actors.createComponent(repository.url);
    const author = await actors.addUser('Ana');
    await actors.edit(component, 'cs', 'a', 'x', { author });
    await actors.run(component, 'reset', {});
    t.deepEqual(await actors.texts(component, 'cs'), { a: 'á', b: 'bé' });

    await actors.run(component, 'remove-component', {});

    const left = await actors.db.writer('components').where('id', component.id);
    t.deepEqual(left, []);
    t.deepEqual(await actors.drift(), []);
  });
});
