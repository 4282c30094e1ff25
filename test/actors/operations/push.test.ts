import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';
import { action } from '../../../models/actions.ts';
import { RepositoryState } from '../../../models/repository-state.ts';
import { useActors } from '../../helpers/components.ts';
import { gitRepository } from '../../helpers/git.ts';

const actors = useActors(test);

const header = 'msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n';

function poFile(strings: Record<string, string>): string {
  const entries = Object.entries(strings).map(
    ([id, text]) => `\n# 1\n# 2\n# 3\n# 4\n# 5\nmsgid "${id}"\nmsgstr "${text}"\n`,
  );
  return header + entries.join('');
}

test('a push commits what waits and tells the history', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '' }) });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    push_on_commit: false,
  });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'á', { author });
  await actors().run(component, 'commit', {});
  t.is((await repository.log()).length, 1);

  const result = await actors().run(component, 'push', {});

  t.deepEqual(result, { result: true });
  const [commit] = await repository.log();
  const [change, ...more] = await actors().changes(component, action.PUSH);
  t.deepEqual(more, []);
  t.is(change?.details.revision, commit?.sha);
});

test('nothing to push is a success without a trace', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '' }) });
  const component = await actors().createComponent(repository.url, { push: repository.url });

  t.deepEqual(await actors().run(component, 'push', {}), { result: true });
  t.deepEqual(await actors().changes(component, action.PUSH), []);
});

test('without a push address the result is false and says why', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '' }) });
  const component = await actors().createComponent(repository.url);

  const result = await actors().run(component, 'push', {});

  t.false(result.result);
  t.regex(result.detail ?? '', /turned off/);
});

test('a push branch of its own gets the commits, and the tracked one stays', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '', b: '' }) });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    push_branch: 'translations',
  });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'á', { author });
  await actors().run(component, 'push', {});
  await actors().edit(component, 'cs', 'b', 'bé', { author });

  const result = await actors().run(component, 'push', {});

  t.deepEqual(result, { result: true });
  t.is((await repository.log()).length, 1);
  t.is((await repository.log('translations')).length, 3);
  t.is(await repository.show('po/cs.po', 'translations'), poFile({ a: 'á', b: 'bé' }));
});

test('a push that upstream was faster than takes over what is new and is tried again', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '', b: '' }) });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'ours', { author });
  await repository.commit({ 'po/cs.po': poFile({ a: '', b: 'theirs' }) });

  // A commit pushes without looking first, so the remote refuses.
  const result = await actors().run(component, 'commit', {});

  t.deepEqual(result, { result: true });
  t.is(await repository.show('po/cs.po'), poFile({ a: 'ours', b: 'theirs' }));
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'ours', b: 'theirs' });
  t.deepEqual(await actors().alerts(component), []);
});

test('what was merged and not yet read when a crash came is read before it is pushed', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '', b: '' }) });
  const fields = { push: repository.url, push_on_commit: false };
  const component = await actors().createComponent(repository.url, fields);
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'ours', { author });
  await actors().run(component, 'commit', {});
  await repository.commit({ 'po/cs.po': poFile({ a: '', b: 'theirs' }) });
  const cwd = actors().inCopy(component, '.');
  const git = (...args: string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], { cwd });
  await git('fetch', repository.url, '+refs/heads/main:refs/remotes/origin/main');
  await git('merge', '--quiet', 'refs/remotes/origin/main');
  await actors().db.writer('components').where('id', component.id).update({ push_on_commit: 1 });

  const result = await actors().run(component, 'commit', {});

  t.deepEqual(result, { result: true });
  t.is(await repository.show('po/cs.po'), poFile({ a: 'ours', b: 'theirs' }));
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'ours', b: 'theirs' });
});

test('a remote that takes no pushes raises an alert, which the next good push clears', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '' }) });
  const component = await actors().createComponent(repository.url, { push: '/nowhere/at/all.git' });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'á', { author });

  const result = await actors().run(component, 'push', {});

  t.false(result.result);
  t.deepEqual(await actors().alerts(component), ['PushFailure']);
  const [failed] = await actors().changes(component, action.FAILED_PUSH);
  t.is(failed?.target, result.detail);
  const state = await RepositoryState.query(actors().db.reader).findById(component.id);
  t.like(state, { merge_failure: result.detail, outgoing: 1 });
  t.true((await actors().componentOf(component.id)).auto_locked);

  await actors().db.writer('components').where('id', component.id).update({ push: repository.url });
  t.deepEqual(await actors().run(component, 'push', {}), { result: true });
  t.deepEqual(await actors().alerts(component), []);
  t.false((await actors().componentOf(component.id)).locked);
});

test('force push overwrites the push branch only', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '', b: '' }) });
  const component = await actors().createComponent(repository.url, {
    vcs: 'git-force-push',
    push: repository.url,
    push_branch: 'translations',
  });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'ours', { author });
  await actors().run(component, 'push', {});
  await repository.commit({ 'po/cs.po': poFile({ a: '', b: 'theirs' }) });

  const result = await actors().run(component, 'pull', { method: 'rebase' });

  t.deepEqual(result, { result: true });
  t.is(await repository.show('po/cs.po', 'translations'), poFile({ a: 'ours', b: 'theirs' }));
});

test('without a remote, pushing, pulling and resetting are nothing to do', async (t) => {
  const component = await actors().createComponent('local:', {
    vcs: 'local',
    filemask: '*.json',
    template: 'en.json',
    file_format: 'json',
    manage_units: true,
  });

  t.deepEqual(await actors().run(component, 'push', {}), { result: true });
  t.deepEqual(await actors().run(component, 'pull', {}), { result: true });
  t.deepEqual(await actors().run(component, 'reset', {}), { result: true });
  const state = await RepositoryState.query(actors().db.reader).findById(component.id);
  t.like(state, { remote_sha: null, local_info: null, outgoing: 0, missing: 0 });
});
