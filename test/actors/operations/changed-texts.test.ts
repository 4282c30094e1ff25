import test, { type ExecutionContext } from 'ava';
import { action } from '../../../models/actions.ts';
import type { Component } from '../../../models/component.ts';
import { addSuggestion, Suggestion } from '../../../models/suggestion.ts';
import { startActors, type TestActors } from '../../helpers/components.ts';
import { forEachEngine } from '../../helpers/database.ts';
import { gitRepository } from '../../helpers/git.ts';

function po(code: string, entries: string): Record<string, string> {
  const header = `msgid ""\nmsgstr ""\n"Language: ${code}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n`;
  return { [`po/${code}.po`]: `${header}${entries}\nmsgid "Bye"\nmsgstr "Nazdar"\n` };
}

const before = '\nmsgid "Hello"\nmsgstr "Ahoj"\n';

/** What gettext's msgmerge makes of the string after its text was changed in the program. */
const changed: Record<string, string> = {
  'a former text': '\n#, fuzzy\n#| msgid "Hello"\nmsgid "Hello you"\nmsgstr "Ahoj"\n',
  'a translation to look at': '\n#, fuzzy\nmsgid "Hello you"\nmsgstr "Ahoj"\n',
};

// Without contexts: what is told apart by contexts is in rename.test.ts.
forEachEngine(test, (name, _database, engine) => {
  let actors: TestActors;
  test.before(async () => {
    actors = await startActors(engine);
  });
  test.after.always(() => actors?.close());

  async function start(t: ExecutionContext) {
    const repository = await gitRepository(t, { ...po('cs', before), ...po('de', before) });
    const component = await actors.createComponent(repository.url, {
      push: repository.url,
      push_on_commit: false,
    });
    return { repository, component, author: await actors.addUser('Ana') };
  }

  function ids(component: Component, text: string): Promise<number[]> {
    return Promise.all(['en', 'cs', 'de'].map(async (code) => (await actors.unit(component, code, text)).id));
  }

  async function suggestions(unitId: number): Promise<string[]> {
    const rows = await Suggestion.query(actors.db.writer).where('unit_id', unitId);
    return rows.map(({ target }) => target.join());
  }

  for (const [clue, entry] of Object.entries(changed)) {
    test.serial(name(`${clue} tells that a string has another text now`), async (t) => {
      const { repository, component, author } = await start(t);
      const known = await ids(component, 'Hello');
      const hint = { target: ['Zdar'], authorId: author.id, userId: author.id };
      await actors.db.transaction((trx) => addSuggestion(trx, known[1]!, hint));
      await repository.commit({ ...po('cs', entry), ...po('de', entry) });

      await actors.run(component, 'pull', {});

      t.deepEqual(await ids(component, 'Hello you'), known);
      const unit = await actors.unit(component, 'cs', 'Hello you');
      t.like(unit, { target: ['Ahoj'], state: 10, has_suggestion: true, num_words: 2 });
      t.deepEqual(await suggestions(unit.id), ['Zdar']);
      const told = await actors.changes(component, action.SOURCE_CHANGE);
      t.deepEqual(told.map(({ unit_id }) => unit_id).sort(), [...known].sort());
      t.true(told.every(({ old, target }) => old === 'Hello' && target === 'Hello you'));
      for (const kind of [action.NEW_UNIT_REPO, action.NEW_SOURCE_REPO]) {
        t.deepEqual(await actors.changes(component, kind), []);
      }
      t.deepEqual(await actors.drift(), []);
    });

    test.serial(name(`${clue}: an edit of the former text is kept`), async (t) => {
      const { repository, component, author } = await start(t);
      const [, known] = await ids(component, 'Hello');
      await actors.edit(component, 'cs', 'Hello', 'Cau', { author });
      await actors.run(component, 'commit', {});
      await repository.commit({ ...po('cs', entry), ...po('de', entry) });

      await actors.run(component, 'push', {});

      const unit = await actors.unit(component, 'cs', 'Hello you');
      t.like(unit, { target: ['Ahoj'], state: 10 });
      if (clue === 'a former text') {
        t.is(unit.id, known!);
        t.deepEqual(await suggestions(unit.id), ['Cau']);
      } else {
        // The database has our translation already, so nothing tells that it belongs there.
        const lost = await actors.changes(component, action.STRING_REMOVE);
        t.deepEqual(
          lost.map(({ target }) => target),
          ['Cau'],
        );
      }
      t.true((await repository.show('po/cs.po'))?.includes(entry));
      t.deepEqual(await actors.pending(component), []);
      t.deepEqual(await actors.drift(), []);
    });

    test.serial(name(`${clue}: an edit that waits is not lost`), async (t) => {
      const { repository, component, author } = await start(t);
      const [, known] = await ids(component, 'Hello');
      await actors.db.writer('projects').where('id', component.project_id).update({ commit_policy: 20 });
      await actors.edit(component, 'cs', 'Hello', 'Cau', { author, state: 10 });
      await repository.commit({ ...po('cs', entry), ...po('de', entry) });

      await actors.run(component, 'pull', {});

      const unit = await actors.unit(component, 'cs', 'Hello you');
      t.is(unit.id, known!);
      const kept = [...(await suggestions(unit.id)), ...(unit.pending ? unit.target : [])];
      t.deepEqual(kept, ['Cau']);
      t.deepEqual(await actors.drift(), []);
    });
  }

  test.serial(name('two strings of one former text are new ones'), async (t) => {
    const { repository, component } = await start(t);
    const known = await ids(component, 'Hello');
    const entry = changed['a former text']!;
    const both = entry + entry.replace('Hello you', 'Hello me');
    await repository.commit({ ...po('cs', both), ...po('de', both) });

    await actors.run(component, 'pull', {});

    const now = [...(await ids(component, 'Hello you')), ...(await ids(component, 'Hello me'))];
    t.deepEqual(
      now.filter((id) => known.includes(id)),
      [],
    );
    t.deepEqual(await actors.drift(), []);
  });
});
