import { access, mkdir, writeFile } from 'node:fs/promises';
import test from 'ava';
import { clearAlert, raiseAlert } from '../../../actors/alerts.ts';
import { setLock } from '../../../actors/component-lock.ts';
import { action } from '../../../models/actions.ts';
import { Change } from '../../../models/change.ts';
import type { Component } from '../../../models/component.ts';
import { useActors } from '../../helpers/components.ts';
import { gitRepository } from '../../helpers/git.ts';

const actors = useActors(test);

const header = 'msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n';

function poFile(strings: Record<string, string>): string {
  return (
    header +
    Object.entries(strings)
      .map(([id, text]) => `\nmsgid "${id}"\nmsgstr "${text}"\n`)
      .join('')
  );
}

test('a clean-up removes what does not belong there and keeps waiting edits', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: 'á' }) });
  const component = await actors().createComponent(repository.url);
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'x', { author });
  await mkdir(actors().inCopy(component, 'stray'));
  await writeFile(actors().inCopy(component, 'stray/file'), '');

  const result = await actors().run(component, 'cleanup', {});

  t.deepEqual(result, { result: true });
  await t.throwsAsync(access(actors().inCopy(component, 'stray')));
  t.is((await actors().pending(component)).length, 1);
  t.is((await actors().changes(component, action.REPO_CLEANUP)).length, 1);
});

test('a forced scan commits what waits and puts the database right', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: 'á', b: 'bé' }) });
  const component = await actors().createComponent(repository.url);
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'edited', { author });
  const { id } = await actors().unit(component, 'cs', 'b');
  await actors().db.writer('units').where({ id }).update({ target: 'damaged' });

  const result = await actors().run(component, 'file-scan', {});

  t.deepEqual(result, { result: true });
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'edited', b: 'bé' });
  const reads = await actors().changes(component, action.UPDATE);
  t.is(reads.at(-1)?.details.reason, 'check forced');
  t.is((await actors().changes(component, action.FORCE_SCAN)).length, 1);
});

test('a forced sync writes what the database says, missing files included', async (t) => {
  const repository = await gitRepository(t, {
    'po/x.pot': poFile({ a: '', b: '' }),
    'po/cs.po': poFile({ a: 'á', b: 'bé' }),
  });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    new_base: 'po/x.pot',
  });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'by Ana', { author });
  await actors().run(component, 'commit', {});
  const { id } = await actors().unit(component, 'cs', 'b');
  await actors().db.writer('units').where({ id }).update({ target: 'from the database' });

  const result = await actors().run(component, 'file-sync', {});

  t.deepEqual(result, { result: true });
  const file = (await repository.show('po/cs.po')) ?? '';
  t.regex(file, /"by Ana"/);
  t.regex(file, /"from the database"/);
  t.is((await actors().changes(component, action.FORCE_SYNC)).length, 1);
  t.deepEqual(await actors().pending(component), []);
});

test('another file mask brings other files', async (t) => {
  const repository = await gitRepository(t, {
    'po/cs.po': poFile({ a: 'á' }),
    'doc/de.po': poFile({ d: 'dé' }),
  });
  const component = await actors().createComponent(repository.url);
  await set(component, { filemask: 'doc/*.po' });

  const result = await actors().run(component, 'configure', {});

  t.deepEqual(result, { result: true });
  t.deepEqual(await actors().languagesOf(component), ['de', 'en']);
  t.deepEqual(await actors().texts(component, 'de'), { d: 'dé' });
  t.deepEqual(await actors().drift(), []);
});

test('another branch is taken over with the commits that are not pushed yet', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '', b: '' }) });
  const component = await actors().createComponent(repository.url);
  await repository.commit({ 'main.c': 'x' }, { branch: 'stable' });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'ours', { author });
  await set(component, { branch: 'stable', push: repository.url });

  const result = await actors().run(component, 'configure', {});

  t.deepEqual(result, { result: true });
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'ours', b: '' });
  await actors().run(component, 'push', {});
  t.is(await repository.show('po/cs.po', 'stable'), poFile({ a: 'ours', b: '' }));
});

