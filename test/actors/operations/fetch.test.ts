import test from 'ava';
import { RepositoryState } from '../../../models/repository-state.ts';
import { useActors } from '../../helpers/components.ts';
import { gitRepository } from '../../helpers/git.ts';

const actors = useActors(test);

const file = (text: string) => `msgid ""\nmsgstr ""\n"Language: cs\\n"\n\nmsgid "One"\nmsgstr "${text}"\n`;

test('a fetch tells how far upstream is, and takes nothing over', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': file('') });
  const component = await actors().createComponent(repository.url);
  const upstream = await repository.commit({ 'po/cs.po': file('Jedna') });

  const result = await actors().run(component, 'fetch', {});

  const state = await RepositoryState.query(actors().db.reader).findById(component.id).throwIfNotFound();
  t.deepEqual(result, { result: true });
  t.is(state.remote_sha, upstream);
  t.is(state.missing, 1);
  t.deepEqual(await actors().texts(component, 'cs'), { One: '' });
});

test('a remote that cannot be asked is told by the result and an alert', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': file('') });
  const component = await actors().createComponent(repository.url);
  await repository.git('update-ref', '-d', 'refs/heads/main');

  const { result, detail } = await actors().run(component, 'fetch', {});

  t.false(result);
  t.is(typeof detail, 'string');
  t.deepEqual(await actors().alerts(component), ['UpdateFailure']);
});
