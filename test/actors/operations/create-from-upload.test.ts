import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Upload } from '../../../actors/create-from-upload.ts';
import { headOf } from '../../../actors/git-commit.ts';
import { JobFailed } from '../../../actors/job.ts';
import { zip } from '../../../adapters/zip/write.ts';
import type { Component } from '../../../models/component.ts';
import { useActors } from '../../helpers/components.ts';
import { dyingAt } from '../../helpers/dying.ts';
import { temporaryFolder } from '../../helpers/folder.ts';

// Serial: tests cut off what runs in the actors of this file.
const actors = useActors(test);

const settings = {
  vcs: 'local',
  filemask: 'app/*.json',
  file_format: 'json',
  template: 'app/en.json',
} as const;

async function archive(t: ExecutionContext): Promise<Upload> {
  const file = join(await temporaryFolder(t), 'upload');
  const files = { 'app/en.json': '{"hi": "Hi"}\n', 'app/cs.json': '{"hi": "Ahoj"}\n' };
  const entries = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  await writeFile(file, zip(entries));
  return { file, path: null };
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function assertCreated(t: ExecutionContext, component: Component, upload: Upload): Promise<void> {
  t.deepEqual(await actors().texts(component, 'cs'), { hi: 'Ahoj' });
  t.deepEqual(await actors().languagesOf(component), ['cs', 'en']);
  t.deepEqual(await actors().drift(), []);
  t.false(await isThere(upload.file));
}

test.serial(
  'a crash at a write to the database, early or late, or after the last one costs nothing',
  async (t) => {
    let end = 'under way';
    for (let count = 1; end === 'under way'; count *= 3) {
      const upload = await archive(t);
      const component = await actors().addComponent('local:', settings);
      const { behaviour, died } = dyingAt(actors().services, count);
      await actors().restart(behaviour);
      const job = await actors().tell(component, 'create', { upload });
      end = await died;
      await actors().restart(async () => new Promise<never>(() => undefined), 0);

      await actors().restart(undefined, 0);
      const { state } = await actors().finished(job);

      t.is(state, 'done', `write ${count}`);
      await assertCreated(t, component, upload);
    }
  },
);

for (const isAtEnd of [false, true]) {
  const when = isAtEnd ? 'after the last write' : 'under way';
  test.serial(`neither does the loss of the working copy in a crash ${when}`, async (t) => {
    const upload = await archive(t);
    const component = await actors().addComponent('local:', settings);
    const { behaviour, died } = dyingAt(actors().services, isAtEnd ? 1_000 : 2);
    await actors().restart(behaviour);
    const job = await actors().tell(component, 'create', { upload });
    await died;
    const copy = actors().inCopy(component, '.');
    const head = await headOf(copy);
    await actors().restart(async () => new Promise<never>(() => undefined), 0);
    await rm(copy, { recursive: true });

    await actors().restart(undefined, 0);
    const { state } = await actors().finished(job);

    t.is(state, 'done');
    t.is(await headOf(copy), head);
    await assertCreated(t, component, upload);
  });
}

test.serial('the files outlive the working copy', async (t) => {
  const upload = await archive(t);
  const component = await actors().addComponent('local:', settings);
  await actors().run(component, 'create', { upload });
  const copy = actors().inCopy(component, '.');
  const head = await headOf(copy);

  await rm(copy, { recursive: true });
  await actors().run(component, 'file-scan', {});

  t.is(await headOf(copy), head);
  await assertCreated(t, component, upload);
});

test.serial('an upload that is gone before its job fails it', async (t) => {
  const component = await actors().addComponent('local:', settings);
  const upload = { file: join(await temporaryFolder(t), 'nothing'), path: null };

  const error = await t.throwsAsync(actors().run(component, 'create', { upload }), { instanceOf: JobFailed });

  t.is(error?.attr, 'zipfile');
  t.false(await isThere(actors().inCopy(component, '.')));
});
