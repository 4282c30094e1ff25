import test from 'ava';
import { Component } from '../../models/component.ts';
import { Job } from '../../models/job.ts';
import { seedLanguages } from '../../models/seed-languages.ts';
import { gitRepository } from '../helpers/git.ts';
import { silentServer } from '../helpers/remotes.ts';
import { addProject } from '../helpers/rows.ts';
import { forEachServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const po = (text: string) =>
  `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Hello"\nmsgstr "${text}"\n`;

forEachServer(test, (name, server) => {
  test(
    name('strings are saved while a pull of their component waits for a remote that never answers'),
    async (t) => {
      const { db, admin: token } = server();
      await db.transaction((trx) => seedLanguages(trx));
      await addProject(db, 'hang');
      const repository = await gitRepository(t, { 'po/cs.po': po('') });
      const { json: made } = await server().post('/api/projects/hang/components/', {
        token,
        json: { name: 'Web', slug: 'web', repo: repository.url, filemask: 'po/*.po', file_format: 'po' },
      });
      await until(
        async () => (await server().get('/api/components/hang/web/', { token })).json.task_url === null,
      );
      const remote = await silentServer(t);
      await Component.query(db.writer)
        .findById(made.id)
        .patch({ repo: `git://127.0.0.1:${remote.port}/x.git` });
      const units = await server().get('/api/translations/hang/web/cs/units/', { token });
      const pulling = new AbortController();
      const pull = fetch(new URL('/api/components/hang/web/repository/', server().url), {
        method: 'POST',
        headers: { Authorization: `Token ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ operation: 'pull' }),
        signal: pulling.signal,
      }).catch(() => null);
      const isPulling = async () =>
        (await Job.query(db.writer).findOne({
          component_id: made.id,
          kind: 'pull',
          step: 'fetch',
          state: 'running',
        })) !== undefined;
      await until(isPulling);

      const statuses: number[] = [];
      for (let round = 1; round <= 20; round += 1) {
        const { status } = await server().request('PATCH', units.json.results[0].url, {
          token,
          json: { target: [`Ahoj ${round}`], state: 20 },
        });
        statuses.push(status);
      }

      t.deepEqual([...new Set(statuses)], [200]);
      t.true(await isPulling());
      const { json: saved } = await server().get(units.json.results[0].url, { token });
      t.deepEqual(saved.target, ['Ahoj 20']);
      t.true(saved.pending);
      pulling.abort();
      await pull;
    },
  );
});
