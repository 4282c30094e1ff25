import { randomBytes } from 'node:crypto';
import { cp, rm, writeFile } from 'node:fs/promises';
import test from 'ava';
import { headOf } from '../../../actors/git-commit.ts';
import { runGit } from '../../../actors/git-process.ts';
import { renewMissingCopies } from '../../../actors/missing-copies.ts';
import { strandedMessage } from '../../../actors/restore-head.ts';
import { bundleData, bundlesOf } from '../../../models/bundle.ts';
import type { Component } from '../../../models/component.ts';
import { type TestActors, useActors } from '../../helpers/components.ts';
import { gitRepository } from '../../helpers/git.ts';

const engines = process.env.DRAGOMAN_TEST_DATABASE_URL ? (['sqlite', 'mysql'] as const) : ['sqlite' as const];

const systems = engines.map((engine) => [engine, useActors(test, engine)] as const);

for (const [engine, actors] of systems) {
  const chainOf = (component: Component) => bundlesOf(actors().db.writer, component.id);
  const head = (component: Component) => headOf(actors().inCopy(component, '.'));
  const lose = (component: Component) => rm(actors().inCopy(component, '.'), { recursive: true });

  /** A component that pushes only when told to. */
  async function quietComponent(url: string, fields: Partial<Component> = {}): Promise<Component> {
    return actors().createComponent(url, { push: url, push_on_commit: false, ...fields });
  }

  test(`${engine}: commits that were not pushed come back, the very same, after the working copy was lost`, async (t) => {
    const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '', b: '' }) });
    const component = await quietComponent(repository.url);
    await commitText(actors(), component, 'a', 'á');
    await commitText(actors(), component, 'b', 'bé');
    const before = await head(component);
    t.is((await chainOf(component)).length, 2);
    await lose(component);

    await actors().run(component, 'cleanup', {});

    t.is(await head(component), before);
    t.is(await refsOf(actors(), component, 'refs/dragoman'), '');
    t.deepEqual(await actors().run(component, 'push', {}), { result: true });
    t.is((await repository.log())[0]?.sha, before);
    t.deepEqual(await chainOf(component), []);
    t.deepEqual(await actors().drift(), []);
  });

  test(`${engine}: a repository of our own comes back with its whole history`, async (t) => {
    const component = await actors().createComponent('local:', {
      vcs: 'local',
      filemask: '*.json',
      template: 'en.json',
      file_format: 'json',
    });
    const { id } = await actors().db.writer('languages').where('code', 'cs').first('id');
    await actors().run(component, 'add-translation', { language_id: id });
    const before = await head(component);
    const history = await runGit(actors().inCopy(component, '.'), { args: ['log', '--format=%H'] });
    await lose(component);

    await actors().run(component, 'cleanup', {});

    t.is(await head(component), before);
    t.is(await runGit(actors().inCopy(component, '.'), { args: ['log', '--format=%H'] }), history);
    const [first] = await chainOf(component);
    t.is(first?.base_sha, null);
  });

  test(`${engine}: a bundle larger than a row comes back as it was`, async (t) => {
    const component = await actors().createComponent('local:', {
      vcs: 'local',
      filemask: '*.json',
      template: 'en.json',
      file_format: 'json',
    });
    const folder = actors().inCopy(component, '.');
    await writeFile(actors().inCopy(component, 'large'), randomBytes(2_500_000));
    await runGit(folder, { args: ['add', 'large'] });
    await runGit(folder, { args: ['-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '-m', 'Large'] });
    await actors().run(component, 'cleanup', {});
    const before = await head(component);
    const last = (await chainOf(component)).at(-1);
    t.true((await bundleData(actors().db.writer, component.id, last?.seq ?? 0)).length > 2_500_000);
    await lose(component);

    await actors().run(component, 'cleanup', {});

    t.is(await head(component), before);
  });
}

const actors = systems[0]![1];

const chainOf = (component: Component) => bundlesOf(actors().db.writer, component.id);
const head = (component: Component) => headOf(actors().inCopy(component, '.'));

test('a working copy without commits of its own comes back as it was, not newer', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '' }) });
  const component = await actors().createComponent(repository.url);
  const before = await head(component);
  await repository.commit({ 'po/cs.po': poFile({ a: 'theirs' }) });
  await rm(actors().inCopy(component, '.'), { recursive: true });

  await actors().run(component, 'cleanup', {});

  t.is(await head(component), before);
  await actors().run(component, 'pull', {});
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'theirs' });
});

for (const method of ['rebase', 'merge'] as const) {
  test(`after a ${method} one bundle leads from upstream to the head`, async (t) => {
    const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '', b: '' }), README: 'one\n' });
    const component = await actors().createComponent(repository.url, {
      push: '',
      merge_style: method,
    });
    await commitText(actors(), component, 'a', 'á');
    await commitText(actors(), component, 'b', 'bé');
    const upstream = await repository.commit({ README: 'two\n' });

    t.deepEqual(await actors().run(component, 'pull', {}), { result: true });

    const before = await head(component);
    const chain = await chainOf(component);
    t.deepEqual(
      chain.map(({ base_sha, tip_sha }) => [base_sha, tip_sha]),
      [[upstream, before]],
    );
    await rm(actors().inCopy(component, '.'), { recursive: true });
    await actors().run(component, 'cleanup', {});
    t.is(await head(component), before);
  });
}

