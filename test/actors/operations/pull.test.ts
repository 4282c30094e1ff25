import { createServer } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { action } from '../../../models/actions.ts';
import { RepositoryState } from '../../../models/repository-state.ts';
import { Suggestion } from '../../../models/suggestion.ts';
import { useActors } from '../../helpers/components.ts';
import { gitRepository } from '../../helpers/git.ts';

const actors = useActors(test);

const header = `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
`;

/** Strings far enough apart for git to merge changes of different ones. */
function poFile(strings: Record<string, string>): string {
  const entries = Object.entries(strings).map(
    ([id, text]) => `\n# 1\n# 2\n# 3\n# 4\n# 5\nmsgid "${id}"\nmsgstr "${text}"\n`,
  );
  return header + entries.join('');
}

test('a change upstream comes in, and only its file is read', async (t) => {
  const repository = await gitRepository(t, {
    'po/cs.po': poFile({ a: 'á', b: '' }),
    'po/de.po': poFile({ a: 'a' }),
  });
  const component = await actors().createComponent(repository.url);
  const head = await repository.commit({ 'po/cs.po': poFile({ a: 'nové', b: '', c: 'cé' }) });

  const result = await actors().run(component, 'pull', {});

  t.deepEqual(result, { result: true });
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'nové', b: '', c: 'cé' });
  const [updated] = await actors().changes(component, action.STRING_REPO_UPDATE);
  t.like(updated, { target: 'nové', old: 'á' });
  const [added] = await actors().changes(component, action.NEW_UNIT_REPO);
  t.like(added, { target: 'cé' });
  const [source] = await actors().changes(component, action.NEW_SOURCE_REPO);
  t.like(source, { target: 'c' });
  const reads = await actors().changes(component, action.UPDATE);
  t.deepEqual(
    reads.map(({ details }) => details),
    [
      { filename: 'po/cs.po', reason: 'new file' },
      { filename: 'po/de.po', reason: 'new file' },
      { filename: 'po/cs.po', reason: 'content changed' },
    ],
  );
  t.is((await actors().changes(component, action.REMOTE_UPDATE)).length, 1);
  const [moved] = await actors().changes(component, action.REBASE);
  t.is(moved?.details.new_head, head);
  t.like(await state(component.id), { remote_sha: head, local_sha: head, processed_sha: head, missing: 0 });
  t.deepEqual(await actors().drift(), []);
});

test('nothing new is a success that leaves no trace', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: 'á' }) });
  const component = await actors().createComponent(repository.url);

  const result = await actors().run(component, 'pull', {});

  t.deepEqual(result, { result: true });
  t.deepEqual(await actors().changes(component, action.REBASE), []);
  t.is((await actors().changes(component, action.UPDATE)).length, 1);
});

test('strings, languages and whole files that upstream removes go', async (t) => {
  const repository = await gitRepository(t, {
    'po/cs.po': poFile({ a: 'á', b: 'bé' }),
    'po/de.po': poFile({ a: 'a', only: 'nur' }),
  });
  const component = await actors().createComponent(repository.url);
  await repository.commit({
    'po/cs.po': poFile({ a: 'á' }),
    'po/de.po': null,
    'po/fr.po': poFile({ a: 'à' }),
  });

  await actors().run(component, 'pull', {});

  t.deepEqual(await actors().languagesOf(component), ['cs', 'en', 'fr']);
  t.deepEqual(Object.keys(await actors().texts(component, 'en')), ['a']);
  const [removed] = await actors().changes(component, action.REMOVE_TRANSLATION);
  t.is(removed?.target, 'po/de.po');
  t.deepEqual(await actors().drift(), []);
});

test('moved strings keep their identity and get their new places', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: 'á', b: 'bé', c: 'cé' }) });
  const component = await actors().createComponent(repository.url);
  const before = await actors().unit(component, 'cs', 'c');
  await repository.commit({ 'po/cs.po': poFile({ c: 'cé', a: 'á', b: 'bé' }) });

  await actors().run(component, 'pull', {});

  t.deepEqual(Object.keys(await actors().texts(component, 'cs')), ['c', 'a', 'b']);
  t.is((await actors().unit(component, 'cs', 'c')).id, before.id);
  t.deepEqual(await actors().changes(component, action.STRING_REPO_UPDATE), []);
});

test('a waiting edit stays waiting when upstream touches other files only', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: 'á' }), 'main.c': 'one\n' });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'áá', { author });
  await repository.commit({ 'main.c': 'two\n' });

  await actors().run(component, 'pull', {});

  t.is((await actors().pending(component)).length, 1);
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'áá' });
  t.is((await repository.log()).length, 2);
});

