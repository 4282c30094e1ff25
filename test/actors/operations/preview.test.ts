import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';
import { action } from '../../../models/actions.ts';
import type { Component } from '../../../models/component.ts';
import { useActors } from '../../helpers/components.ts';
import { gitRepository } from '../../helpers/git.ts';

const actors = useActors(test);

const header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: cs\\n"\n';

function po(strings: Record<string, string>): string {
  const entries = Object.entries(strings).map(([id, text]) => `\nmsgid "${id}"\nmsgstr "${text}"\n`);
  return header + entries.join('');
}

const manual = { push_on_commit: false };

/** What must not change: the copy with its branches and objects, the queue, the strings, the alerts and the history. */
async function everything(component: Component) {
  const folder = actors().inCopy(component, '');
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', ['-C', folder, ...args])).stdout.toString();
  const { db } = actors();
  const translations: number[] = await db
    .reader('translations')
    .where('component_id', component.id)
    .pluck('id');
  return {
    head: await git('rev-parse', 'HEAD'),
    branches: await git('for-each-ref', 'refs/heads', 'refs/tags'),
    status: await git('status', '--porcelain', '--ignored'),
    files: await git('ls-files', '--stage'),
    loose: await git('fsck', '--unreachable', '--no-reflogs'),
    pending: await db.reader('pending_changes').where('component_id', component.id).orderBy('id'),
    units: await db.reader('units').whereIn('translation_id', translations).orderBy('id'),
    translations: await db.reader('translations').whereIn('id', translations).orderBy('id'),
    suggestions: await db.reader('suggestions').count(),
    alerts: await actors().alerts(component),
    changes: await db
      .reader('changes')
      .where('component_id', component.id)
      .whereNot({ action: action.REMOTE_UPDATE })
      .orderBy('id'),
  };
}

test.serial('commits and waiting edits that fit on top of upstream are counted, file by file', async (t) => {
  const repository = await gitRepository(t, {
    'po/cs.po': po({ One: '', Two: '', Three: '' }),
    'po/de.po': po({ One: '', Two: '', Three: '' }),
  });
  const component = await actors().createComponent(repository.url, { push: repository.url, ...manual });
  const [ana, bob] = [await actors().addUser('Ana'), await actors().addUser('Bob')];
  await actors().edit(component, 'cs', 'One', 'První', { author: ana });
  await actors().run(component, 'commit', {});
  await actors().edit(component, 'cs', 'One', 'Jedna', { author: bob });
  await actors().edit(component, 'cs', 'Two', 'Dvě', { author: ana });
  await actors().edit(component, 'de', 'Three', 'Drei', { author: ana });
  await repository.commit({ 'po/cs.po': po({ One: '', Two: '', Three: 'Tři' }) });
  const before = await everything(component);

  for (const operation of ['push', 'pull'] as const) {
    const { result, files } = await actors().run(component, 'preview', { operation });

    t.true(result);
    t.deepEqual(files, [
      { filename: 'po/cs.po', component_id: component.id, added: 0, changed: 2, conflicting: 0, lost: 0 },
      { filename: 'po/de.po', component_id: component.id, added: 0, changed: 1, conflicting: 0, lost: 0 },
    ]);
  }
  t.deepEqual(await everything(component), before);
});

test.serial('what upstream has changed or removed as well is told, and kept here as it is', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': po({ One: '', Two: '', Three: '' }) });
  const component = await actors().createComponent(repository.url, { push: repository.url, ...manual });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'One', 'Naše', { author });
  await actors().run(component, 'commit', {});
  await actors().edit(component, 'cs', 'Two', 'Dvě', { author });
  await actors().edit(component, 'cs', 'Three', 'Tři', { author });
  await repository.commit({ 'po/cs.po': po({ One: 'Jejich', Three: '' }) });
  const before = await everything(component);

  const { result, files } = await actors().run(component, 'preview', { operation: 'pull' });

  t.true(result);
  t.deepEqual(files, [
    { filename: 'po/cs.po', component_id: component.id, added: 0, changed: 1, conflicting: 1, lost: 1 },
  ]);
  t.deepEqual(await everything(component), before);
});

test.serial('the preview tells what the push then does', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': po({ One: '', Two: '', Three: '' }) });
  const component = await actors().createComponent(repository.url, { push: repository.url, ...manual });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'One', 'Naše', { author });
  await actors().edit(component, 'cs', 'Two', 'Dvě', { author });
  await repository.commit({ 'po/cs.po': po({ One: 'Jejich', Two: '', Three: '' }) });

  const { files } = await actors().run(component, 'preview', { operation: 'push' });
  const pushed = await actors().run(component, 'push', {});

  t.like(files[0], { changed: 1, conflicting: 1, lost: 0 });
  t.deepEqual(pushed, { result: true });
  t.is(await repository.show('po/cs.po'), po({ One: 'Jejich', Two: 'Dvě', Three: '' }));
  t.true((await actors().unit(component, 'cs', 'One')).has_suggestion);
});

test.serial('without anything of ours, or with what upstream has already, there are no files', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': po({ One: '', Two: '' }) });
  const component = await actors().createComponent(repository.url, { push: repository.url, ...manual });
  await repository.commit({ 'po/cs.po': po({ One: 'Jedna', Two: '' }) });

  const none = await actors().run(component, 'preview', { operation: 'push' });
  await actors().edit(component, 'cs', 'One', 'Jedna', { author: await actors().addUser('Ana') });
  const same = await actors().run(component, 'preview', { operation: 'push' });

  t.deepEqual(none, { result: true, files: [] });
  t.deepEqual(same, { result: true, files: [] });
});

test.serial('where the operation would fail, so does its preview, without an alert or a lock', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': po({ One: '' }) });
  const component = await actors().createComponent(repository.url, manual);

  const push = await actors().run(component, 'preview', { operation: 'push' });
  await repository.git('update-ref', '-d', 'refs/heads/main');
  const pull = await actors().run(component, 'preview', { operation: 'pull' });

  t.deepEqual(push, { result: false, detail: 'Pushing is turned off for this component.', files: [] });
  t.like(pull, { result: false, files: [] });
  t.is(typeof pull.detail, 'string');
  t.deepEqual(await actors().alerts(component), []);
  t.false((await actors().componentOf(component.id)).locked);
});
