import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { headOf } from '../../actors/git-commit.ts';
import { runGit } from '../../actors/git-process.ts';
import { takeLock } from '../../daemon/lock.ts';
import { bundlesOf } from '../../models/bundle.ts';
import type { Component } from '../../models/component.ts';
import { runCommand } from '../helpers/command.ts';
import { useActors } from '../helpers/components.ts';
import { gitRepository } from '../helpers/git.ts';

// Serial: the command looks at everything there is, so each test leaves it in order.
const actors = useActors(test);

const copyOf = (component: Component) => actors().inCopy(component, '.');

function check(t: ExecutionContext, ...options: string[]) {
  const env = { DRAGOMAN_DATA: actors().database.folder, DRAGOMAN_ALLOW_LOCAL_REPOSITORIES: 'on' };
  return runCommand(t, ['check', ...options], { env });
}

/** A component with a commit that is not pushed, and that commit. */
async function componentWithCommit(t: ExecutionContext): Promise<{ component: Component; head: string }> {
  const header = 'msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n';
  const repository = await gitRepository(t, { 'po/cs.po': `${header}\nmsgid "a"\nmsgstr ""\n` });
  const component = await actors().createComponent(repository.url);
  await actors().edit(component, 'cs', 'a', 'á', { author: await actors().addUser('Ana') });
  await actors().run(component, 'commit', {});
  t.teardown(() => actors().run(component, 'remove-component', {}));
  return { component, head: await headOf(copyOf(component)) };
}

/** The command finds the damage, mends it, and then finds nothing more. */
async function isFoundAndMended(t: ExecutionContext, pattern: RegExp): Promise<void> {
  const found = await check(t);
  const repaired = await check(t, '--repair');
  const after = await check(t);

  t.is(found.code, 1, found.stderr);
  t.regex(found.stdout, pattern);
  t.regex(found.stdout, /^Wrong: 1\./m);
  t.is(repaired.code, 0, repaired.stdout + repaired.stderr);
  t.regex(repaired.stdout, /: mended\nWrong: 1; mended: 1\.\n$/);
  t.deepEqual([after.stdout, after.code], ['Nothing is wrong.\n', 0]);
}

test.serial('a working copy that is missing is made anew, with its commits', async (t) => {
  const { component, head } = await componentWithCommit(t);
  await rm(copyOf(component), { recursive: true });

  await isFoundAndMended(t, /the working copy is missing/);

  t.is(await headOf(copyOf(component)), head);
});

test.serial('a working copy with a damaged object is made anew, with its commits', async (t) => {
  const { component, head } = await componentWithCommit(t);
  const object = join(copyOf(component), '.git', 'objects', head.slice(0, 2), head.slice(2));
  await rm(object);
  await writeFile(object, 'damaged');

  await isFoundAndMended(t, /the working copy is damaged: /);

  t.is(await headOf(copyOf(component)), head);
  t.deepEqual(await readdir(actors().services.vcsFolder), [String(component.id)]);
});

test.serial('a working copy that is behind is brought to the head', async (t) => {
  const { component, head } = await componentWithCommit(t);
  await runGit(copyOf(component), { args: ['reset', '--hard', 'HEAD^'] });

  await isFoundAndMended(t, new RegExp(`HEAD is \\w+, should be ${head}`));

  t.is(await headOf(copyOf(component)), head);
});

test.serial('bundles that are lost or damaged are made anew', async (t) => {
  const { component, head } = await componentWithCommit(t);
  const rows = () => actors().db.writer('vcs_bundles').where('component_id', component.id);
  const { data } = await rows().first('data');

  await rows().delete();
  await isFoundAndMended(t, /not pushed are not in the database/);

  // Near its end a bundle has contents that only unpacking looks at.
  await rows().update({ data: Buffer.concat([data.subarray(0, -30), Buffer.alloc(30)]) });
  await isFoundAndMended(t, /bundle \d+ cannot be unpacked/);

  const [bundle] = await bundlesOf(actors().db.writer, component.id);
  t.is(bundle?.tip_sha, head);
});

test.serial('a lock of git, a half-written file and a half clone are removed', async (t) => {
  const { component } = await componentWithCommit(t);
  const { vcsFolder } = actors().services;

  await writeFile(join(copyOf(component), '.git', 'index.lock'), '');
  await isFoundAndMended(t, /\.git\/index\.lock is left over/);
  await writeFile(join(copyOf(component), 'po', '.tmp-0123456789ab-cs.po'), 'half');
  await isFoundAndMended(t, /po\/\.tmp-0123456789ab-cs\.po is left over/);
  await mkdir(join(vcsFolder, '9.part-1'));
  await isFoundAndMended(t, /vcs\/9\.part-1: left over/);

  t.deepEqual(await readdir(vcsFolder), [String(component.id)]);
});

test.serial('a mark of a waiting edit that does not wait is corrected', async (t) => {
  const { component } = await componentWithCommit(t);
  const unit = await actors().unit(component, 'cs', 'a');
  await actors().db.writer('units').where('id', unit.id).update({ pending: 1 });

  await isFoundAndMended(t, /pending is 1, should be 0/);
});

test.serial('what neither the working copy nor the database has is left as it is', async (t) => {
  const { component, head } = await componentWithCommit(t);
  await actors().db.writer('vcs_bundles').where('component_id', component.id).delete();
  const object = join(copyOf(component), '.git', 'objects', head.slice(0, 2), head.slice(2));
  await rm(object);
  await writeFile(object, 'damaged');

  const { code, stdout } = await check(t, '--repair');

  t.is(code, 1);
  t.regex(stdout, /: not mended: .*not in the database/);
  t.regex(stdout, /^Wrong: 1; mended: 0\.$/m);
  t.is((await check(t)).code, 1);
});

test.serial('a working copy that a job works in is not looked at', async (t) => {
  const { component } = await componentWithCommit(t);
  await writeFile(join(copyOf(component), '.git', 'index.lock'), '');
  const jobs = () => actors().db.writer('jobs').where('component_id', component.id);
  const { id } = await jobs().first('id');
  await jobs().where({ id }).update({ state: 'running' });

  const { code, stdout } = await check(t);

  t.deepEqual([stdout, code], ['Nothing is wrong.\n', 0]);
  await jobs().where({ id }).update({ state: 'done' });
});

test.serial('nothing is mended while a server uses the data folder', async (t) => {
  const lock = await takeLock(actors().database.folder);
  t.teardown(() => lock.release());

  const { code, stderr } = await check(t, '--repair');

  t.is(code, 1);
  t.regex(stderr, /uses the data folder/);
});
