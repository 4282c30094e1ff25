import { isDeepStrictEqual } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { componentBehaviour } from '../../../actors/component.ts';
import type { Behaviour, Ctx } from '../../../actors/job.ts';
import { action } from '../../../models/actions.ts';
import { Comment } from '../../../models/comment.ts';
import type { Component } from '../../../models/component.ts';
import { recount } from '../../../models/drift.ts';
import { linkScreenshot, Screenshot } from '../../../models/screenshot.ts';
import { addSuggestion, Suggestion } from '../../../models/suggestion.ts';
import type { Unit } from '../../../models/unit.ts';
import { startActors, type TestActors } from '../../helpers/components.ts';
import { forEachEngine } from '../../helpers/database.ts';
import { type Files, gitRepository } from '../../helpers/git.ts';

/** Strings of a file by key, or by context: source text and translation. */
type Strings = Record<string, [source: string, target: string]>;

interface Layout {
  fields: Partial<Component>;
  /** The file of a language; `en` is the base file. */
  file(code: string, strings: Strings): Files;
}

function po(code: string, strings: Strings, fuzzy: readonly string[] = []): Files {
  const header = `msgid ""\nmsgstr ""\n"Language: ${code}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n`;
  const entries = Object.entries(strings).map(([context, [source, target]]) => {
    const flag = fuzzy.includes(context) ? '#, fuzzy\n' : '';
    return `\n# 1\n# 2\n# 3\n# 4\n${flag}msgctxt "${context}"\nmsgid "${source}"\nmsgstr "${target}"\n`;
  });
  return code === 'en' ? {} : { [`po/${code}.po`]: header + entries.join('') };
}

function textOf(code: string, [source, target]: [string, string]): string {
  return code === 'en' ? source : target;
}

const layouts: Record<string, Layout> = {
  po: { fields: {}, file: po },
  json: {
    fields: { file_format: 'json', filemask: 'i18n/*.json', template: 'i18n/en.json' },
    file: (code, strings) => {
      const texts = Object.entries(strings).map(([key, string]) => [key, textOf(code, string)]);
      return { [`i18n/${code}.json`]: `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n` };
    },
  },
  aresource: {
    fields: {
      file_format: 'aresource',
      filemask: 'res/values-*/strings.xml',
      template: 'res/values/strings.xml',
    },
    file: (code, strings) => {
      const lines = Object.entries(strings).map(
        ([key, string]) => `    <string name="${key}">${textOf(code, string)}</string>\n`,
      );
      const folder = code === 'en' ? 'values' : `values-${code}`;
      const content = `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${lines.join('')}</resources>\n`;
      return { [`res/${folder}/strings.xml`]: content };
    },
  },
  properties: {
    fields: { file_format: 'properties', filemask: 'app_*.properties', template: 'app.properties' },
    file: (code, strings) => {
      const lines = Object.entries(strings).map(([key, string]) => `${key} = ${textOf(code, string)}\n`);
      return { [code === 'en' ? 'app.properties' : `app_${code}.properties`]: lines.join('') };
    },
  },
};

/** The files of all languages; German has its own translations. */
function files({ file }: Layout, strings: Strings, codes = ['en', 'cs', 'de']): Files {
  const parts = codes.map((code) => {
    const texts = Object.entries(strings).map(([key, [source, target]]) => {
      return [key, [source, code === 'de' ? `${target} (de)` : target]];
    });
    return file(code, Object.fromEntries(texts));
  });
  return Object.assign({}, ...parts);
}

const before: Strings = { old: ['Hello', 'Ahoj'], same: ['Bye', 'Nazdar'] };
const after: Strings = { fresh: ['Hello', 'Ahoj'], same: ['Bye', 'Nazdar'] };

