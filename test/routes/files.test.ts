import test from 'ava';
import { findDrift } from '../../models/drift.ts';
import { importComponent, poFile } from '../helpers/imported.ts';
import { forEachServer, type RequestOptions } from '../helpers/server.ts';
import { importGreetings, targetsOf, upload } from '../helpers/uploads.ts';

forEachServer(test, (name, server) => {
  test.serial(
    name('a file comes byte for byte as the repository has it, with a name and a type'),
    async (t) => {
      const { repository, cs } = await importGreetings(t, server(), 'bytes');
      const token = await server().createUser('reader');

      const response = await server().get(`${cs}file/`, { token });
      const again = await server().get(`${cs}file/`, {
        headers: { 'If-None-Match': response.headers.get('etag') ?? '' },
      });

      t.is(response.status, 200);
      t.is(response.text, (await repository.show('po/cs.po')) ?? '');
      t.is(response.headers.get('content-disposition'), 'attachment; filename="bytes-web-cs.po"');
      t.true(response.headers.get('content-type')?.startsWith('text/x-'));
      t.is(again.status, 304);
      t.is(again.text, '');
    },
  );

  test.serial(name('waiting edits are written before a file is read, and end its freshness'), async (t) => {
    const { repository, cs } = await importGreetings(t, server(), 'fresh');
    const now = { headers: { 'If-Modified-Since': new Date(Date.now() + 60_000).toUTCString() } };
    const unchanged = await server().get(`${cs}file/`, now);
    const { json } = await server().get(`${cs}units/?q=source:=Bye`);
    await server().request('PATCH', json.results[0].url, {
      token: server().admin,
      json: { target: ['Sbohem'], state: 20 },
    });

    const changed = await server().get(`${cs}file/`, now);

    t.is(unchanged.status, 304);
    t.is(changed.status, 200);
    t.true(changed.text.includes('msgid "Bye"\nmsgstr "Sbohem"'));
    t.is(changed.text, (await repository.show('po/cs.po')) ?? '');
    t.false((await server().get(json.results[0].url)).json.pending);
  });

  test.serial(
    name('unknown conversions are refused, and a translation without a file has none'),
    async (t) => {
      const { cs } = await importGreetings(t, server(), 'formats');

      const format = await server().get(`${cs}file/?format=nonsense`);
      const q = await server().get(`${cs}file/?q=state:empty`);
      const suffix = await server().get(`${cs}file.nonsense`);
      const source = await server().get('/api/translations/formats/web/en/file/');
      const unknown = await server().get('/api/translations/formats/web/de/file/');

      t.like(format.json, { errors: [{ attr: 'format' }] });
      t.like(q.json, { errors: [{ attr: 'q' }] });
      t.deepEqual([format.status, q.status], [400, 400]);
      t.deepEqual([suffix.status, source.status, unknown.status], [404, 404, 404]);
    },
  );

  test.serial(name('an upload fills in what is missing and leaves what is translated'), async (t) => {
    const { cs } = await importGreetings(t, server(), 'upload');
    const content = poFile({ Hello: 'Nazdar', Bye: 'Sbohem', Yes: '', Unknown: 'Neznámé' });

    const first = await upload(server(), cs, content);
    const second = await upload(server(), cs, content);

    t.is(first.status, 200, first.text);
    t.deepEqual(first.json, { not_found: 1, skipped: 1, accepted: 1, total: 4, result: true, count: 4 });
    t.deepEqual(second.json, { not_found: 1, skipped: 2, accepted: 0, total: 4, result: false, count: 4 });
    t.deepEqual(await targetsOf(server(), cs), { Hello: ['Ahoj', 20], Bye: ['Sbohem', 20], Yes: ['', 0] });
    const { results } = (await server().get(`${cs}changes/?action=9&action=78`)).json;
    t.deepEqual(
      results.map(({ action }: { action: number }) => action),
      [78, 78, 9],
    );
    t.like(results[1].details, { method: 'translate', accepted: 1, skipped: 1, not_found: 1, total: 4 });
    t.deepEqual(await findDrift(server().db), []);
  });

  test.serial(name('an upload overwrites what it is told to, by those who may'), async (t) => {
    const { cs } = await importGreetings(t, server(), 'overwrite');
    const token = await server().createUser('uploader');
    const content = poFile({ Hello: 'Nazdar' });

    const byForm = await upload(server(), cs, content, { conflict: 'replace-translated' });
    const approved = await upload(server(), cs, content, { conflicts: 'replace-approved' }, token);
    const unknown = await upload(server(), cs, content, { conflicts: 'always' });

    t.like(byForm.json, { accepted: 1 });
    t.deepEqual((await targetsOf(server(), cs)).Hello, ['Nazdar', 20]);
    t.is(approved.status, 400);
    t.is(approved.json.errors[0].attr, 'conflicts');
    t.like(unknown.json, { errors: [{ code: 'invalid_choice', attr: 'conflicts' }] });
  });

  test.serial(name('strings that a file marks as unfinished are taken as told'), async (t) => {
    const { cs } = await importGreetings(t, server(), 'fuzzy');
    const content = poFile({}, '\n#, fuzzy\nmsgid "Bye"\nmsgstr "Sbohem"\n');

    const dropped = await upload(server(), cs, content);
    const processed = await upload(server(), cs, content, { fuzzy: 'process' });
    const state = (await targetsOf(server(), cs)).Bye;
    const approved = await upload(server(), cs, content, { fuzzy: 'approve' });

    t.like(dropped.json, { accepted: 0, skipped: 0 });
    t.like(processed.json, { accepted: 1 });
    t.deepEqual(state, ['Sbohem', 10]);
    t.like(approved.json, { accepted: 1 });
    t.deepEqual((await targetsOf(server(), cs)).Bye, ['Sbohem', 20]);
    const marked = await upload(server(), cs, poFile({ Yes: 'Ano' }), { method: 'fuzzy' });
    t.like(marked.json, { accepted: 1 });
    t.deepEqual((await targetsOf(server(), cs)).Yes, ['Ano', 10]);
  });

  test.serial(name('an upload for somebody else is credited to him, in the commit too'), async (t) => {
    const { repository, path, cs } = await importGreetings(t, server(), 'credit');

    const named = await upload(server(), cs, poFile({ Bye: 'Sbohem' }), {
      author: 'Eva Malá',
      email: 'Eva@example.net',
    });
    await server().post(`${path}repository/`, { token: server().admin, json: { operation: 'push' } });
    const wrong = await upload(server(), cs, poFile({ Yes: 'Ano' }), { author_email: 'nobody' });

    t.like(named.json, { accepted: 1 });
    t.is((await repository.log())[0]?.author, 'Eva Malá <eva@example.net>');
    t.is(wrong.status, 400);
    t.is(wrong.json.errors[0].attr, 'author_email');
  });

  test.serial(name('the file itself is replaced, committed and read'), async (t) => {
    const { repository, cs } = await importGreetings(t, server(), 'replace');
    const content = poFile({ Hello: 'Nazdar', Bye: 'Sbohem', Yes: '' });

    const { status, json, text } = await upload(server(), cs, content, { method: 'replace' });

    t.is(status, 200, text);
    t.like(json, { not_found: 0, skipped: 0, accepted: 3, total: 3, result: true });
    t.is((await server().get(`${cs}file/`)).text, content);
    t.deepEqual((await targetsOf(server(), cs)).Bye, ['Sbohem', 20]);
    t.is(await repository.show('po/cs.po'), content);
    const broken = await upload(server(), cs, 'msgid "a', { method: 'replace' });
    t.like(broken.json, { errors: [{ attr: 'file' }] });
    t.is((await server().get(`${cs}file/`)).text, content);
    t.deepEqual(await findDrift(server().db), []);
  });

  test.serial(name('a raw body with a name is an upload by PUT'), async (t) => {
    const { cs } = await importGreetings(t, server(), 'raw');

    const { status, json } = await server().request('PUT', `${cs}file/`, {
      token: server().admin,
      raw: poFile({ Bye: 'Sbohem' }),
      headers: { 'Content-Type': 'text/x-po', 'Content-Disposition': 'attachment; filename="cs.po"' },
    });

    t.is(status, 200);
    t.like(json, { accepted: 1 });
  });

  test.serial(name('what is wrong with an upload is said on its key'), async (t) => {
    const { cs } = await importGreetings(t, server(), 'mistakes');
    const plural = `msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Bye"
msgstr "Sbohem"
`;
    const cases: [RequestOptions, string, string][] = [
      [{ multipart: { method: 'translate' } }, 'file', 'required'],
      [{ multipart: { file: new File(['x'], 'cs.po'), method: 'nonsense' } }, 'method', 'invalid_choice'],
      [{ multipart: { file: new File(['x'], 'cs.po'), method: 'approve' } }, 'method', 'invalid'],
      [{ multipart: { file: new File(['msgid "a'], 'cs.po') } }, 'file', 'invalid'],
      [{ multipart: { file: new File([new Uint8Array([0, 1, 2])], 'cs.bin') } }, 'file', 'invalid'],
      [{ multipart: { file: new File([plural], 'cs.po') } }, 'file', 'invalid'],
    ];
    for (const [options, attr, code] of cases) {
      const { status, json } = await server().post(`${cs}file/`, { token: server().admin, ...options });

      t.is(status, 400);
      t.like(json, { errors: [{ attr, code }] });
    }
  });

  test.serial(name('uploads need rights and an open component'), async (t) => {
    const { path, cs } = await importGreetings(t, server(), 'closed');
    const content = poFile({ Bye: 'Sbohem' });
    const token = await server().createUser('visitor');
    const source = '/api/translations/closed/web/en/';

    const anonymous = await server().post(`${cs}file/`, {
      multipart: { file: new File([content], 'cs.po') },
    });
    const toSource = await upload(server(), source, content, {}, token);
    const noFile = await upload(server(), source, content);
    await server().post(`${path}lock/`, { token: server().admin, json: { lock: true } });
    const locked = await upload(server(), cs, content);

    t.is(anonymous.status, 401);
    t.is(toSource.status, 403);
    t.is(noFile.status, 400);
    t.is(noFile.json.errors[0].attr, 'method');
    t.is(locked.status, 403);
    t.regex(locked.json.detail, /locked/);
  });

  test.serial(name('a monolingual upload is matched by its keys'), async (t) => {
    const { cs } = await importComponent(
      t,
      server(),
      'mono',
      {
        'locale/en.json': '{"hello": "Hello", "bye": "Bye"}\n',
        'locale/cs.json': '{"hello": "Ahoj"}\n',
      },
      { filemask: 'locale/*.json', template: 'locale/en.json', new_base: '', file_format: 'json' },
    );

    const { status, json, text } = await server().post(`${cs}file/`, {
      token: server().admin,
      multipart: { file: new File(['{"bye": "Sbohem", "other": "Jiné"}'], 'cs.json') },
    });

    t.is(status, 200, text);
    t.like(json, { accepted: 1, not_found: 1, total: 2 });
    t.deepEqual((await targetsOf(server(), cs)).Bye, ['Sbohem', 20]);
  });
});
