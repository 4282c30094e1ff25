import test, { type ExecutionContext } from 'ava';
import { findDrift } from '../../models/drift.ts';
import { importComponent, poFile } from '../helpers/imported.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

const bilingual = {
  files: {
    'po/hello.pot': poFile({ Hello: '', Bye: '' }),
    'po/cs.po': poFile({ Hello: 'Ahoj', Bye: '' }),
    'po/de.po': poFile({ Hello: 'Hallo', Bye: '' }),
  },
  settings: { manage_units: true },
};

const monolingual = {
  files: {
    'i18n/en.json': '{\n  "hello": "Hello",\n  "bye": "Bye"\n}\n',
    'i18n/cs.json': '{\n  "hello": "Ahoj",\n  "bye": "Sbohem"\n}\n',
  },
  settings: {
    manage_units: true,
    filemask: 'i18n/*.json',
    template: 'i18n/en.json',
    new_base: '',
    file_format: 'json',
  },
};

async function commit(t: ExecutionContext, server: TestServer, path: string) {
  const json = { operation: 'commit' };
  const answer = await server.post(`${path}repository/`, { token: server.admin, json });
  t.like(answer.json, { result: true });
}

async function actionsOf(server: TestServer, path: string, id: number): Promise<string[]> {
  const { json } = await server.get(`${path}changes/?action=${id}`, { token: server.admin });
  return json.results.map(({ translation }: { translation: string }) => translation.split('/').at(-2)).sort();
}