for (const [method, parents] of [
  ['rebase', 1],
  ['merge', 2],
  ['merge_noff', 2],
] as const) {
  test(`${method}: edits here and changes upstream come together and are pushed`, async (t) => {
    const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: 'á', b: 'bé' }) });
    const component = await actors().createComponent(repository.url, { push: repository.url });
    const author = await actors().addUser('Ana');
    await actors().edit(component, 'cs', 'a', 'ours', { author });
    await repository.commit({ 'po/cs.po': poFile({ a: 'á', b: 'theirs' }) });

    const result = await actors().run(component, 'pull', { method });

    t.deepEqual(result, { result: true });
    t.deepEqual(await actors().texts(component, 'cs'), { a: 'ours', b: 'theirs' });
    t.is(await repository.show('po/cs.po'), poFile({ a: 'ours', b: 'theirs' }));
    const found = (await repository.git('log', '-1', '--format=%P', 'main')).trim().split(' ');
    t.is(found.length, parents);
    t.deepEqual(await actors().pending(component), []);
    const expected = method === 'rebase' ? action.REBASE : action.MERGE;
    t.is((await actors().changes(component, expected)).length, 1);
    t.deepEqual(await actors().drift(), []);
  });
}

test('what cannot be brought together stays as it was, with an alert, and nothing is lost', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: 'á' }) });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'ours', { author });
  await repository.commit({ 'po/cs.po': 'msgid "a\n' });

  const result = await actors().run(component, 'pull', {});

  t.false(result.result);
  t.truthy(result.detail);
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'ours' });
  t.deepEqual(await actors().alerts(component), ['MergeFailure']);
  t.like(await actors().componentOf(component.id), { locked: true, auto_locked: true });
  const [failed] = await actors().changes(component, action.FAILED_REBASE);
  t.is(failed?.target, result.detail);
  t.like(await state(component.id), { merge_failure: result.detail, outgoing: 1, missing: 1 });

  await repository.commit({ 'po/cs.po': poFile({ a: 'á', b: 'mended' }) });
  t.deepEqual(await actors().run(component, 'pull', {}), { result: true });
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'ours', b: 'mended' });
  t.deepEqual(await actors().alerts(component), []);
  t.false((await actors().componentOf(component.id)).locked);
});

test('a reset takes upstream, and a lock that came from alerts goes', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: 'á', b: 'bé' }) });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'ours', { author });
  await repository.commit({ 'po/cs.po': 'msgid "a\n' });
  await actors().run(component, 'pull', {});
  await repository.commit({ 'po/cs.po': poFile({ a: 'theirs', b: 'bé' }) });
  await actors().edit(component, 'cs', 'b', 'waiting', { author });

  const result = await actors().run(component, 'reset', {});

  t.deepEqual(result, { result: true });
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'theirs', b: 'bé' });
  t.deepEqual(await actors().pending(component), []);
  t.deepEqual(await actors().alerts(component), []);
  t.like(await actors().componentOf(component.id), { locked: false, auto_locked: false });
  t.like(await state(component.id), { merge_failure: null, outgoing: 0, missing: 0 });
  t.is((await actors().changes(component, action.RESET)).length, 1);
  t.deepEqual(await actors().drift(), []);
});

test('a reset that keeps puts our strings on top of upstream, whatever both did to them', async (t) => {
  const repository = await gitRepository(t, {
    'po/cs.po': poFile({ a: 'á', b: 'bé' }),
    'po/de.po': poFile({ a: 'd' }),
  });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    push_on_commit: false,
  });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'ours', { author });
  await actors().run(component, 'commit', {});
  await repository.commit({ 'po/cs.po': poFile({ a: 'theirs', b: 'bé', c: 'new' }) });
  await actors().edit(component, 'cs', 'b', 'waiting', { author });

  const result = await actors().run(component, 'reset-keep', {});

  t.deepEqual(result, { result: true });
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'ours', b: 'waiting', c: 'new' });
  t.deepEqual(await actors().pending(component), []);
  await actors().run(component, 'push', {});
  t.is(await repository.show('po/cs.po'), poFile({ a: 'ours', b: 'waiting', c: 'new' }));
  const [commit] = await repository.log();
  t.is(commit?.author, `Ana <${author.email}>`);
  t.deepEqual(Object.keys(commit?.files ?? {}), ['po/cs.po']);
  t.deepEqual(await actors().drift(), []);
});

test('a waiting edit that upstream overtakes becomes a suggestion', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: 'á', b: '' }) });
  const component = await actors().createComponent(repository.url);
  const author = await actors().addUser('Ana');
  // What a policy keeps back is not committed before the pull.
  await actors().db.writer('projects').where('id', component.project_id).update({ commit_policy: 30 });
  await actors().edit(component, 'cs', 'a', 'ours', { author });
  await repository.commit({ 'po/cs.po': poFile({ a: 'theirs', b: '' }) });

  await actors().run(component, 'pull', {});

  const unit = await actors().unit(component, 'cs', 'a');
  t.like(unit, { target: ['theirs'], pending: false, has_suggestion: true });
  const suggestions = await Suggestion.query(actors().db.reader).where('unit_id', unit.id);
  t.like(suggestions, [{ target: ['ours'], user_id: author.id }]);
  t.deepEqual(await actors().drift(), []);
});