forEachEngine(test, (name, _database, engine) => {
  let actors: TestActors;
  test.before(async () => {
    actors = await startActors(engine);
  });
  test.after.always(() => actors?.close());

  async function start(t: ExecutionContext, layout: Layout, content: Files) {
    const repository = await gitRepository(t, content);
    const component = await actors.createComponent(repository.url, {
      ...layout.fields,
      push: repository.url,
    });
    return { repository, component };
  }

  async function ids(component: Component, key: string, codes = ['en', 'cs', 'de']): Promise<number[]> {
    return Promise.all(codes.map(async (code) => (await actors.unit(component, code, key)).id));
  }

  /** Comments on a string and shows it in a screenshot, whose id it gives. */
  async function remark({ id: unit_id, translation_id }: Unit): Promise<number> {
    return actors.db.transaction(async (trx) => {
      const timestamp = Date.now();
      await Comment.query(trx).insert({ unit_id, comment: 'Who?', timestamp, resolved: false });
      await trx('units').where('id', unit_id).update({ has_comment: 1 });
      await recount(trx, translation_id);
      const row = { translation_id, name: 'Start page', image: 'start.png', timestamp };
      const { id } = await Screenshot.query(trx).insert(row);
      await linkScreenshot(trx, id, unit_id);
      return id;
    });
  }

  function patch(unit: Unit, values: Partial<Pick<Unit, 'explanation' | 'extra_flags'>>) {
    return actors.db.writer('units').where('id', unit.id).update(values);
  }

  async function keys(component: Component, code: string): Promise<string[]> {
    return (await actors.units(component, code)).map((unit) => unit.context);
  }

  for (const [id, layout] of Object.entries(layouts)) {
    test.serial(name(`${id}: a renamed string keeps what is known of it in every language`), async (t) => {
      const { repository, component } = await start(t, layout, files(layout, before));
      const author = await actors.addUser('Ana');
      await actors.edit(component, 'cs', 'old', 'Cau', { author });
      await actors.run(component, 'push', {});
      const unit = await actors.unit(component, 'cs', 'old');
      const hint = { target: ['Zdar'], authorId: author.id, userId: author.id };
      await actors.db.transaction((trx) => addSuggestion(trx, unit.id, hint));
      const source = await actors.unit(component, 'en', 'old');
      await patch(source, { explanation: 'A greeting.', extra_flags: 'max-length:9' });
      const known = await ids(component, 'old');
      const told = await actors.db.writer('changes').where('unit_id', unit.id).orderBy('id').pluck('id');
      await repository.commit({
        ...files(layout, after),
        ...layout.file('cs', { ...after, fresh: ['Hello', 'Cau'] }),
      });

      await actors.run(component, 'pull', {});

      t.deepEqual(await ids(component, 'fresh'), known);
      t.deepEqual(await keys(component, 'cs'), ['fresh', 'same']);
      t.deepEqual((await keys(component, 'en')).sort(), ['fresh', 'same']);
      const renamed = await actors.unit(component, 'cs', 'fresh');
      t.like(renamed, { target: ['Cau'], state: 20, has_suggestion: true, source_unit_id: known[0]! });
      t.is((await Suggestion.query(actors.db.writer).where('unit_id', unit.id)).length, 1);
      t.like(await actors.unit(component, 'en', 'fresh'), {
        explanation: 'A greeting.',
        extra_flags: 'max-length:9',
      });
      t.deepEqual(
        await actors.db.writer('changes').where('unit_id', unit.id).orderBy('id').pluck('id'),
        told,
      );
      t.deepEqual(await actors.changes(component, action.NEW_UNIT_REPO), []);
      t.deepEqual(await actors.drift(), []);
      const reads = (await actors.changes(component, action.UPDATE)).length;
      await actors.run(component, 'file-scan', {});
      t.deepEqual(await ids(component, 'fresh'), known);
      t.is((await actors.changes(component, action.UPDATE)).length, reads + (id === 'po' ? 2 : 3));
    });

    test.serial(name(`${id}: an edit that waits is committed under the new name`), async (t) => {
      const { repository, component } = await start(t, layout, files(layout, before));
      const author = await actors.addUser('Ana');
      await actors.db.writer('projects').where('id', component.project_id).update({ commit_policy: 20 });
      await actors.edit(component, 'cs', 'old', 'Cau', { author, state: 10 });
      await repository.commit(files(layout, after));
      await actors.run(component, 'pull', {});
      t.is((await actors.pending(component)).length, 1);

      await actors.edit(component, 'cs', 'fresh', 'Cau!', { author });
      await actors.run(component, 'push', {});

      const [path = ''] = Object.keys(layout.file('cs', after));
      const expected = layout.file('cs', { ...after, fresh: ['Hello', 'Cau!'] });
      t.is(await repository.show(path), String(expected[path]));
      t.deepEqual(await actors.pending(component), []);
      t.deepEqual(await actors.drift(), []);
    });

    test.serial(
      name(`${id}: edits made before the renaming was known are pushed under the new name`),
      async (t) => {
        const empty: Strings = { ...before, todo: ['To do', ''] };
        const named: Strings = { fresh: ['Hello', 'Ahoj'], done: ['To do', ''], same: ['Bye', 'Nazdar'] };
        const { repository, component } = await start(t, layout, files(layout, empty));
        const author = await actors.addUser('Ana');
        const known = [await ids(component, 'old'), await ids(component, 'todo')];
        await actors.edit(component, 'cs', 'old', 'Cau', { author });
        await actors.edit(component, 'cs', 'todo', 'Udelat', { author });
        await repository.commit(files(layout, named));

        await actors.run(component, 'push', {});

        const [path = ''] = Object.keys(layout.file('cs', named));
        const ours: Strings = { ...named, fresh: ['Hello', 'Cau'], done: ['To do', 'Udelat'] };
        t.is(await repository.show(path), String(layout.file('cs', ours)[path]));
        t.deepEqual([await ids(component, 'fresh'), await ids(component, 'done')], known);
        t.like(await actors.unit(component, 'cs', 'done'), { target: ['Udelat'], state: 20 });
        t.deepEqual(await actors.pending(component), []);
        t.deepEqual(await actors.drift(), []);
      },
    );

    test.serial(name(`${id}: swapped names and texts that several strings share pair nobody`), async (t) => {
      const strings: Strings = { a: ['Alpha', 'á'], b: ['Beta', 'bé'], c: ['OK', 'oká'], d: ['OK', 'oké'] };
      const swapped: Strings = { a: ['Beta', 'bé'], b: ['Alpha', 'á'], e: ['OK', 'oká'], f: ['OK', 'oké'] };
      const { repository, component } = await start(t, layout, files(layout, strings));
      const [c, d] = await Promise.all(['c', 'd'].map((key) => actors.unit(component, 'cs', key)));
      await repository.commit(files(layout, swapped));

      await actors.run(component, 'pull', {});

      for (const code of ['cs', 'de', 'en']) {
        t.deepEqual((await keys(component, code)).sort(), ['a', 'b', 'e', 'f']);
      }
      t.like(await actors.unit(component, 'cs', 'a'), { source: ['Beta'], target: ['bé'] });
      t.like(await actors.unit(component, 'cs', 'b'), { source: ['Alpha'], target: ['á'] });
      const now = await ids(component, 'e', ['cs']);
      t.false(now.includes(c!.id) || now.includes(d!.id));
      t.deepEqual(await actors.drift(), []);
    });
  }

  test.serial(name('po: swapped contexts go with their texts'), async (t) => {
    const layout = layouts.po!;
    const { repository, component } = await start(
      t,
      layout,
      files(layout, { a: ['Alpha', 'á'], b: ['Beta', 'bé'] }),
    );
    const known = [await ids(component, 'Alpha'), await ids(component, 'Beta')];
    await repository.commit(files(layout, { b: ['Alpha', 'á'], a: ['Beta', 'bé'] }));

    await actors.run(component, 'pull', {});

    t.deepEqual([await ids(component, 'Alpha'), await ids(component, 'Beta')], known);
    t.is((await actors.unit(component, 'cs', 'Alpha')).context, 'b');
    t.deepEqual(await actors.drift(), []);
  });

  test.serial(name('po: a changed text of the same context is a change of the source'), async (t) => {
    const layout = layouts.po!;
    const { repository, component } = await start(t, layout, files(layout, before));
    const known = await ids(component, 'old');
    const changed: Strings = { old: ['Hello you', 'Ahoj'], same: ['Bye', 'Nazdar'] };
    const cs = String(po('cs', changed, ['old'])['po/cs.po']);
    await repository.commit({
      ...files(layout, changed),
      'po/cs.po': cs.replace('msgctxt "old"', '#| msgctxt "old"\n#| msgid "Hello"\nmsgctxt "old"'),
    });

    await actors.run(component, 'pull', {});

    t.deepEqual(await ids(component, 'old'), known);
    t.like(await actors.unit(component, 'cs', 'old'), {
      source: ['Hello you'],
      previous_source: ['Hello'],
      target: ['Ahoj'],
      state: 10,
      num_words: 2,
    });
    t.like(await actors.unit(component, 'de', 'old'), { source: ['Hello you'], state: 20 });
    t.like(await actors.unit(component, 'en', 'old'), { source: ['Hello you'], target: ['Hello you'] });
    const told = await actors.changes(component, action.SOURCE_CHANGE);
    t.deepEqual(told.map(({ unit_id }) => unit_id).sort(), [...known].sort());
    t.true(told.every(({ old, target }) => old === 'Hello' && target === 'Hello you'));
    t.deepEqual(await actors.changes(component, action.NEW_SOURCE_REPO), []);
    t.deepEqual(await actors.drift(), []);
  });

  test.serial(name('po: while a language has the former name, so does the source string'), async (t) => {
    const layout = layouts.po!;
    const { repository, component } = await start(t, layout, files(layout, before));
    const source = await actors.unit(component, 'en', 'old');
    await patch(source, { explanation: 'A greeting.', extra_flags: 'max-length:9' });
    const known = await ids(component, 'old');

    await repository.commit(files(layout, after, ['cs']));
    await actors.run(component, 'pull', {});
    t.deepEqual((await keys(component, 'en')).sort(), ['fresh', 'old', 'same']);
    t.deepEqual(
      [await ids(component, 'old', ['en', 'de']), await ids(component, 'fresh', ['cs'])],
      [[known[0], known[2]], [known[1]]],
    );
    const given = { explanation: 'A greeting.', extra_flags: 'max-length:9' };
    const successor = await actors.unit(component, 'en', 'fresh');
    t.like(successor, given);
    t.deepEqual(await actors.drift(), []);

    const screenshot = await remark(successor);
    await repository.commit(files(layout, after, ['de']));
    await actors.run(component, 'pull', {});
    t.deepEqual(await ids(component, 'fresh'), known);
    t.deepEqual((await keys(component, 'en')).sort(), ['fresh', 'same']);
    t.like(await actors.unit(component, 'en', 'fresh'), given);
    t.is((await actors.unit(component, 'cs', 'fresh')).source_unit_id, known[0]!);
    t.true((await actors.unit(component, 'en', 'fresh')).has_comment);
    const shown = await actors.db.writer('screenshot_units').where('screenshot_id', screenshot);
    t.deepEqual(
      shown.map(({ unit_id }) => unit_id),
      [known[0]],
    );
    t.deepEqual(await actors.drift(), []);
  });

  for (const [first, second] of [
    ['cs', 'de'],
    ['de', 'cs'],
  ] as const) {
    test.serial(name(`po: renamed in ${first}, dropped or first there in ${second}`), async (t) => {
      const layout = layouts.po!;
      const both: Strings = { ...before, late: ['Hi', 'Hej'] };
      const { late: _late, ...without } = both;
      const { repository, component } = await start(t, layout, {
        ...files(layout, both, [first]),
        ...files(layout, without, [second]),
      });
      const [old] = await ids(component, 'old', ['en']);
      const [late] = await ids(component, 'late', ['en']);
      const last: Strings = { same: ['Bye', 'Nazdar'], later: ['Hi', 'Hej'] };
      await repository.commit({
        ...files(layout, { ...last, fresh: ['Hello', 'Ahoj'] }, [first]),
        ...files(layout, last, [second]),
      });

      await actors.run(component, 'pull', {});

      t.deepEqual(await ids(component, 'fresh', ['en']), [old!]);
      t.deepEqual(await ids(component, 'later', ['en']), [late!]);
      t.deepEqual((await keys(component, 'en')).sort(), ['fresh', 'later', 'same']);
      t.deepEqual(await actors.drift(), []);
    });
  }

  test.serial(
    name('json: a language whose file lags behind gets its text back with its history'),
    async (t) => {
      const layout = layouts.json!;
      const { repository, component } = await start(t, layout, files(layout, before));
      const known = await ids(component, 'old');
      await repository.commit(files(layout, after, ['en', 'cs']));
      await actors.run(component, 'pull', {});
      t.deepEqual(await ids(component, 'fresh'), known);
      t.like(await actors.unit(component, 'de', 'fresh'), { target: [''], state: 0 });

      await repository.commit(files(layout, after, ['de']));
      await actors.run(component, 'pull', {});

      t.deepEqual(await ids(component, 'fresh'), known);
      t.like(await actors.unit(component, 'de', 'fresh'), { target: ['Ahoj (de)'], state: 20 });
      t.deepEqual(await actors.drift(), []);
    },
  );

  for (const [id, layout] of [
    ['po', layouts.po!],
    ['json', layouts.json!],
  ] as const) {
    test.serial(name(`${id}: crashes between the batches of a scan lose no row`), async (t) => {
      const [old, fresh]: Strings[] = [{}, {}];
      for (let index = 0; index < 120; index += 1) {
        old![`old-${index}`] = [`Text ${index}`, `Překlad ${index}`];
        fresh![`new-${index}`] = [`Text ${index}`, `Překlad ${index}`];
      }
      const { repository, component } = await start(t, layout, files(layout, old!));
      const known = await Promise.all(['en', 'cs', 'de'].map((code) => byText(component, code)));
      await repository.commit(files(layout, fresh!));
      // The job crashes again and again, each time a few transactions later than the time before.
      let { behaviour, ended } = dyingAfter(actors, 0);
      await actors.restart(behaviour);
      const job = await actors.tell(component, 'pull');
      let crashes = 0;
      while ((await Promise.race([ended, actors.finished(job).then(() => 'done')])) !== 'done') {
        crashes += 1;
        ({ behaviour, ended } = dyingAfter(actors, 2 * crashes));
        // Enough crashes in a row would end the job.
        await actors.db.writer('jobs').where('id', job).update({ crashes: 0 });
        await actors.restart(behaviour, 0);
      }

      await actors.restart();

      t.true(crashes >= 3);
      t.is((await actors.finished(job)).state, 'done');
      const now = await Promise.all(['en', 'cs', 'de'].map((code) => byText(component, code)));
      t.true(isDeepStrictEqual(now, known));
      t.deepEqual((await keys(component, 'cs')).sort(), Object.keys(fresh!).sort());
      t.deepEqual(await actors.drift(), []);
    });
  }

  async function byText(component: Component, code: string): Promise<Record<string, number>> {
    const units = await actors.units(component, code);
    return Object.fromEntries(units.map((unit) => [unit.source.join(), unit.id]).sort());
  }
});

/** A behaviour that never comes back from its transaction number `count`. */
function dyingAfter(actors: TestActors, count: number): { behaviour: Behaviour; ended: Promise<string> } {
  const ended = Promise.withResolvers<string>();
  let left = count;
  const behaviour: Behaviour = (ctx, kind, payload) => {
    const dying: Ctx = {
      ...ctx,
      async commit(work, durability) {
        left -= 1;
        if (left < 0) {
          ended.resolve('died');
          return new Promise<never>(() => undefined);
        }
        return ctx.commit(work, durability);
      },
    };
    return componentBehaviour(actors.services)(dying, kind, payload);
  };
  return { behaviour, ended: ended.promise };
}
