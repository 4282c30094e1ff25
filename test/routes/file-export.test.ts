import test, { type ExecutionContext } from 'ava';
import { read as readWorkbook, utils } from 'xlsx';
import { po } from '../../adapters/po/po.ts';
import { Component } from '../../models/component.ts';
import { Project } from '../../models/project.ts';
import { Unit } from '../../models/unit.ts';
import { czechOptions } from '../helpers/format-options.ts';
import { importComponent, poFile } from '../helpers/imported.ts';
import { addCategory } from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

const plural = `
#. Shown in a list
#: main.c:11
#, c-format
msgctxt "list"
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d soubor"
msgstr[1] "%d soubory"
msgstr[2] "%d souborů"
`;
const header = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

msgid "Hello"
msgstr "Ahoj"

msgid "Bye"
msgstr ""
`;

function component(t: ExecutionContext, server: TestServer, slug: string, fields = {}) {
  const files = {
    'po/hello.pot': poFile({ Hello: '', Bye: '' }, plural.replaceAll(/soubor[yů]?|%d (?=")/g, '')),
    'po/cs.po': header + plural,
  };
  return importComponent(t, server, slug, files, fields);
}

const keyed = {
  files: {
    'locale/en.json': '{"menu.open": "Open", "menu.close": "Close"}\n',
    'locale/cs.json': '{"menu.open": "Otevřít", "menu.close": "Zavřít"}\n',
  },
  settings: { filemask: 'locale/*.json', template: 'locale/en.json', new_base: '', file_format: 'json' },
};

/** Bytes of a download, with what its headers say. */
async function download(server: TestServer, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(path, server.url), { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    bytes,
    text: bytes.toString(),
    status: response.status,
    type: response.headers.get('content-type'),
    disposition: response.headers.get('content-disposition'),
    tag: response.headers.get('etag'),
    modified: response.headers.get('last-modified'),
  };
}

function translate(server: TestServer, url: string, target: string[]) {
  return server.request('PATCH', url, { token: server.admin, json: { target, state: 20 } });
}

forEachServer(test, (name, server) => {
  test.serial(name('strings come in the format that is asked for, with a name and a type'), async (t) => {
    const { cs } = await component(t, server(), 'conv');

    const file = await download(server(), `${cs}file/?format=po`);

    t.is(file.status, 200, file.text);
    t.is(file.type, 'text/x-po; charset=utf-8');
    t.is(file.disposition, 'attachment; filename="conv-web-cs.po"');
    const { entries } = po.parse(file.bytes, czechOptions(po));
    t.deepEqual(
      entries.map(({ context, source, target, note, location, flags }) => ({
        context,
        source,
        target,
        note,
        location,
        flags,
      })),
      [
        { context: '', source: ['Hello'], target: ['Ahoj'], note: '', location: '', flags: '' },
        { context: '', source: ['Bye'], target: [''], note: '', location: '', flags: '' },
        {
          context: 'list',
          source: ['%d file', '%d files'],
          target: ['%d soubor', '%d soubory', '%d souborů'],
          note: 'Shown in a list',
          location: 'main.c:11',
          flags: 'c-format',
        },
      ],
    );
  });

  test.serial(
    name('a suffix of the path asks for a format too, with a slash behind it or not'),
    async (t) => {
      const { cs } = await component(t, server(), 'suffix');

      for (const suffix of ['po', 'csv', 'xlsx', 'mo', 'xliff', 'xliff11', 'tbx', 'tmx']) {
        const asked = await download(server(), `${cs}file/?format=${suffix}`);
        const file = await download(server(), `${cs}file.${suffix}`);
        t.is(file.status, 200, `${suffix}: ${file.text.slice(0, 200)}`);
        t.true(file.bytes.equals(asked.bytes), suffix);
        t.is(file.disposition, asked.disposition);
        t.regex(file.type ?? '', /; charset=utf-8$/);
      }
      const found = await download(server(), `${cs}file.csv?q=Bye`);
      t.is(found.text.trim().split('\r\n').length, 2);
      t.is((await download(server(), `${cs}file.po/`)).status, 200);
      for (const nothing of ['nonsense', 'api', 'json-flat', 'csv-nonsense']) {
        t.is((await download(server(), `${cs}file.${nothing}`)).status, 404, nothing);
      }
    },
  );

  test.serial(
    name('a query chooses strings, and what is wrong with a request is said on its key'),
    async (t) => {
      const { cs } = await component(t, server(), 'query');

      const untranslated = await download(server(), `${cs}file/?format=csv&q=state:empty`);
      const nothing = await download(server(), `${cs}file/?format=csv&q=source:nothing`);

      t.deepEqual(
        untranslated.text.split('\r\n').map((line) => line.split(',')[1]),
        ['"source"', '"Bye"', undefined],
      );
      t.is(nothing.text.split('\r\n').length, 2);
      const cases: [string, string][] = [
        ['format=nonsense', 'format'],
        ['format=json', 'format'],
        ['format=csv-multi', 'format'],
        ['q=x', 'q'],
        ['format=csv&q=nonsense:x', 'q'],
        ['format=csv&q=(', 'q'],
      ];
      for (const [query, attr] of cases) {
        const { status, json } = await server().get(`${cs}file/?${query}`);
        t.is(status, 400, query);
        t.is(json.errors[0].attr, attr, query);
      }
      const suffix = await server().get(`${cs}file.json`);
      t.is(suffix.status, 400);
      t.is(suffix.json.errors[0].attr, 'format');
    },
  );

  test.serial(name('a converted file is sent again only when it may be another'), async (t) => {
    const { cs } = await component(t, server(), 'again');
    const path = `${cs}file/?format=csv`;
    const now = { 'If-Modified-Since': new Date(Date.now() + 60_000).toUTCString() };
    const first = await download(server(), path);
    const byTag = { 'If-None-Match': first.tag ?? '' };

    const unchanged = await download(server(), path, now);
    const sameTag = await download(server(), path, byTag);
    const old = await download(server(), path, { 'If-Modified-Since': new Date(0).toUTCString() });
    const [unit] = (await server().get(`${cs}units/?q=source:=Bye`)).json.results;
    await translate(server(), unit.url, ['Sbohem']);
    const changed = await download(server(), path, now);
    const otherTag = await download(server(), path, byTag);

    t.deepEqual([unchanged.status, sameTag.status, old.status], [304, 304, 200]);
    t.is(unchanged.bytes.length, 0);
    t.is(unchanged.modified, first.modified);
    t.deepEqual([changed.status, otherTag.status], [200, 200]);
    t.true(changed.text.includes('"Sbohem"'));
    t.true((await server().get(unit.url)).json.pending, 'nothing was committed for it');
  });

  test.serial(
    name('a query is answered anew, whatever the time: it may find others without an edit'),
    async (t) => {
      const { cs } = await component(t, server(), 'anew');
      const now = { 'If-Modified-Since': new Date(Date.now() + 60_000).toUTCString() };
      const path = `${cs}file/?format=csv&q=has:suggestion`;
      const before = await download(server(), path, now);

      const [unit] = (await server().get(`${cs}units/?q=source:=Bye`)).json.results;
      const suggested = await server().post(`${unit.url}suggestions/`, {
        token: server().admin,
        json: { target: ['Nashle'] },
      });
      const after = await download(server(), path, now);

      t.is(suggested.status, 201, suggested.text);
      t.deepEqual([before.status, after.status], [200, 200]);
      t.false(before.text.includes('Bye'));
      t.true(after.text.includes('Suggestion: Nashle'));
    },
  );

  test.serial(name('what people say of a string comes with it, until it is resolved'), async (t) => {
    const { cs } = await component(t, server(), 'said');
    const { results } = (await server().get(`${cs}units/?q=source:=Hello`)).json;
    const [{ id, url, source_unit }] = results;
    const { writer } = server().db;
    await writer('units').where('id', id).update({ has_comment: 1 });
    const said = (comment: string, resolved: number) => ({ unit_id: id, comment, resolved, timestamp: 1 });
    await writer('comments').insert([said('Too formal', 0), said('Typo', 1)]);
    await server().post(`${url}suggestions/`, { token: server().admin, json: { target: ['Nazdar'] } });
    await server().request('PATCH', source_unit, {
      token: server().admin,
      json: { explanation: 'A greeting', extra_flags: 'max-length:30' },
    });

    const file = await download(server(), `${cs}file/?format=po&q=source:=Hello`);
    const xliff = await download(server(), `${cs}file/?format=xliff11&q=source:=Hello`);

    t.true(
      file.text.endsWith(`
