import test, { type ExecutionContext } from 'ava';
// @ts-expect-error the package has no types
import { mo as moParser } from 'gettext-parser';
import { unzip } from '../../adapters/zip/read.ts';
import { Component } from '../../models/component.ts';
import { Project } from '../../models/project.ts';
import { importComponent, poFile } from '../helpers/imported.ts';
import { addCategory, addComponent, addLanguage, addTranslation } from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

const files = {
  'po/hello.pot': poFile({ Hello: '', Bye: '' }),
  'po/cs.po': poFile({ Hello: 'Ahoj', Bye: '' }),
  'po/de.po': poFile({ Hello: 'Hallo', Bye: 'Tschüss' }),
};

async function imported(t: ExecutionContext, server: TestServer, slug: string) {
  await addLanguage(server.db, 'de', { name: 'German' });
  return importComponent(t, server, slug, files);
}

/** Texts of the archive at `path` by name. */
async function unpacked(server: TestServer, path: string): Promise<Record<string, string>> {
  const response = await fetch(new URL(path, server.url));
  const bytes = Buffer.from(await response.arrayBuffer());
  const entries = unzip(bytes, { files: 100, total: 1_000_000 });
  return Object.fromEntries(entries.map((file) => [file.path, Buffer.from(file.bytes).toString()]));
}

/** A component of JSON files without a repository of its own, beside the one that was imported. */
async function addKeyed({ db }: TestServer, slug: string, name: string, keys = ['a.b']) {
  const project = await Project.at(db.reader, slug);
  const component = await addComponent(db, project!, name, {
    file_format: 'json',
    filemask: '*.json',
    template: 'en.json',
  });
  const units = keys.map((context) => ({ context, source: ['Yes'], target: ['Ano'], state: 20 }));
  await addTranslation(db, component, 'cs', units, { filename: 'cs.json' });
  return component;
}