forEachServer(test, (name, server) => {
  test(name('a string added in the source language comes to all languages and their files'), async (t) => {
    const { path, cs, repository } = await importComponent(
      t,
      server(),
      'str-add',
      bilingual.files,
      bilingual.settings,
    );
    const token = server().admin;
    const json = { source: 'New', target: 'Nový', context: 'menu' };

    const added = await server().post('/api/translations/str-add/web/en/units/', { token, json });
    const units = (await server().get(`${cs}units/`)).json.results;
    await commit(t, server(), path);

    t.is(added.status, 201, added.text);
    t.true(added.headers.get('location')?.endsWith(`/api/units/${added.json.id}/`));
    t.like(added.json, { state: 100, context: 'menu', language_code: 'en', position: 3, num_words: 1 });
    t.is(added.json.source_unit, added.json.url);
    t.like(units[2], { state: 20, pending: true, context: 'menu', source_unit: added.json.url, position: 3 });
    t.deepEqual(units[2].target, ['Nový']);
    for (const file of ['po/cs.po', 'po/de.po']) {
      t.regex((await repository.show(file)) ?? '', /msgctxt "menu"\nmsgid "New"\nmsgstr "Nový"/);
    }
    t.deepEqual(await actionsOf(server(), path, 31), ['cs', 'de', 'en']);
    t.false((await server().get(`/api/units/${units[2].id}/`)).json.pending);
    t.deepEqual(await findDrift(server().db), []);
  });

  test(name('a string added in one language comes to the source and that language alone'), async (t) => {
    const { path, cs, repository } = await importComponent(
      t,
      server(),
      'str-one',
      bilingual.files,
      bilingual.settings,
    );
    const token = server().admin;
    const json = { source: ['%d file', '%d files'], target: ['%d soubor'], state: 10 };

    const added = await server().post(`${cs}units/`, { token, json });
    const elsewhere = await server().post('/api/translations/str-one/web/de/units/', {
      token,
      json: { source: ['%d file', '%d files'], target: [''] },
    });
    await commit(t, server(), path);

    t.is(added.status, 201, added.text);
    t.like(added.json, { state: 10, language_code: 'cs', pending: true });
    t.deepEqual(added.json.target, ['%d soubor', '', '']);
    t.like(elsewhere.json, { state: 0, source_unit: added.json.source_unit });
    const czech = (await repository.show('po/cs.po')) ?? '';
    t.regex(czech, /#, fuzzy\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr\[0\] "%d soubor"/);
    t.regex((await repository.show('po/de.po')) ?? '', /msgid_plural "%d files"\nmsgstr\[0\] ""/);
    t.deepEqual(await actionsOf(server(), path, 31), ['cs', 'de', 'en']);
    t.deepEqual(await findDrift(server().db), []);
  });

  test(name('a key added to the base file is there in all languages, untranslated'), async (t) => {
    const { path, cs, repository } = await importComponent(
      t,
      server(),
      'str-key',
      monolingual.files,
      monolingual.settings,
    );
    const token = server().admin;

    const added = await server().post('/api/translations/str-key/web/en/units/', {
      token,
      json: { key: 42, value: 'New' },
    });
    const { results } = (await server().get(`${cs}units/`)).json;
    const translated = await server().request('PATCH', `/api/units/${results[2].id}/`, {
      token,
      json: { target: ['Nový'], state: 20 },
    });
    await commit(t, server(), path);

    t.is(added.status, 201, added.text);
    t.like(added.json, { context: '42', state: 20 });
    t.like(results[2], { context: '42', state: 0, source_unit: added.json.url });
    t.is(translated.status, 200);
    t.is(
      await repository.show('i18n/en.json'),
      '{\n  "hello": "Hello",\n  "bye": "Bye",\n  "42": "New"\n}\n',
    );
    t.is(
      await repository.show('i18n/cs.json'),
      '{\n  "hello": "Ahoj",\n  "bye": "Sbohem",\n  "42": "Nový"\n}\n',
    );
    t.deepEqual(await findDrift(server().db), []);
  });

  test(name('a plural is added to a base file with all its forms'), async (t) => {
    const strings = '<resources>\n    <string name="hello">Hello</string>\n</resources>\n';
    const { path, cs, repository } = await importComponent(
      t,
      server(),
      'str-forms',
      { 'values/strings.xml': strings, 'values-cs/strings.xml': strings },
      {
        manage_units: true,
        filemask: 'values-*/strings.xml',
        template: 'values/strings.xml',
        new_base: '',
        file_format: 'aresource',
      },
    );
    const token = server().admin;

    const added = await server().post('/api/translations/str-forms/web/en/units/', {
      token,
      json: { key: 'files', value: ['%d file', '%d files'] },
    });
    await commit(t, server(), path);

    t.is(added.status, 201, added.text);
    const file = (await repository.show('values/strings.xml')) ?? '';
    t.regex(
      file,
      /<plurals name="files">\s*<item quantity="\w+">%d file<\/item>\s*<item quantity="\w+">%d files</,
    );
    const { results } = (await server().get(`${cs}units/`)).json;
    t.deepEqual(results[1].target, ['', '', '']);
    t.deepEqual(await findDrift(server().db), []);
  });

  test(
    name('a string edited again before its first commit, and one that upstream has not, get there'),
    async (t) => {
      const { path, cs, repository } = await importComponent(
        t,
        server(),
        'str-again',
        bilingual.files,
        bilingual.settings,
      );
      const token = server().admin;
      const other = await server().createUser(`other-${Date.now()}`);
      const { json } = await server().post(`${cs}units/`, { token, json: { source: 'New', target: 'Nový' } });
      const edit = (text: string, by: string) =>
        server().request('PATCH', `/api/units/${json.id}/`, {
          token: by,
          json: { target: [text], state: 20 },
        });

      await edit('Novější', token);
      await edit('Nejnovější', other);
      await repository.commit({ 'po/cs.po': poFile({ Hello: 'Nazdar', Bye: '' }) });
      const pull = await server().post(`${path}repository/`, { token, json: { operation: 'pull' } });
      await commit(t, server(), path);

      t.like(pull.json, { result: true });
      const file = (await repository.show('po/cs.po')) ?? '';
      t.regex(file, /Nazdar/);
      t.regex(file, /msgid "New"\nmsgstr "Nejnovější"/);
      t.deepEqual((await server().get(`/api/units/${json.id}/`)).json.target, ['Nejnovější']);
      t.deepEqual(await findDrift(server().db), []);
    },
  );

  test(name('what was added and removed outlives changes upstream around it'), async (t) => {
    const { path, cs, repository } = await importComponent(t, server(), 'str-merge', bilingual.files, {
      ...bilingual.settings,
      push_on_commit: false,
    });
    const token = server().admin;
    const [hello] = (await server().get(`${cs}units/`)).json.results;
    await server().post(`${cs}units/`, { token, json: { source: 'New', target: 'Nový' } });
    await server().request('DELETE', `/api/units/${hello.id}/`, { token });
    await repository.commit({ 'po/cs.po': poFile({ Hello: 'Ahoj', Bye: 'Sbohem', Last: 'Poslední' }) });

    for (const operation of ['pull', 'push']) {
      const { json } = await server().post(`${path}repository/`, { token, json: { operation } });
      t.like(json, { result: true }, operation);
    }

    const file = (await repository.show('po/cs.po')) ?? '';
    const sources = [...file.matchAll(/msgid "(\w+)"/g)].map(([, source]) => source);
    t.deepEqual(sources.sort(), ['Bye', 'Last', 'New']);
    const { results } = (await server().get(`${cs}units/`)).json;
    t.deepEqual(
      results.map(({ source, target }: Record<string, string[]>) => `${source![0]}: ${target![0]}`).sort(),
      ['Bye: Sbohem', 'Last: Poslední', 'New: Nový'],
    );
    t.deepEqual(await findDrift(server().db), []);
  });

  test(name('a source string is removed from all languages and their files in one commit'), async (t) => {
    const { path, cs, repository } = await importComponent(
      t,
      server(),
      'str-del',
      bilingual.files,
      bilingual.settings,
    );
    const token = server().admin;
    const { results } = (await server().get(`${cs}units/`)).json;
    await server().request('PATCH', `/api/units/${results[1].id}/`, {
      token,
      json: { target: ['Sbohem'], state: 20 },
    });
    const id = results[0].source_unit.split('/').at(-2);

    const removed = await server().request('DELETE', `/api/units/${id}/`, { token });
    const again = await server().request('DELETE', `/api/units/${id}/`, { token });

    t.deepEqual([removed.status, again.status], [204, 404], removed.text);
    const czech = (await repository.show('po/cs.po')) ?? '';
    t.regex(czech, /msgid "Bye"\nmsgstr "Sbohem"\n$/);
    t.notRegex(czech, /Hello/);
    t.regex((await repository.show('po/de.po')) ?? '', /\n\nmsgid "Bye"\nmsgstr ""\n$/);
    t.notRegex((await repository.show('po/de.po')) ?? '', /Hello/);
    t.is((await repository.log()).length, 3);
    t.deepEqual(await actionsOf(server(), path, 63), ['cs', 'de', 'en']);
    const left = (await server().get(`${cs}units/`)).json.results;
    t.deepEqual(
      left.map(({ source, position }: { source: string[]; position: number }) => `${source[0]} ${position}`),
      ['Bye 1'],
    );
    t.deepEqual(await findDrift(server().db), []);
  });

  test(name('a string removed from one language stays in others, and goes with the last'), async (t) => {
    const { cs, repository } = await importComponent(
      t,
      server(),
      'str-last',
      bilingual.files,
      bilingual.settings,
    );
    const token = server().admin;
    const german = (await server().get('/api/translations/str-last/web/de/units/')).json.results[0];
    const czech = (await server().get(`${cs}units/`)).json.results[0];

    const first = await server().request('DELETE', `/api/units/${czech.id}/`, { token });
    const source = await server().get(german.source_unit);
    const second = await server().request('DELETE', `/api/units/${german.id}/`, { token });
    const gone = await server().get(german.source_unit);

    t.deepEqual([first.status, source.status, second.status, gone.status], [204, 200, 204, 404]);
    t.notRegex((await repository.show('po/de.po')) ?? '', /Hello/);
    t.deepEqual(await findDrift(server().db), []);
  });

  test(name('a key goes from the base file and all others, through its source string only'), async (t) => {
    const { cs, repository } = await importComponent(
      t,
      server(),
      'str-keydel',
      monolingual.files,
      monolingual.settings,
    );
    const token = server().admin;
    const [hello] = (await server().get(`${cs}units/`)).json.results;

    const refused = await server().request('DELETE', `/api/units/${hello.id}/`, { token });
    const removed = await server().request('DELETE', hello.source_unit, { token });

    t.deepEqual([refused.status, removed.status], [403, 204]);
    t.is(await repository.show('i18n/en.json'), '{\n  "bye": "Bye"\n}\n');
    t.is(await repository.show('i18n/cs.json'), '{\n  "bye": "Sbohem"\n}\n');
    t.is((await server().get(`${cs}units/`)).json.count, 1);
    t.deepEqual(await findDrift(server().db), []);
  });

  test(name('a file that cannot be read answers 500, and the string stays'), async (t) => {
    const { path, cs, repository } = await importComponent(t, server(), 'str-broken', bilingual.files, {
      ...bilingual.settings,
      auto_lock_error: false,
    });
    const token = server().admin;
    const [hello] = (await server().get(`${cs}units/`)).json.results;
    await repository.commit({ 'po/cs.po': 'msgid "no end' });
    await server().post(`${path}repository/`, { token, json: { operation: 'pull' } });

    const { status } = await server().request('DELETE', hello.source_unit, { token });

    t.is(status, 500);
    t.is((await server().get(hello.source_unit)).status, 200);
  });
});