test('a removed component takes its working copy and those that share it along', async (t) => {
  const repository = await gitRepository(t, {
    'po/cs.po': poFile({ a: '' }),
    'doc/cs.po': poFile({ b: '' }),
  });
  const owner = await actors().createComponent(repository.url);
  const child = await actors().createComponent('', {
    project_id: owner.project_id,
    slug: 'doc',
    name: 'Doc',
    path: `${owner.path}-doc`,
    linked_component_id: owner.id,
    filemask: 'doc/*.po',
  });
  const copy = actors().inCopy(owner, '.');

  await actors().run(owner, 'remove-component', {});

  const left = await actors().db.reader('components').whereIn('id', [owner.id, child.id]);
  t.deepEqual(left, []);
  await t.throwsAsync(access(copy));
  const removed = await Change.query(actors().db.reader).where({
    project_id: owner.project_id,
    action: action.REMOVE_COMPONENT,
  });
  t.deepEqual(
    removed.map(({ target }) => target),
    ['web'],
  );
});

test('a lock is recorded once, and only when it changes something', async (t) => {
  const component = await actors().addComponent('local:');
  const lock = (locked: boolean) =>
    actors().db.transaction((trx) => setLock(trx, component.id, locked, { userId: null }));

  const answers = [await lock(true), await lock(true), await lock(false), await lock(false)];

  t.deepEqual(answers, [true, false, true, false]);
  t.is((await actors().changes(component, action.LOCK)).length, 1);
  t.is((await actors().changes(component, action.UNLOCK)).length, 1);
});

test('an alert locks once, and the last of them takes the lock away', async (t) => {
  const component = await actors().addComponent('local:');
  const place = { owner: component, components: [component] };
  const locked = async () => (await actors().componentOf(component.id)).locked;

  await actors().db.transaction((trx) => raiseAlert(trx, place, 'MergeFailure', { error: 'one' }));
  await actors().db.transaction((trx) => raiseAlert(trx, place, 'PushFailure', { error: 'two' }));
  t.true(await locked());
  await actors().db.transaction((trx) => clearAlert(trx, place, 'MergeFailure'));
  t.true(await locked());
  await actors().db.transaction((trx) => clearAlert(trx, place, 'PushFailure'));

  t.false(await locked());
  const [lock, ...more] = await actors().changes(component, action.LOCK);
  t.deepEqual(more, []);
  t.like(lock?.details, { auto: true });
  t.deepEqual(
    (await actors().changes(component, action.ALERT)).map(({ details }) => details.alert),
    ['MergeFailure', 'PushFailure'],
  );
});

test('a lock that a person set stays when alerts go', async (t) => {
  const component = await actors().addComponent('local:');
  const place = { owner: component, components: [component] };
  await actors().db.transaction((trx) => raiseAlert(trx, place, 'MergeFailure', {}));
  await actors().db.transaction((trx) => setLock(trx, component.id, true, { userId: 1 }));

  await actors().db.transaction((trx) => clearAlert(trx, place, 'MergeFailure'));

  t.like(await actors().componentOf(component.id), { locked: true, auto_locked: false });
});

test('an alert that comes again does not lock out who unlocked in spite of it', async (t) => {
  const component = await actors().addComponent('local:');
  const place = { owner: component, components: [component] };
  await actors().db.transaction((trx) => raiseAlert(trx, place, 'MergeFailure', { error: 'one' }));
  await actors().db.transaction((trx) => setLock(trx, component.id, false, { userId: 1 }));

  await actors().db.transaction((trx) => raiseAlert(trx, place, 'MergeFailure', { error: 'two' }));

  t.false((await actors().componentOf(component.id)).locked);
});

test('without auto_lock_error alerts do not lock', async (t) => {
  const component = await actors().addComponent('local:', { auto_lock_error: false });
  const place = { owner: component, components: [component] };

  await actors().db.transaction((trx) => raiseAlert(trx, place, 'MergeFailure', {}));

  t.false((await actors().componentOf(component.id)).locked);
});

async function set(component: Component, values: Partial<Component>): Promise<void> {
  await actors().db.writer('components').where('id', component.id).update(values);
}