test('a remote that is gone is a false result, and the next good pull clears the alert', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: 'á' }) });
  const component = await actors().createComponent(repository.url);
  await rename(component.id, '/nowhere/at/all.git');

  const result = await actors().run(component, 'pull', {});

  t.false(result.result);
  t.false(result.detail?.includes('/nowhere/at'));
  t.deepEqual(await actors().alerts(component), ['UpdateFailure']);
  t.is((await actors().changes(component, action.FAILED_REMOTE_UPDATE)).length, 1);
  await rename(component.id, repository.url);
  t.deepEqual(await actors().run(component, 'pull', {}), { result: true });
  t.deepEqual(await actors().alerts(component), []);
});

test('strings are saved while a pull hangs on its remote', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: 'á' }) });
  const component = await actors().createComponent(repository.url);
  const author = await actors().addUser('Ana');
  const { port, connected, close } = await silentServer(t);
  await rename(component.id, `http://127.0.0.1:${port}/hello.git`);
  const job = await actors().tell(component, 'pull');
  await connected;

  for (const text of ['one', 'two', 'three']) {
    await actors().edit(component, 'cs', 'a', text, { author });
  }

  t.deepEqual(await actors().texts(component, 'cs'), { a: 'three' });
  t.is((await actors().pending(component)).length, 3);
  close();
  t.like(await actors().finished(job), { state: 'done', result: { result: false } });
});

test('the base file changing upstream makes translations need a look, and back', async (t) => {
  const files = (text: string) => ({
    'en.json': `{"a": "${text}", "b": "B"}`,
    'cs.json': '{"a": "Á", "b": ""}',
  });
  const repository = await gitRepository(t, files('A'));
  const component = await actors().createComponent(repository.url, {
    filemask: '*.json',
    template: 'en.json',
    file_format: 'json',
  });

  await repository.commit(files('Aa'));
  await actors().run(component, 'pull', {});

  t.like(await actors().unit(component, 'cs', 'a'), {
    source: ['Aa'],
    previous_source: ['A'],
    state: 11,
    target: ['Á'],
  });
  t.like(await actors().unit(component, 'en', 'a'), { source: ['Aa'], target: ['Aa'], state: 20 });
  const changed = await actors().changes(component, action.SOURCE_CHANGE);
  t.deepEqual(
    changed.map(({ old, target }) => [old, target]),
    [
      ['A', 'Aa'],
      ['A', 'Aa'],
    ],
  );

  await repository.commit(files('A'));
  await actors().run(component, 'pull', {});

  t.like(await actors().unit(component, 'cs', 'a'), { source: ['A'], previous_source: [], state: 20 });
  t.deepEqual(await actors().drift(), []);
});

test('a file that upstream breaks is reported, keeps its strings, and is read again once mended', async (t) => {
  const repository = await gitRepository(t, {
    'po/cs.po': poFile({ a: 'á' }),
    'po/de.po': poFile({ a: 'd' }),
  });
  const component = await actors().createComponent(repository.url);
  await repository.commit({ 'po/cs.po': 'msgid "a\n', 'po/de.po': poFile({ a: 'dd' }) });

  await actors().run(component, 'pull', {});

  t.deepEqual(await actors().texts(component, 'cs'), { a: 'á' });
  t.deepEqual(await actors().texts(component, 'de'), { a: 'dd' });
  t.deepEqual(await actors().alerts(component), ['ParseError']);
  await actors().run(component, 'pull', {});
  t.is((await actors().changes(component, action.PARSE_ERROR)).length, 1);
  await repository.commit({ 'po/cs.po': poFile({ a: 'mended' }) });
  await actors().run(component, 'pull', {});
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'mended' });
  t.deepEqual(await actors().alerts(component), []);
});

test('a waiting edit stays when its file is read again without a change of that string', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: 'á', b: 'bé' }) });
  const component = await actors().createComponent(repository.url);
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'ours', { author, state: 30 });
  // What a policy keeps back is not committed before the pull.
  await actors().db.writer('projects').where('id', component.project_id).update({ commit_policy: 30 });
  await actors().edit(component, 'cs', 'a', 'later', { author });
  await repository.commit({ 'po/cs.po': poFile({ a: 'á', b: 'theirs' }) });

  await actors().run(component, 'pull', {});

  t.deepEqual(await actors().texts(component, 'cs'), { a: 'later', b: 'theirs' });
  const [waiting, ...more] = await actors().pending(component);
  t.deepEqual(more, []);
  t.like(waiting, { target: ['later'], base_target: ['ours'] });
});

function state(componentId: number): Promise<RepositoryState | undefined> {
  return RepositoryState.query(actors().db.writer).findById(componentId).execute();
}

async function rename(componentId: number, repo: string): Promise<void> {
  await actors().db.writer('components').where('id', componentId).update({ repo });
}

/** Takes connections and never answers, until `close`. */
async function silentServer(t: ExecutionContext) {
  const connected = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    closers.push(() => socket.destroy());
    connected.resolve();
  });
  const closers: (() => void)[] = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    for (const closer of closers) {
      closer();
    }
    server.close();
  };
  t.teardown(close);
  const address = server.address();
  return { port: typeof address === 'object' ? address?.port : 0, connected: connected.promise, close };
}
