import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { action } from '../../../models/actions.ts';
import type { Component } from '../../../models/component.ts';
import { useActors } from '../../helpers/components.ts';
import { dyingAt } from '../../helpers/dying.ts';
import { temporaryFolder } from '../../helpers/folder.ts';
import { gitRepository } from '../../helpers/git.ts';
import { poFile } from '../../helpers/imported.ts';

// Serial: tests cut off what runs in the actors of this file.
const actors = useActors(test);

const files = {
  'po/hello.pot': poFile({ a: '', b: '' }),
  'po/cs.po': poFile({ a: 'á', b: 'bé' }),
  'po/de.po': poFile({ a: 'ah', b: 'bä' }),
};

async function imported(t: ExecutionContext) {
  const repository = await gitRepository(t, files);
  const fields = { push: repository.url, push_on_commit: true, new_base: 'po/hello.pot' };
  return { repository, component: await actors().createComponent(repository.url, fields) };
}

async function uploaded(t: ExecutionContext, content: string): Promise<string> {
  const file = join(await temporaryFolder(t), 'upload');
  await writeFile(file, content);
  return file;
}

/** Cuts the job off at its `count`-th write to the database, and lets it run again. */
async function crashAt(
  t: ExecutionContext,
  component: Component,
  count: number,
  kind: 'replace-file' | 'update-sources',
  payload: object,
): Promise<'under way' | 'at the end'> {
  const { behaviour, died } = dyingAt(actors().services, count);
  await actors().restart(behaviour);
  const job = await actors().tell(component, kind, payload);
  const end = await died;
  await actors().restart(async () => new Promise<never>(() => undefined), 0);
  await actors().restart(undefined, 0);
  const { state } = await actors().finished(job);
  t.is(state, 'done', `write ${count}`);
  return end;
}

test.serial('a crash at a write of an update from a template, early or late, costs nothing', async (t) => {
  let end = 'under way';
  for (let count = 1; end === 'under way'; count *= 2) {
    const { repository, component } = await imported(t);
    const template = poFile({ new: '', b: '' });
    const file = await uploaded(t, template);

    end = await crashAt(t, component, count, 'update-sources', { file });

    t.deepEqual(await actors().texts(component, 'cs'), { new: '', b: 'bé' });
    t.deepEqual(await actors().texts(component, 'de'), { new: '', b: 'bä' });
    t.deepEqual(Object.keys(await actors().texts(component, 'en')).sort(), ['b', 'new']);
    t.is(await repository.show('po/hello.pot'), template);
    t.is((await repository.log()).length, 2, `write ${count}`);
    t.is((await actors().changes(component, action.SOURCE_UPLOAD)).length, 1);
    t.deepEqual(await actors().drift(), []);
    await t.throwsAsync(access(file), { code: 'ENOENT' });
  }
});

test.serial(
  'a crash while an update is merged with what is new upstream makes no second commit',
  async (t) => {
    let end = 'under way';
    for (let count = 1; end === 'under way'; count = Math.ceil(count * 1.4)) {
      const { repository, component } = await imported(t);
      const template = poFile({ new: '', b: '' });
      const file = await uploaded(t, template);
      await repository.commit({ 'po/cs.po': poFile({ a: 'á', b: 'bé (nové)' }) });

      end = await crashAt(t, component, count, 'update-sources', { file });

      t.deepEqual(await actors().texts(component, 'cs'), { new: '', b: 'bé (nové)' });
      t.deepEqual(await actors().texts(component, 'de'), { new: '', b: 'bä' });
      t.is(await repository.show('po/hello.pot'), template);
      const [ours, ...others] = await repository.log();
      t.is(others.length, 2, `write ${count}`);
      t.regex(ours?.message ?? '', /^Job-Id: .+\/source$/m);
      t.regex(ours?.message ?? '', /^Job-Id: .+\/source$/m);
      t.deepEqual(Object.keys(ours?.files ?? {}).sort(), ['po/cs.po', 'po/de.po', 'po/hello.pot']);
      t.is((await actors().changes(component, action.SOURCE_UPLOAD)).length, 1, `write ${count}`);
      t.is((await actors().changes(component, action.COMMIT)).length, 1, `write ${count}`);
      t.deepEqual(await actors().drift(), []);
    }
  },
);

test.serial('a crash at a write of a replacement, early or late, costs nothing', async (t) => {
  let end = 'under way';
  for (let count = 1; end === 'under way'; count *= 2) {
    const { repository, component } = await imported(t);
    const { id: translation_id } = await actors().translation(component, 'cs');
    const content = poFile({ a: 'áá', b: 'bé' });
    const file = await uploaded(t, content);

    end = await crashAt(t, component, count, 'replace-file', { file, translation_id });

    t.deepEqual(await actors().texts(component, 'cs'), { a: 'áá', b: 'bé' });
    t.is(await repository.show('po/cs.po'), content);
    t.is((await repository.log()).length, 2, `write ${count}`);
    t.is((await actors().changes(component, action.REPLACE_UPLOAD)).length, 1);
    t.deepEqual(await actors().drift(), []);
  }
});

test.serial('an update from a template keeps what somebody was editing', async (t) => {
  const { repository, component } = await imported(t);
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'b', 'béé', { author });
  await actors().edit(component, 'cs', 'a', 'ááá', { author });

  const file = await uploaded(t, poFile({ new: '', b: '' }));
  const result = await actors().run(component, 'update-sources', { file });

  t.deepEqual(result, { total: 2, accepted: 2 });
  t.deepEqual(await actors().texts(component, 'cs'), { new: '', b: 'béé' });
  t.deepEqual(await actors().pending(component), []);
  t.true((await repository.log()).some(({ author: name }) => name.startsWith('Ana')));
});

test.serial('a file of a language that cannot be read refuses the template', async (t) => {
  const repository = await gitRepository(t, { ...files, 'po/de.po': 'msgid "a' });
  // Or the file would have locked the component already.
  const fields = { new_base: 'po/hello.pot', auto_lock_error: false };
  const component = await actors().createComponent(repository.url, fields);
  const file = await uploaded(t, poFile({ new: '' }));

  await t.throwsAsync(actors().run(component, 'update-sources', { file }), { message: /^po\/de\.po: / });
  t.is((await repository.log()).length, 1);
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'á', b: 'bé' });
});
