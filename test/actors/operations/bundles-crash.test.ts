import { rm } from 'node:fs/promises';
import test from 'ava';
import { componentBehaviour } from '../../../actors/component.ts';
import { headOf } from '../../../actors/git-commit.ts';
import type { Behaviour, Ctx } from '../../../actors/job.ts';
import { bundlesOf } from '../../../models/bundle.ts';
import { useActors } from '../../helpers/components.ts';
import { gitRepository } from '../../helpers/git.ts';

// Serial: each test cuts off what runs in the actors of this file.
const actors = useActors(test);

const header = 'msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n';

/** A behaviour that never comes back from the first write to the database for which `isLast` holds. */
function dyingAt(isLast: () => Promise<boolean>): { behaviour: Behaviour; died: Promise<void> } {
  const died = Promise.withResolvers<void>();
  const behaviour: Behaviour = (ctx, kind, payload) => {
    const dying: Ctx = {
      ...ctx,
      async commit(work) {
        if (await isLast()) {
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

for (const isLost of [false, true]) {
  const what = isLost ? 'and the loss of the working copy ' : '';
  test.serial(`a crash between commit and database ${what}costs nothing`, async (t) => {
    const repository = await gitRepository(t, { 'po/cs.po': `${header}\nmsgid "a"\nmsgstr ""\n` });
    const component = await actors().createComponent(repository.url);
    const author = await actors().addUser('Ana');
    const copy = actors().inCopy(component, '.');
    await actors().edit(component, 'cs', 'a', 'first', { author });
    await actors().run(component, 'commit', {});
    const first = await headOf(copy);
    await actors().edit(component, 'cs', 'a', 'second', { author });
    const { behaviour, died } = dyingAt(async () => (await headOf(copy)) !== first);
    await actors().restart(behaviour);
    const job = await actors().tell(component, 'commit');
    await died;
    const second = await headOf(copy);
    await actors().restart(async () => new Promise<never>(() => undefined), 0);
    if (isLost) {
      await rm(copy, { recursive: true });
    }

    await actors().restart(undefined, 0);
    const { state } = await actors().finished(job);

    t.is(state, 'done');
    t.is(await headOf(copy), second);
    const chain = await bundlesOf(actors().db.writer, component.id);
    t.deepEqual(
      chain.map(({ tip_sha }) => tip_sha),
      [first, second],
    );
    t.deepEqual(await actors().pending(component), []);
    t.deepEqual(await actors().texts(component, 'cs'), { a: 'second' });
    t.deepEqual(await actors().drift(), []);
  });
}
