import test from 'ava';
import { contentHash, idHash } from '../../adapters/identity.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

/** A component of rows, without a repository: English and Czech, one string in each. */
async function rowsOnly(server: TestServer, slug: string, fields = {}, project = {}) {
  const { db } = server;
  const component = await addComponent(db, await addProject(db, slug, project), 'web', {
    manage_units: true,
    ...fields,
  });
  const isMonolingual = component.template !== '';
  const text = { source: ['Hello'], context: isMonolingual ? 'hello' : '' };
  const source = {
    ...text,
    target: ['Hello'],
    id_hash: idHash({ identity: isMonolingual ? 'context' : 'context+source' }, text),
    content_hash: contentHash(text.source, text.context),
  };
  const english = await addTranslation(
    db,
    component,
    'en',
    [{ ...source, state: isMonolingual ? 20 : 100 }],
    {
      is_source: true,
      is_template: isMonolingual,
      filename: isMonolingual ? 'en.json' : '',
    },
  );
  const czech = await addTranslation(db, component, 'cs', [{ ...source, target: [''] }]);
  const [hello] = await unitsOf(db, english);
  const [ahoj] = await unitsOf(db, czech);
  const path = (code: string) => `/api/translations/${slug}/web/${code}/units/`;
  return { hello: hello!, ahoj: ahoj!, en: path('en'), cs: path('cs') };
}