test('where upstream was rewritten while the copy was lost, the commits are kept until somebody decides', async (t) => {
  const start = { 'po/cs.po': poFile({ a: '' }) };
  const repository = await gitRepository(t, start);
  await repository.commit({ README: 'one\n' });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    push_on_commit: false,
  });
  await commitText(actors(), component, 'a', 'á');
  const chain = await chainOf(component);
  await repository.rewrite({ README: 'two\n' });
  await rm(actors().inCopy(component, '.'), { recursive: true });

  const first = await actors().run(component, 'push', {});
  const second = await actors().run(component, 'commit', {});

  t.deepEqual([first, second], Array(2).fill({ result: false, detail: strandedMessage }));
  t.deepEqual(await chainOf(component), chain);
  const row = await actors().db.writer('repositories').where('component_id', component.id).first();
  t.is(row.merge_failure, strandedMessage);
  t.true((await actors().alerts(component)).includes('MergeFailure'));
  t.is(await repository.show('po/cs.po'), start['po/cs.po']);

  await actors().run(component, 'reset-keep', {});
  await actors().run(component, 'push', {});

  t.is(await repository.show('po/cs.po'), poFile({ a: 'á' }));
  t.deepEqual(await chainOf(component), []);
  t.false((await actors().alerts(component)).includes('MergeFailure'));
});

test('a reset gives the bundles up with the commits', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '' }) });
  const component = await actors().createComponent(repository.url);
  await commitText(actors(), component, 'a', 'á');

  await actors().run(component, 'reset', {});

  t.deepEqual(await chainOf(component), []);
});

test('a working copy from an older backup is brought to the head', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '', b: '' }) });
  const component = await actors().createComponent(repository.url);
  const copy = actors().inCopy(component, '.');
  await commitText(actors(), component, 'a', 'á');
  await cp(copy, `${copy}-backup`, { recursive: true });
  await commitText(actors(), component, 'b', 'bé');
  const before = await head(component);
  await rm(copy, { recursive: true });
  await cp(`${copy}-backup`, copy, { recursive: true });

  await actors().run(component, 'cleanup', {});

  t.is(await head(component), before);
});

// Serial, because it looks at all copies: those that other tests take away for a while would be made anew as well.
test.serial('the start adds a job for each working copy that is gone, which makes it anew', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '' }) });
  const component = await actors().createComponent(repository.url);
  const other = await actors().createComponent(repository.url);
  await commitText(actors(), component, 'a', 'á');
  const before = await head(component);
  await rm(actors().inCopy(component, '.'), { recursive: true });
  const { db, system, services } = actors();

  const missing = await renewMissingCopies(db, system, services.vcsFolder);

  t.true(missing.includes(component.id));
  t.false(missing.includes(other.id));
  const job = await db.writer('jobs').where({ component_id: component.id, kind: 'fetch' }).first('id');
  await actors().finished(job.id);
  t.is(await head(component), before);
});

test('many bundles become one', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '', b: '' }) });
  const component = await actors().createComponent(repository.url);
  await commitText(actors(), component, 'a', 'á');
  const [first] = await chainOf(component);
  const row = await actors().db.writer('vcs_bundles').where('component_id', component.id).first();
  for (let seq = 2; seq <= 50; seq += 1) {
    const { id, ...same } = row;
    await actors()
      .db.writer('vcs_bundles')
      .insert({ ...same, seq, base_sha: row.tip_sha });
  }

  await commitText(actors(), component, 'b', 'bé');

  const before = await head(component);
  const chain = await chainOf(component);
  t.deepEqual(chain, [{ seq: 51, base_sha: first?.base_sha ?? '', tip_sha: before }]);
  await rm(actors().inCopy(component, '.'), { recursive: true });
  await actors().run(component, 'cleanup', {});
  t.is(await head(component), before);
});

async function commitText(
  actors: TestActors,
  component: Component,
  name: string,
  text: string,
): Promise<void> {
  await actors.edit(component, 'cs', name, text, { author: await actors.addUser('Ana') });
  await actors.run(component, 'commit', {});
}

function refsOf(actors: TestActors, component: Component, below: string): Promise<string> {
  return runGit(actors.inCopy(component, '.'), { args: ['for-each-ref', below] });
}

/** A file whose strings have these texts. */
function poFile(strings: Record<string, string>): string {
  const header = 'msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n';
  return (
    header +
    Object.entries(strings)
      .map(([id, text]) => `\nmsgid "${id}"\nmsgstr "${text}"\n`)
      .join('')
  );
}