# Too formal
# Suggestion: Nazdar
#. A greeting
#, max-length:30
msgid "Hello"
msgstr "Ahoj"
`),
      file.text,
    );
    t.regex(xliff.text, /maxwidth="30"/);
  });

  test.serial(name('thousands of strings are all there, in the order of the file'), async (t) => {
    const strings = Array.from({ length: 1203 }, (_, n) => [`String ${n}`, `Text ${n}`] as const);
    const { cs } = await importComponent(t, server(), 'many', {
      'po/hello.pot': poFile(Object.fromEntries(strings.map(([source]) => [source, '']))),
      'po/cs.po': poFile(Object.fromEntries(strings)),
    });
    // Positions of strings that were added here may be equal.
    await Unit.query(server().db.writer).where('position', '>', 700).where('position', '<', 900).patch({
      position: 700,
    });

    const { bytes } = await download(server(), `${cs}file/?format=xlsx`);

    const { Sheets, SheetNames } = readWorkbook(bytes);
    const rows: { source: string; target: string }[] = utils.sheet_to_json(Sheets[SheetNames[0]!]!);
    t.deepEqual(
      rows.map(({ source, target }) => [source, target]),
      strings.map((pair) => [...pair]),
    );
  });

  test.serial(name('keys are what programs ask for: formats of keys and texts are for them'), async (t) => {
    const { cs } = await importComponent(t, server(), 'keyed', keyed.files, keyed.settings);
    const file = async (format: string) => (await download(server(), `${cs}file/?format=${format}`)).text;

    t.deepEqual(JSON.parse(await file('json')), { 'menu.open': 'Otevřít', 'menu.close': 'Zavřít' });
    t.deepEqual(JSON.parse(await file('json-nested')), { menu: { open: 'Otevřít', close: 'Zavřít' } });
    t.regex(await file('aresource'), /<string name="menu\.open">Otevřít<\/string>/);
    t.regex(await file('strings'), /^"menu\.open" = "Otevřít";$/m);
    t.regex(await file('po'), /msgctxt "menu.open"\nmsgid "Open"\nmsgstr "Otevřít"/);
    t.regex(await file('xliff11'), /<trans-unit id="menu\.open"/);
    t.is((await server().get(`${cs}file/?format=mo`)).status, 400);
  });

  test.serial(name('strings that a format cannot express are named'), async (t) => {
    const files = {
      'locale/en.json': '{"menu": "Menu", "menu.open": "Open"}\n',
      'locale/cs.json': '{"menu": "Nabídka", "menu.open": "Otevřít"}\n',
    };
    const { cs } = await importComponent(t, server(), 'both', files, keyed.settings);

    const { status, json } = await server().get(`${cs}file/?format=json-nested`);

    t.is(status, 400);
    t.is(json.errors[0].attr, 'format');
    t.regex(json.errors[0].detail, /"menu" cannot hold both a text and other keys/);
  });

  test.serial(name('names hold the categories of the component'), async (t) => {
    const { cs } = await component(t, server(), 'named');
    const { db } = server();
    const project = await Project.at(db.reader, 'named');
    const category = await addCategory(db, project!, 'tools');
    await Component.query(db.writer)
      .where('path', 'named/web')
      .patch({ category_id: category.id, path: 'named/tools/web' });

    const file = await download(server(), `${cs.replace('/web/', '/tools%252Fweb/')}file/?format=tmx`);

    t.is(file.disposition, 'attachment; filename="named-tools-web-cs.tmx"');
  });

  test.serial(
    name('a translation without a file is not converted, and rights come before formats'),
    async (t) => {
      const { cs } = await component(t, server(), 'rights');
      const source = cs.replace(/cs\/$/, 'en/');

      t.is((await server().get(`${source}file/?format=po`)).status, 404);
      t.is((await server().get(`${source}file.po`)).status, 404);
      await Project.query(server().db.writer).where('slug', 'rights').patch({ access_control: 1 });
      for (const path of [
        'file/?format=po',
        'file/?format=nonsense',
        'file.po',
        'file.nonsense',
        'file.json',
      ]) {
        t.is((await server().get(`${cs}${path}`)).status, 403, path);
      }
      await Project.query(server().db.writer).where('slug', 'rights').patch({ access_control: 100 });
      t.is((await server().get(`${cs}file.po`)).status, 404);
    },
  );
});