// One after the other: each test makes a component, and many at once wait long for a connection.
forEachServer(test, (name, server) => {
  test.serial(name('flags of the component make new strings read only'), async (t) => {
    const { cs } = await rowsOnly(server(), 'str-flags', { check_flags: 'read-only, priority:140' });

    const { json } = await server().post(cs, {
      token: server().admin,
      json: { source: 'New', target: 'Nový' },
    });

    t.like(json, { state: 100, priority: 140 });
  });

  const po = { source: 'New', target: 'Nový' };
  const refusals: [string, object, object, string, string | null][] = [
    ['without a source', {}, { target: 'x' }, 'cs', 'source'],
    ['without a target', {}, { source: 'x' }, 'cs', 'target'],
    ['with a blank source', {}, { ...po, source: ' ' }, 'cs', 'source'],
    ['with a control character', {}, { ...po, source: 'a\u0007' }, 'cs', 'source'],
    ['with a control character in the context', {}, { ...po, context: 'a\u0000' }, 'cs', 'context'],
    ['that is read only', {}, { ...po, state: 100 }, 'cs', 'state'],
    ['of an unknown state', {}, { ...po, state: 5 }, 'cs', 'state'],
    ['with a text, untranslated', {}, { ...po, state: 0 }, 'cs', 'state'],
    ['without a text, translated', {}, { source: 'New', target: '', state: 20 }, 'cs', 'state'],
    ['approved without reviews', {}, { ...po, state: 30 }, 'cs', 'state'],
    ['that is there', {}, { source: 'Hello', target: 'x' }, 'cs', null],
    ['that is there in the source language', {}, { source: 'Hello' }, 'en', null],
    ['whose first form is there', {}, { source: ['Hello', 'Hellos'], target: 'x' }, 'cs', null],
    ['without a key', json(), { value: 'New' }, 'en', 'key'],
    ['without a value', json(), { key: 'new' }, 'en', 'value'],
    ['with a blank key', json(), { key: '', value: 'New' }, 'en', 'key'],
    ['with a blank value', json(), { key: 'new', value: [''] }, 'en', 'value'],
    ['with plural forms that the format lacks', json(), { key: 'new', value: ['a', 'b'] }, 'en', 'value'],
    ['with too many plural forms', {}, { ...po, source: ['a', 'b', 'c'] }, 'cs', 'source'],
    ['whose key is there', json(), { key: 'hello', value: 'Other' }, 'en', null],
    ['with a value, untranslated', json(), { key: 'new', value: 'New', state: 0 }, 'en', 'state'],
  ];
  for (const [index, [title, fields, body, code, attr]] of refusals.entries()) {
    test.serial(name(`a string ${title} is refused`), async (t) => {
      const { en, cs } = await rowsOnly(server(), `str-bad-${index}`, fields);
      const url = code === 'en' ? en : cs;

      const response = await server().post(url, { token: server().admin, json: body });

      t.is(response.status, 400, response.text);
      t.is(response.json.errors[0].attr, attr ?? 'non_field_errors');
      t.is((await server().get(url)).json.count, 1);
    });
  }

  test.serial(name('a singular is refused where a plural begins with it'), async (t) => {
    const { cs } = await rowsOnly(server(), 'str-plural');
    const token = server().admin;
    const target = 'x';

    const plural = await server().post(cs, { token, json: { source: ['One', 'Many'], target } });
    const singular = await server().post(cs, { token, json: { source: 'One', target } });
    const inContext = await server().post(cs, { token, json: { source: 'One', context: 'x', target } });

    t.deepEqual([plural.status, singular.status, inContext.status], [201, 400, 201]);
  });

  const denials: [string, object, object, 'en' | 'cs'][] = [
    ['where strings are managed upstream', { manage_units: false }, {}, 'en'],
    ['in a locked component', { locked: true }, {}, 'en'],
    ['in a format that cannot take any', { file_format: 'html', template: 'en.html' }, {}, 'en'],
    ['to a translation of a base file', json(), {}, 'cs'],
    ['to a base file that is not edited here', { ...json(), edit_template: false }, {}, 'en'],
  ];
  for (const [index, [title, fields, project, code]] of denials.entries()) {
    test.serial(name(`no string is added or removed ${title}`), async (t) => {
      const { en, cs, hello, ahoj } = await rowsOnly(server(), `str-no-${index}`, fields, project);
      const token = server().admin;
      const body = { key: 'new', value: 'New', source: 'New', target: 'x' };

      const added = await server().post(code === 'en' ? en : cs, { token, json: body });
      const removed = await server().request('DELETE', `/api/units/${(code === 'en' ? hello : ahoj).id}/`, {
        token,
      });

      t.deepEqual([added.status, removed.status], [403, 403], added.text);
      t.not(added.json.detail, '');
    });
  }

  test.serial(name('adding and removing needs sign-in, the right, and sight of the component'), async (t) => {
    const open = await rowsOnly(server(), 'str-rights');
    const hidden = await rowsOnly(server(), 'str-hidden', {}, { access_control: 100 });
    const token = await server().createUser(`adder-${Date.now()}`);

    const statuses = [];
    for (const { cs, ahoj, hello } of [open, hidden]) {
      for (const options of [{ json: po }, { json: po, token }]) {
        statuses.push((await server().post(cs, options)).status);
        statuses.push((await server().request('DELETE', `/api/units/${ahoj.id}/`, options)).status);
      }
      statuses.push((await server().get(`/api/units/${hello.id}/translations/`)).status);
    }

    t.deepEqual(statuses, [401, 401, 403, 403, 200, 401, 401, 404, 404, 404]);
  });

  test.serial(name('a repository that cannot be opened answers 423, and the string stays'), async (t) => {
    const { hello } = await rowsOnly(server(), 'str-busy', { repo: '/nowhere/at/all.git' });

    const { status, json: body } = await server().request('DELETE', `/api/units/${hello.id}/`, {
      token: server().admin,
    });

    t.is(status, 423);
    t.is(body.errors[0].code, 'repository-locked');
    t.is((await server().get(`/api/units/${hello.id}/`)).status, 200);
  });

  test.serial(name('the translations of a source string are listed, without the source'), async (t) => {
    const { hello, ahoj } = await rowsOnly(server(), 'str-languages');

    const { json: units } = await server().get(`/api/units/${hello.id}/translations/`);
    const other = await server().get(`/api/units/${ahoj.id}/translations/`);

    t.deepEqual(
      units.map(({ id }: { id: number }) => id),
      [ahoj.id],
    );
    t.is(other.status, 400);
    t.like(other.json.errors[0], { code: 'not-a-source-unit', attr: null });
  });
});

function json() {
  return { file_format: 'json', template: 'en.json' };
}