forEachServer(test, (name, server) => {
  test(name('a component is downloaded as one converted file for each language'), async (t) => {
    const { path } = await imported(t, server(), 'zconv');

    const all = await unpacked(server(), `${path}file/?format=zip:csv`);
    const some = await unpacked(server(), `${path}file/?format=zip:csv&q=source:Bye`);

    t.deepEqual(Object.keys(all), ['zconv-web-cs.csv', 'zconv-web-de.csv']);
    const { text } = await server().get('/api/translations/zconv/web/de/file/?format=csv');
    t.is(all['zconv-web-de.csv'], text);
    t.deepEqual(
      Object.values(some).map((file) => file.split('\r\n').map((line) => line.split(',')[2])),
      [
        ['"target"', '""', undefined],
        ['"target"', '"Tschüss"', undefined],
      ],
    );
  });

  test(name('what cannot be converted is an entry that says why'), async (t) => {
    await imported(t, server(), 'zskip');
    await addKeyed(server(), 'zskip', 'keys');
    await addKeyed(server(), 'zskip', 'conflict', ['a.b', 'a']);

    const archive = await unpacked(server(), '/api/projects/zskip/file/?format=zip:json-nested');

    t.deepEqual(Object.keys(archive), [
      'zskip-conflict-cs.json.skipped',
      'zskip-keys-cs.json',
      'zskip-web-cs.json.skipped',
      'zskip-web-de.json.skipped',
    ]);
    t.deepEqual(JSON.parse(archive['zskip-keys-cs.json']!), { a: { b: 'Ano' } });
    t.regex(archive['zskip-web-cs.json.skipped']!, /only offered for monolingual files/);
    t.regex(archive['zskip-conflict-cs.json.skipped']!, /cannot hold both a text and other keys/);
  });

  test(
    name('a project is downloaded in one language, as it is or converted, and by part of a slug'),
    async (t) => {
      await imported(t, server(), 'zlang');
      await addKeyed(server(), 'zlang', 'keys');
      const names = async (path: string) =>
        Object.keys(await unpacked(server(), `/api/projects/zlang/${path}`)).sort();

      t.deepEqual(await names('file/?format=zip:po&language_code=de'), ['zlang-web-de.po']);
      t.deepEqual(await names('languages/cs/file/?format=zip:po'), ['zlang-keys-cs.po', 'zlang-web-cs.po']);
      t.deepEqual(await names('languages/cs/file/?format=zip:po&filter=EY'), ['zlang-keys-cs.po']);
      t.deepEqual(await names('languages/de/file/?filter=web'), ['zlang/web/po/de.po']);
      t.deepEqual(await names('languages/de/file/?filter=nothing'), []);
      t.deepEqual(await names('languages/xx/file/'), []);
      t.deepEqual(await names('languages/xx/file/?format=zip:csv'), []);
      const { headers } = await server().get('/api/projects/zlang/languages/cs/file/?filter=web');
      t.is(headers.get('content-disposition'), 'attachment; filename="zlang-cs.zip"');
    },
  );

  test(name('a component that the caller does not see is not in the archive'), async (t) => {
    await imported(t, server(), 'zhide');
    await addKeyed(server(), 'zhide', 'keys');
    await Component.query(server().db.writer).where('path', 'zhide/web').patch({ restricted: true });

    const project = await unpacked(server(), '/api/projects/zhide/file/?format=zip:csv');
    const language = await unpacked(server(), '/api/projects/zhide/languages/cs/file/?format=zip:csv');

    t.deepEqual(Object.keys(project), ['zhide-keys-cs.csv']);
    t.deepEqual(language, project);
  });

  test(name('files whose paths give one name stay apart'), async (t) => {
    await imported(t, server(), 'zname');
    const { db } = server();
    const project = await Project.at(db.reader, 'zname');
    const tools = await addCategory(db, project!, 'a-b');
    const other = await addCategory(db, project!, 'a');
    const first = await addKeyed(server(), 'zname', 'c');
    const second = await addKeyed(server(), 'zname', 'b-c');
    const move = (id: number, category_id: number, path: string) =>
      Component.query(db.writer).findById(id).patch({ category_id, path });
    await move(first.id, tools.id, 'zname/a-b/c');
    await move(second.id, other.id, 'zname/a/b-c');

    const archive = await unpacked(
      server(),
      '/api/projects/zname/languages/cs/file/?format=zip:csv&filter=c',
    );

    t.deepEqual(Object.keys(archive), ['zname-a-b-c-cs.csv', 'zname-a-b-c-cs-2.csv']);
  });

  test(
    name('keys of gettext catalogues are named as the base file of their component names them'),
    async (t) => {
      const base = (texts: readonly string[]) =>
        `${poFile({})}\nmsgctxt "menu"\nmsgid "open"\nmsgstr "${texts[0]}"\n\nmsgctxt "only"\nmsgid ""\nmsgstr "${texts[1]}"\n`;
      const { path, cs } = await importComponent(
        t,
        server(),
        'zmo',
        { 'l/en.po': base(['Open', 'Close']), 'l/cs.po': base(['Otevřít', 'Zavřít']) },
        { file_format: 'po-mono', filemask: 'l/*.po', template: 'l/en.po', new_base: '' },
      );

      const response = await fetch(new URL(`${cs}file/?format=mo`, server().url));
      const bytes = Buffer.from(await response.arrayBuffer());
      const archive = await unpacked(server(), `${path}file/?format=zip:mo`);

      const { translations } = moParser.parse(bytes);
      t.deepEqual(translations.menu?.open?.msgstr, ['Otevřít']);
      t.deepEqual(translations.only?.['']?.msgstr, ['Zavřít']);
      t.is(archive['zmo-web-cs.mo'], bytes.toString());
    },
  );

  test(name('what is wrong with a request for an archive is told before the first byte'), async (t) => {
    const { path } = await imported(t, server(), 'zbad');

    const query = await server().get(`${path}file/?format=zip:csv&q=(`);
    const rawQuery = await server().get(`${path}file/?format=zip&q=x`);

    t.deepEqual([query.status, rawQuery.status], [400, 400]);
    t.deepEqual([query.json.errors[0].attr, rawQuery.json.errors[0].attr], ['q', 'q']);
    for (const format of ['zip:nonsense', 'csv', 'zip:', 'zip:constructor']) {
      for (const place of [
        `${path}file/`,
        '/api/projects/zbad/file/',
        '/api/projects/zbad/languages/cs/file/',
      ]) {
        t.is((await server().get(`${place}?format=${format}`)).status, 404, `${place} ${format}`);
      }
    }
  });

  test(name('waiting edits are written before an archive is made'), async (t) => {
    const { path, cs, repository } = await imported(t, server(), 'zwait');
    const { json } = await server().get(`${cs}units/?q=Bye`);
    await server().request('PATCH', json.results[0].url, {
      token: server().admin,
      json: { target: ['Sbohem'], state: 20 },
    });

    const archive = await unpacked(server(), `${path}file/?format=zip:csv&q=Bye`);

    t.true(archive['zwait-web-cs.csv']?.includes('Sbohem'));
    t.false((await server().get(json.results[0].url)).json.pending);
    t.is(typeof (await repository.show('po/cs.po')), 'string');
  });
});
