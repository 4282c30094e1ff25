import test from 'ava';
import { findDrift } from '../../models/drift.ts';
import { Project } from '../../models/project.ts';
import { importComponent, poFile } from '../helpers/imported.ts';
import { forEachServer } from '../helpers/server.ts';
import { importGreetings, targetsOf, upload } from '../helpers/uploads.ts';

/** A file without its header. */
function stringsIn(file: string | null): string {
  return file?.slice(file.indexOf('\n\n')) ?? '';
}

const counted = { not_found: 0, skipped: 0, accepted: 0 };

forEachServer(test, (name, server) => {
  test.serial(name('an upload of suggestions leaves the strings as they are'), async (t) => {
    const { cs } = await importGreetings(t, server(), 'up-suggest');
    const content = poFile({ Hello: 'Nazdar', Bye: 'Sbohem', Yes: '', Unknown: 'Neznámé' });

    const first = await upload(server(), cs, content, { method: 'suggest' });
    const second = await upload(server(), cs, content, { method: 'suggest' });

    t.is(first.status, 200, first.text);
    t.deepEqual(first.json, { not_found: 1, skipped: 0, accepted: 2, total: 4, result: true, count: 4 });
    t.deepEqual(second.json, { not_found: 1, skipped: 2, accepted: 0, total: 4, result: false, count: 4 });
    t.deepEqual(await targetsOf(server(), cs), { Hello: ['Ahoj', 20], Bye: ['', 0], Yes: ['', 0] });
    t.is((await server().get(`${cs}statistics/`)).json.suggestions, 2);
    t.is((await server().get(`${cs}changes/?action=4`)).json.count, 2);
    const { results } = (await server().get(`${cs}changes/?action=78`)).json;
    t.like(results[1].details, { method: 'suggest', accepted: 2, skipped: 0, not_found: 1, total: 4 });
    t.deepEqual(await findDrift(server().db), []);
  });

  test.serial(name('what is no news, too long or read only is not suggested'), async (t) => {
    const files = {
      'po/hello.pot': poFile({ Done: '', Fuzzy: '', Long: '', Fixed: '' }),
      'po/cs.po': poFile(
        { Done: 'Hotovo', Long: '' },
        '\n#, fuzzy\nmsgid "Fuzzy"\nmsgstr "Mlhavé"\n\n#, read-only\nmsgid "Fixed"\nmsgstr ""\n',
      ),
    };
    const { cs } = await importComponent(t, server(), 'up-skips', files);
    const content = poFile({ Done: 'Hotovo', Fuzzy: 'Mlhavé', Long: 'x'.repeat(2001), Fixed: 'Pevné' });

    const { json } = await upload(server(), cs, content, { method: 'suggest' });

    t.like(json, { ...counted, skipped: 4, total: 4 });
  });

  test.serial(
    name('an uploaded suggestion is of the author that the upload names, with his vote'),
    async (t) => {
      const { cs } = await importGreetings(t, server(), 'up-votes', { suggestion_voting: true });
      const fields = { method: 'suggest', author: 'Eva', email: 'suggest-eva@example.net' };

      await upload(server(), cs, poFile({ Bye: 'Sbohem' }), fields);
      const repeated = await upload(server(), cs, poFile({ Bye: 'Sbohem' }), { method: 'suggest' });

      const [suggestion] = (await server().get('/api/suggestions/?page_size=1')).json.results;
      t.like(suggestion, { target: ['Sbohem'], votes: 1 });
      t.true(suggestion.user.includes('suggest-eva'));
      t.like(repeated.json, { accepted: 0, skipped: 1 });
    },
  );

  test.serial(name('an upload adds the strings that are missing, untranslated ones too'), async (t) => {
    const { repository, path, cs } = await importGreetings(t, server(), 'up-add', { manage_units: true });
    const extra = `
#. For the menu.
#, c-format
msgctxt "menu"
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d soubor"
msgstr[1] "%d soubory"
msgstr[2] "%d souborů"
`;
    const content = poFile({ Hello: 'Nazdar', New: 'Nový', Empty: '' }, extra);
    const fields = { method: 'add', author: 'Eva Malá', email: 'add-eva@example.net' };

    const first = await upload(server(), cs, content, fields);
    const second = await upload(server(), cs, content, { method: 'add' });
    await server().post(`${path}repository/`, { token: server().admin, json: { operation: 'push' } });

    t.is(first.status, 200, first.text);
    t.like(first.json, { not_found: 0, skipped: 1, accepted: 3, total: 4, result: true });
    t.like(second.json, { skipped: 4, accepted: 0, result: false });
    t.like(await targetsOf(server(), cs), {
      Hello: ['Ahoj', 20],
      New: ['Nový', 20],
      Empty: ['', 0],
      '%d file': ['%d soubor', 20],
    });
    const file = (await repository.show('po/cs.po')) ?? '';
    t.true(file.endsWith(`\nmsgid "New"\nmsgstr "Nový"\n\nmsgid "Empty"\nmsgstr ""\n${extra}`), file);
    const log = await repository.log();
    t.is(log.filter(({ author }) => author === 'Eva Malá <add-eva@example.net>').length, 1);
    const source = '/api/translations/up-add/web/en/';
    t.is((await server().get(`${cs}changes/?action=73`)).json.count, 3);
    t.is((await server().get(`${source}changes/?action=89`)).json.count, 3);
    t.deepEqual(await findDrift(server().db), []);
  });

  test.serial(name('added strings are read only or unfinished as the file and the upload say'), async (t) => {
    const { cs } = await importGreetings(t, server(), 'up-states', { manage_units: true });
    const fuzzy = (id: string) => `\n#, fuzzy\nmsgid "${id}"\nmsgstr "Mlhavé"\n`;
    const fixed = '\n#, read-only\nmsgid "Fixed"\nmsgstr "Pevné"\n';

    const dropped = await upload(server(), cs, poFile({}, fuzzy('F1') + fixed), { method: 'add' });
    const processed = await upload(server(), cs, poFile({}, fuzzy('F2')), {
      method: 'add',
      fuzzy: 'process',
    });
    const taken = await upload(server(), cs, poFile({}, fuzzy('F3')), { method: 'add', fuzzy: 'approve' });

    t.like(dropped.json, { accepted: 1, skipped: 0, total: 2 });
    t.deepEqual([processed.json.accepted, taken.json.accepted], [1, 1]);
    const targets = await targetsOf(server(), cs);
    t.deepEqual([targets.Fixed?.[1], targets.F1, targets.F2?.[1], targets.F3?.[1]], [100, undefined, 10, 20]);
  });

  test.serial(name('one string that cannot be added keeps the whole upload out'), async (t) => {
    const { cs } = await importGreetings(t, server(), 'up-bad', { manage_units: true });

    const { status, json } = await upload(server(), cs, poFile({ New: 'Nový', ' ': 'x' }), { method: 'add' });

    t.is(status, 400);
    t.like(json, { errors: [{ attr: 'file', code: 'invalid' }] });
    t.is((await server().get(`${cs}units/`)).json.count, 3);
  });

  test.serial(
    name('strings of a base file are added where the file of the source language is'),
    async (t) => {
      const { path, cs } = await importComponent(
        t,
        server(),
        'up-mono',
        {
          'locale/en.json': '{"hello": "Hello", "bye": "Bye"}\n',
          'locale/cs.json': '{"hello": "Ahoj"}\n',
        },
        {
          filemask: 'locale/*.json',
          template: 'locale/en.json',
          new_base: '',
          file_format: 'json',
          manage_units: true,
        },
      );
      const en = '/api/translations/up-mono/web/en/';
      const add = (to: string) =>
        server().post(`${to}file/`, {
          token: server().admin,
          multipart: { file: new File(['{"bye": "Farewell", "other": "Other"}'], 'en.json'), method: 'add' },
        });

      const translation = await add(cs);
      const source = await add(en);
      await server().post(`${path}repository/`, { token: server().admin, json: { operation: 'commit' } });

      t.like(translation.json, { errors: [{ attr: 'method' }] });
      t.like(source.json, { ...counted, skipped: 1, accepted: 1, total: 2 });
      const file = await server().get(`${en}file/`);
      t.deepEqual(JSON.parse(file.text), { hello: 'Hello', bye: 'Bye', other: 'Other' });
      t.deepEqual((await targetsOf(server(), cs)).Other, ['', 0]);
    },
  );

  test.serial(name('methods that are not possible here are refused by name'), async (t) => {
    const { cs } = await importGreetings(t, server(), 'up-methods', {
      enable_suggestions: false,
      suggestion_voting: true,
      suggestion_autoaccept: 2,
    });
    const token = await server().createUser('up-methods');
    const content = poFile({ Bye: 'Sbohem' });

    for (const method of ['translate', 'fuzzy', 'approve', 'suggest', 'add', 'replace', 'source']) {
      const { status, json } = await upload(server(), cs, content, { method }, token);

      t.is(status, 400, method);
      t.like(json, { errors: [{ attr: 'method', code: 'invalid' }] }, method);
    }
  });

  test.serial(name('who may only suggest uploads nothing where uploads are for members'), async (t) => {
    const { cs } = await importGreetings(t, server(), 'up-members');
    await Project.query(server().db.writer).patch({ access_control: 1 }).where('slug', 'up-members');
    const token = await server().createUser('up-members');

    const { status } = await upload(server(), cs, poFile({ Bye: 'x' }), { method: 'suggest' }, token);

    t.is(status, 403);
  });

  test.serial(
    name('a new template updates all files in one commit, and is the base of new ones'),
    async (t) => {
      const { repository, cs } = await importComponent(t, server(), 'up-source', {
        'po/hello.pot': poFile({ Hello: '', Bye: '', Yes: '' }),
        'po/cs.po': poFile({ Hello: 'Ahoj', Bye: 'Sbohem', Yes: 'Ano' }),
        'po/de.po': poFile({ Hello: 'Hallo', Bye: '' }),
      });
      const source = '/api/translations/up-source/web/en/';
      const token = server().admin;
      const { json } = await server().get(`${cs}units/?q=source:=Hello`);
      await server().request('PATCH', json.results[0].url, {
        token,
        json: { target: ['Nazdar'], state: 20 },
      });
      const template = poFile({ New: '', Hello: '', Yes: '' });
      const fields = { method: 'source', author: 'Eva Malá', email: 'source-eva@example.net' };

      const first = await upload(server(), source, template, fields);
      const commits = (await repository.log()).length;
      const second = await upload(server(), source, template, fields);

      t.is(first.status, 200, first.text);
      t.deepEqual(first.json, { not_found: 0, skipped: 0, accepted: 3, total: 3, result: true, count: 3 });
      t.is(second.status, 200);
      t.is((await repository.log()).length, commits);
      t.is(await repository.show('po/hello.pot'), template);
      t.is(
        stringsIn(await repository.show('po/cs.po')),
        stringsIn(poFile({ New: '', Hello: 'Nazdar', Yes: 'Ano' })),
      );
      t.is(
        stringsIn(await repository.show('po/de.po')),
        stringsIn(poFile({ New: '', Hello: 'Hallo', Yes: '' })),
      );
      const [newest, before] = await repository.log();
      t.is(newest?.author, 'Eva Malá <source-eva@example.net>');
      t.is(before?.author, 'Administrator <admin@example.com>');
      t.deepEqual(await targetsOf(server(), cs), { New: ['', 0], Hello: ['Nazdar', 20], Yes: ['Ano', 20] });
      t.deepEqual(Object.keys(await targetsOf(server(), source)).sort(), ['Hello', 'New', 'Yes']);
      const { results } = (await server().get(`${source}changes/?action=74&action=78&action=89`)).json;
      t.deepEqual(results.map(({ action }: { action: number }) => action).sort(), [74, 78, 78, 89]);
      t.is((await server().get(`${cs}changes/?action=73`)).json.count, 1);
      t.deepEqual(await findDrift(server().db), []);
    },
  );

  test.serial(name('a template or a file that cannot be read leaves everything as it was'), async (t) => {
    const { repository } = await importGreetings(t, server(), 'up-broken');
    const source = '/api/translations/up-broken/web/en/';
    const before = await repository.show('po/hello.pot');

    const broken = await upload(server(), source, 'msgid "a', { method: 'source' });
    const monolingual = await upload(server(), source.replace('/en/', '/cs/'), poFile({}), {
      method: 'source',
    });

    t.is(broken.status, 400);
    t.like(broken.json, { errors: [{ attr: 'file', code: 'invalid' }] });
    t.like(monolingual.json, { errors: [{ attr: 'method' }] });
    t.is(await repository.show('po/hello.pot'), before);
  });

  test.serial(name('a template is for those who may edit sources'), async (t) => {
    await importGreetings(t, server(), 'up-rights');
    const token = await server().createUser('up-rights');

    const { status } = await upload(
      server(),
      '/api/translations/up-rights/web/en/',
      poFile({ New: '' }),
      { method: 'source' },
      token,
    );

    t.is(status, 403);
  });
});
