import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { componentBehaviour } from '../../../actors/component.ts';
import { headOf } from '../../../actors/git-commit.ts';
import type { Behaviour, Ctx } from '../../../actors/job.ts';
import { action } from '../../../models/actions.ts';
import { useActors } from '../../helpers/components.ts';
import { gitRepository } from '../../helpers/git.ts';

// Serial: each test cuts off what runs in the actors of this file.
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

/** A behaviour that never comes back from the first write to the database for which `isLast` holds. */
function dyingAt(isLast: (ctx: Ctx) => Promise<boolean>): { behaviour: Behaviour; died: Promise<void> } {
  const died = Promise.withResolvers<void>();
  const behaviour: Behaviour = (ctx, kind, payload) => {
    const dying: Ctx = {
      ...ctx,
      async commit(work) {
        if (await isLast(ctx)) {
          died.resolve();
          return new Promise<never>(() => undefined);
        }
        return ctx.commit(work);
      },
    };
    return componentBehaviour(actors().services)(dying, kind, payload);
  };
  return { behaviour, died: died.promise };
}

test.serial('a crash between commit and database neither loses nor doubles the commit', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '', b: '' }) });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  const [ana, eva] = [await actors().addUser('Ana'), await actors().addUser('Eva')];
  await actors().edit(component, 'cs', 'a', 'á', { author: ana });
  await actors().edit(component, 'cs', 'b', 'bé', { author: eva });
  const copy = actors().inCopy(component, '.');
  const start = await headOf(copy);
  const { behaviour, died } = dyingAt(async () => (await headOf(copy)) !== start);
  await actors().restart(behaviour);
  const job = await actors().tell(component, 'commit');
  await died;
  t.is((await actors().pending(component)).length, 2);

  await actors().restart(undefined, 0);
  const { state, crashes } = await actors().finished(job);

  t.deepEqual([state, crashes], ['done', 1]);
  const commits = (await repository.log()).slice(0, -1);
  t.deepEqual(
    commits.map(({ author }) => author.split(' ')[0]),
    ['Eva', 'Ana'],
  );
  t.deepEqual(await actors().pending(component), []);
  const told = await actors().changes(component, action.COMMIT);
  t.deepEqual(
    told.map(({ details }) => details.revision),
    commits.map(({ sha }) => sha).reverse(),
  );
  t.is(await repository.show('po/cs.po'), poFile({ a: 'á', b: 'bé' }));
  t.deepEqual(await actors().drift(), []);
  const reads = await actors().changes(component, action.UPDATE);
  await actors().run(component, 'pull', {});
  t.deepEqual(await actors().changes(component, action.UPDATE), reads);
});

test.serial('a crash after the database was told of a commit leaves no doubles either', async (t) => {
  const strings = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`text ${n}`, '']));
  const repository = await gitRepository(t, { 'po/cs.po': poFile(strings) });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  const author = await actors().addUser('Ana');
  for (const source of Object.keys(strings)) {
    await actors().edit(component, 'cs', source, `${source} česky`, { author });
  }
  const { behaviour, died } = dyingAt(async () => (await actors().pending(component)).length < 300);
  await actors().restart(behaviour);
  const job = await actors().tell(component, 'commit');
  await died;
  const left = (await actors().pending(component)).length;
  t.true(left > 0 && left < 300, `${left} edits are left`);

  await actors().restart(undefined, 0);
  await actors().finished(job);

  t.is((await repository.log()).length, 2);
  t.is((await actors().changes(component, action.COMMIT)).length, 1);
  t.deepEqual(await actors().pending(component), []);
  t.deepEqual(await actors().drift(), []);
});

test.serial('edits made while a commit was cut off are committed as well', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '', b: '' }) });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'á', { author });
  const copy = actors().inCopy(component, '.');
  const start = await headOf(copy);
  const { behaviour, died } = dyingAt(async () => (await headOf(copy)) !== start);
  await actors().restart(behaviour);
  const job = await actors().tell(component, 'commit');
  await died;
  await actors().edit(component, 'cs', 'a', 'later', { author });
  await actors().edit(component, 'cs', 'b', 'bé', { author });

  await actors().restart(undefined, 0);
  await actors().finished(job);

  t.is(await repository.show('po/cs.po'), poFile({ a: 'later', b: 'bé' }));
  const commits = (await repository.log()).slice(0, -1).reverse();
  const names = commits.map(({ message }) => /^Job-Id: .*$/m.exec(message)?.[0]);
  t.is(new Set(names).size, 2);
  const told = await actors().changes(component, action.COMMIT);
  t.deepEqual(
    told.map(({ details }) => details.revision),
    commits.map(({ sha }) => sha),
  );
  t.deepEqual(await actors().pending(component), []);
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'later', b: 'bé' });
});

test.serial('a pull that was cut off after the merge still reads what came in', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '' }) });
  const component = await actors().createComponent(repository.url);
  await repository.commit({ 'po/cs.po': poFile({ a: 'theirs' }) });
  const copy = actors().inCopy(component, '.');
  const start = await headOf(copy);
  const { behaviour, died } = dyingAt(async () => (await headOf(copy)) !== start);
  await actors().restart(behaviour);
  const job = await actors().tell(component, 'pull');
  await died;

  await actors().restart(undefined, 0);
  const { result } = await actors().finished(job);

  t.deepEqual(result, { result: true });
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'theirs' });
  t.is((await actors().changes(component, action.REBASE)).length, 1);
  t.is((await actors().changes(component, action.REMOTE_UPDATE)).length, 1);
});

test.serial('a first reading that was cut off half way is finished without doubles', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`text ${n}`, `česky ${n}`]));
  const repository = await gitRepository(t, {
    'po/cs.po': poFile(many),
    'po/de.po': poFile({ 'text 1': 'eins' }),
  });
  const component = await actors().addComponent(repository.url);
  const count = async () => {
    const row = await actors()
      .db.reader('units')
      .count({ n: '*' })
      .join('translations', 'translations.id', 'units.translation_id')
      .where('component_id', component.id)
      .first();
    return Number(row?.n);
  };
  const { behaviour, died } = dyingAt(async () => (await count()) >= 800);
  await actors().restart(behaviour);
  const job = await actors().tell(component, 'create');
  await died;

  await actors().restart(undefined, 0);
  const { state } = await actors().finished(job);

  t.is(state, 'done');
  t.is(await count(), 1801);
  t.deepEqual(await actors().texts(component, 'cs'), many);
  t.deepEqual(await actors().drift(), []);
});

test.serial('a working copy that was lost is made anew, with what had not been pushed', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '', b: '' }) });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    push_on_commit: false,
  });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'committed', { author });
  await actors().run(component, 'commit', {});
  await actors().edit(component, 'cs', 'b', 'waiting', { author });
  await rm(join(actors().services.vcsFolder, String(component.id)), { recursive: true });

  const result = await actors().run(component, 'push', {});

  t.deepEqual(result, { result: true });
  t.is(await repository.show('po/cs.po'), poFile({ a: 'committed', b: 'waiting' }));
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'committed', b: 'waiting' });
  const [commit] = await repository.log();
  t.is(commit?.author, `Ana <${author.email}>`);
});
