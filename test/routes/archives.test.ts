import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { unzip } from '../../adapters/zip/read.ts';
import { Component } from '../../models/component.ts';
import { Project } from '../../models/project.ts';
import { importComponent, poFile } from '../helpers/imported.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

const files = {
  'po/hello.pot': poFile({ Hello: '' }),
  'po/cs.po': poFile({ Hello: '' }),
  'other.txt': 'not ours',
};

/** Names and texts of the archive at `path`. */
async function unpacked(server: TestServer, path: string, token?: string): Promise<Record<string, string>> {
  const response = await fetch(new URL(path, server.url), {
    headers: token ? { Authorization: `Token ${token}` } : {},
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const entries = unzip(bytes, { files: 100, total: 1_000_000 });
  return Object.fromEntries(entries.map((file) => [file.path, Buffer.from(file.bytes).toString()]));
}

forEachServer(test, (name, server) => {
  test(
    name('a component is downloaded as its files, with waiting edits in them and nothing else'),
    async (t) => {
      const { admin: token } = server();
      const { path, cs } = await importComponent(t, server(), 'zip', files);
      const units = await server().get(`${cs}units/`, { token });
      await server().request('PATCH', units.json.results[0].url, {
        token,
        json: { target: ['Ahoj'], state: 20 },
      });

      const component = await unpacked(server(), `${path}file/`);
      const project = await unpacked(server(), '/api/projects/zip/file/?format=zip', token);
      const czech = await unpacked(server(), '/api/projects/zip/file/?language_code=cs', token);
      const none = await unpacked(server(), '/api/projects/zip/file/?language_code=xx', token);

      const translated = poFile({ Hello: 'Ahoj' });
      t.deepEqual(Object.keys(component).sort(), ['zip/web/po/cs.po', 'zip/web/po/hello.pot']);
      t.true(component['zip/web/po/cs.po']?.includes('msgstr "Ahoj"'), translated);
      t.deepEqual(project, component);
      t.deepEqual(Object.keys(czech), ['zip/web/po/cs.po']);
      t.deepEqual(none, {});
      const { headers } = await server().get(`${path}file/`);
      t.is(headers.get('content-disposition'), 'attachment; filename="zip-web.zip"');
      t.is(headers.get('content-type'), 'application/zip');
    },
  );

  test(
    name('files are downloaded while their working copy is lost, and refused while it cannot be had'),
    async (t) => {
      const { database, admin: token, db } = server();
      const { path, cs, repository } = await importComponent(t, server(), 'ziplost', files);
      const component = await Component.at(db.reader, 'ziplost/web');
      const lose = () => rm(join(database.folder, 'vcs', `${component!.id}`), { recursive: true });
      const whole = await unpacked(server(), `${path}file/`, token);
      const file = await server().get(`${cs}file/`, { token });

      await lose();
      t.deepEqual(await unpacked(server(), `${path}file/`, token), whole);
      await lose();
      t.is((await server().get(`${cs}file/`, { token })).text, file.text);
      await lose();
      await rm(repository.url, { recursive: true });
      for (const missing of [`${path}file/`, `${cs}file/`, `${path}new_template/`]) {
        const { status, json } = await server().get(missing, { token });
        t.is(status, 423, missing);
        t.is(json.errors[0].code, 'repository-locked');
      }
    },
  );

  test(name('an archive that is not offered is refused'), async (t) => {
    const { path } = await importComponent(t, server(), 'zipno', files);

    const unknown = await server().get(`${path}file/?format=zip:nonsense`);
    const query = await server().get(`${path}file/?q=x`);
    const noComponent = await server().get('/api/components/zipno/nothing/file/');
    const noProject = await server().get('/api/projects/nothing/file/');

    t.is(unknown.status, 404);
    t.is(query.status, 400);
    t.is(query.json.errors[0].attr, 'q');
    t.deepEqual([noComponent.status, noProject.status], [404, 404]);
  });

  test(name('base files are downloaded, and are not there when none is set'), async (t) => {
    const { path } = await importComponent(t, server(), 'base', files);

    const base = await server().get(`${path}new_template/`);
    const template = await server().get(`${path}monolingual_base/`);

    t.is(base.status, 200);
    t.is(base.text, files['po/hello.pot']);
    t.is(base.headers.get('content-disposition'), 'attachment; filename="hello.pot"');
    t.is(template.status, 404);
  });

  test(name('downloads of a protected project need the right: 401 for a component, 403 else'), async (t) => {
    const { db } = server();
    const { path } = await importComponent(t, server(), 'prot', files);
    await Project.query(db.writer).where('slug', 'prot').patch({ access_control: 1 });
    const user = await server().createUser(`reader-${Date.now()}`);

    const anonymous = [`${path}file/`, `${path}new_template/`, '/api/projects/prot/file/'];
    const answers = await Promise.all(anonymous.map((url) => server().get(url)));
    const signedIn = await Promise.all(anonymous.map((url) => server().get(url, { token: user })));

    t.deepEqual(
      answers.map(({ status }) => status),
      [401, 403, 403],
    );
    t.deepEqual(
      signedIn.map(({ status }) => status),
      [403, 403, 403],
    );
  });

  test(name('a hidden project is not there to be downloaded'), async (t) => {
    const { db } = server();
    const { path } = await importComponent(t, server(), 'hid', files);
    await Project.query(db.writer).where('slug', 'hid').patch({ access_control: 100 });

    const answers = [await server().get(`${path}file/`), await server().get('/api/projects/hid/file/')];

    t.deepEqual(
      answers.map(({ status }) => status),
      [404, 404],
    );
  });
});
