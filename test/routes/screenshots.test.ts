import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { Screenshot } from '../../models/screenshot.ts';
import { User } from '../../models/user.ts';
import { pngImage, tinyImages } from '../helpers/images.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';
import { addScreenshot, screenshotsFolder, storedImages } from '../helpers/screenshots.ts';
import { forEachServer, type TestResponse, type TestServer } from '../helpers/server.ts';

const problems = ({ json }: TestResponse) =>
  json.errors.map(({ attr, code }: Record<string, string>) => `${attr} ${code}`);

/** A component of rows with two strings in English and Czech. */
async function place(server: TestServer, slug: string, { project = {}, component = {} } = {}) {
  const { db } = server;
  const own = await addComponent(db, await addProject(db, slug, project), 'web', component);
  const texts = ['Hello', 'Bye'];
  const strings = texts.map((text) => ({ source: [text], target: [text] }));
  const english = await addTranslation(db, own, 'en', strings, { is_source: true, filename: '' });
  const czech = await addTranslation(db, own, 'cs', strings);
  const [hello, bye] = await unitsOf(db, english);
  const [ahoj] = await unitsOf(db, czech);
  return { component: own, english, czech, hello: hello!, bye: bye!, ahoj: ahoj! };
}

const png = pngImage(20, 10);

function imageFile(bytes: Uint8Array<ArrayBuffer> = png, name = 'login.png', type = 'image/png'): File {
  return new File([bytes], name, { type });
}

/** What a form says of a screenshot of the English strings of `place`. */
function form(slug: string, fields: Record<string, string | File> = {}) {
  const names = { project_slug: slug, component_slug: 'web', language_code: 'en', name: 'Login' };
  return { ...names, image: imageFile(), ...fields };
}

/** Actions of the history of a translation, the newest first, with what they are about. */
async function history(server: TestServer, slug: string, code: string): Promise<unknown[]> {
  const { json } = await server.get(`/api/translations/${slug}/web/${code}/changes/`);
  return json.results.map(({ action, target, unit, user, author }: Record<string, unknown>) => [
    action,
    target,
    unit,
    user === author ? user : 'differs',
  ]);
}

// One after the other: each test makes a component, and many at once wait long for a connection.
forEachServer(test, (name, server) => {
  const upload = (multipart: Record<string, string | File>, token = server().admin) =>
    server().post('/api/screenshots/', { token, multipart });

  test.serial(name('a screenshot is uploaded, read, renamed and removed with its image'), async (t) => {
    await place(server(), 'shot');
    const token = await server().createUser('shot-eva', { is_superuser: true });
    const { url } = server();
    const before = await storedImages(server());

    const made = await upload(form('shot', { name: ' Login ' }), token);

    t.is(made.status, 201, made.text);
    const { id } = made.json;
    t.deepEqual(made.json, {
      id,
      name: 'Login',
      repository_filename: '',
      translation: `${url}/api/translations/shot/web/en/`,
      component: `${url}/api/components/shot/web/`,
      file_url: `${url}/api/screenshots/${id}/file/`,
      units: [],
      url: `${url}/api/screenshots/${id}/`,
    });
    t.is(made.headers.get('location'), made.json.url);
    t.deepEqual((await server().get(made.json.url)).json, made.json);
    t.deepEqual((await server().get('/api/components/shot/web/screenshots/')).json.results, [made.json]);
    t.is((await User.named(server().db.reader, 'shot-eva'))?.uploaded, 1);
    t.deepEqual(await history(server(), 'shot', 'en'), [[58, 'Login', null, `${url}/api/users/shot-eva/`]]);

    const admin = { token: server().admin };
    const renamed = await server().request('PATCH', made.json.url, { ...admin, json: { name: 'Start' } });
    t.deepEqual([renamed.status, renamed.json], [200, { ...made.json, name: 'Start' }]);
    const anew = { name: 'Begin', repository_filename: 'docs/start.png', component: 'x', image: 'y' };
    const described = await server().request('PUT', made.json.url, { ...admin, form: anew });
    t.deepEqual(described.json, { ...made.json, name: 'Begin', repository_filename: 'docs/start.png' });
    t.deepEqual((await server().request('PATCH', made.json.url, admin)).json, described.json);
    t.deepEqual(problems(await server().request('PUT', made.json.url, { ...admin, json: {} })), [
      'name required',
    ]);

    t.is((await server().request('DELETE', made.json.url, admin)).status, 204);
    t.is((await server().get(made.json.url)).status, 404);
    t.is((await server().request('DELETE', made.json.url, admin)).status, 404);
    t.deepEqual(await storedImages(server()), before);
  });

  test.serial(name('the image is downloaded as a file of its true type, under a name of ours'), async (t) => {
    await place(server(), 'shot-file');
    const nasty = imageFile(png, '../../"><script>.png', 'text/html');
    const { json } = await upload(form('shot-file', { name: '<b>', image: nasty }));

    const response = await fetch(json.file_url, { headers: { Accept: 'image/*' } });
    const head = await server().request('HEAD', json.file_url);

    t.is(response.status, 200);
    t.deepEqual(Buffer.from(await response.arrayBuffer()), Buffer.from(png));
    for (const { headers } of [response, head]) {
      t.is(headers.get('content-type'), 'image/png');
      t.is(headers.get('content-length'), `${png.length}`);
      t.is(headers.get('x-content-type-options'), 'nosniff');
      t.is(headers.get('content-disposition'), `attachment; filename="screenshot-${json.id}.png"`);
    }
    const { image } = await Screenshot.query(server().db.reader).findById(json.id).throwIfNotFound();
    t.regex(image, /^[\da-f-]{36}\.png$/);
    t.true((await storedImages(server())).includes(image));
    await rm(join(screenshotsFolder(server()), image));
    t.is((await server().get(json.file_url)).status, 404);
    t.is((await server().get(json.url)).status, 200);
  });

  test.serial(name('images of four kinds are taken, whatever type the client gives them'), async (t) => {
    await place(server(), 'shot-kinds');
    const { jpeg, gif, webp } = tinyImages;
    const images = [
      [imageFile(jpeg, 'a.JPG', ''), 'image/jpeg'],
      [imageFile(jpeg, 'a.jpeg'), 'image/jpeg'],
      [imageFile(gif, 'a.gif'), 'image/gif'],
      [imageFile(webp, 'a.webp'), 'image/webp'],
      [imageFile(pngImage(2000, 2000), 'a.png', 'text/plain'), 'image/png'],
    ] as const;
    for (const [image, type] of images) {
      const { status, json } = await upload(form('shot-kinds', { image }));

      t.is(status, 201);
      t.is((await server().get(json.file_url)).headers.get('content-type'), type);
    }
  });

  test.serial(name('a component inside a category is named by its path, escaped or not'), async (t) => {
    await place(server(), 'shot-deep', { component: { path: 'shot-deep/tools/web' } });

    const plain = await upload(form('shot-deep', { component_slug: 'tools/web' }));
    const escaped = await upload(form('shot-deep', { component_slug: 'tools%2Fweb' }));

    t.deepEqual([plain.status, escaped.status], [201, 201]);
    t.is(plain.json.component, `${server().url}/api/components/shot-deep/tools%252Fweb/`);
  });

  const text = new TextEncoder().encode('Hello, I am an image.');
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const padded = Buffer.concat([png.subarray(0, -12), Buffer.alloc(10 * 1024 * 1024), png.subarray(-12)]);
  for (const [index, [title, image, problem]] of (
    [
      ['a text that is called an image', imageFile(text), 'image invalid_image'],
      ['an SVG', imageFile(svg, 'a.svg', 'image/svg+xml'), 'image invalid_extension'],
      ['an SVG that is called PNG', imageFile(svg, 'a.png'), 'image invalid_image'],
      ['an image that is called a page', imageFile(png, 'a.html'), 'image invalid_extension'],
      ['an image without an extension', imageFile(png, 'png'), 'image invalid_extension'],
      ['a PNG that is called JPEG', imageFile(png, 'a.jpg'), 'image invalid_extension'],
      ['half an image', imageFile(png.subarray(0, 50)), 'image invalid_image'],
      ['an empty file', imageFile(png.subarray(0, 0)), 'image empty'],
      ['an image that is too wide', imageFile(pngImage(2001, 1)), 'image invalid'],
      ['an image that is too high', imageFile(pngImage(1, 2001)), 'image invalid'],
      ['too many bytes', imageFile(padded), 'image invalid'],
      ['a text field', 'image.png', 'image invalid'],
    ] as const
  ).entries()) {
    test.serial(name(`${title} is refused, and an image that is there stays`), async (t) => {
      const { english } = await place(server(), `shot-bad-${index}`);
      const { id, image: former } = await addScreenshot(server(), english);
      const before = await storedImages(server());
      const { admin: token } = server();

      const made = await upload(form(`shot-bad-${index}`, { image }));
      const replaced = await server().post(`/api/screenshots/${id}/file/`, { token, multipart: { image } });

      t.deepEqual([made.status, problems(made)], [400, [problem]]);
      t.deepEqual([replaced.status, problems(replaced)], [400, [problem]]);
      t.deepEqual(await storedImages(server()), before);
      t.true(before.includes(former));
      t.deepEqual(await readdir(join(server().database.folder, 'uploads')), []);
    });
  }

  test.serial(
    name('where a screenshot belongs is looked at before the right, and that before the rest'),
    async (t) => {
      await place(server(), 'shot-order');
      await place(server(), 'shot-hidden', { project: { access_control: 100 } });
      await place(server(), 'shot-restricted', { component: { restricted: true } });
      const token = await server().createUser('shot-nobody');
      const nowhere = ['project_slug invalid', 'component_slug invalid', 'language_code invalid'];
      const [project_slug, component_slug, language_code] = ['shot-order', 'web', 'en'];
      const answers: [string, Record<string, string>, number, string[]][] = [
        ['nothing', {}, 400, ['project_slug invalid']],
        ['no component', { project_slug, language_code }, 400, ['component_slug invalid']],
        ['no language', { project_slug, component_slug, language_code: ' ' }, 400, ['language_code invalid']],
        ['unknown project', { project_slug: 'x', component_slug, language_code }, 400, nowhere],
        ['unknown component', { project_slug, component_slug: 'x', language_code }, 400, nowhere],
        ['unknown language', { project_slug, component_slug, language_code: 'de' }, 400, nowhere],
        ['hidden project', { project_slug: 'shot-hidden', component_slug, language_code }, 400, nowhere],
        ['restricted', { project_slug: 'shot-restricted', component_slug, language_code }, 400, nowhere],
        ['no right', { project_slug, component_slug, language_code }, 403, ['null permission_denied']],
      ];
      for (const [title, fields, status, expected] of answers) {
        const inForm = await server().post('/api/screenshots/', { token, form: fields });
        const inJson = await server().post('/api/screenshots/', { token, json: fields });

        t.deepEqual([inForm.status, problems(inForm)], [status, expected], title);
        t.deepEqual([inJson.status, problems(inJson)], [status, expected], title);
      }
      const located = { project_slug, component_slug, language_code };
      t.deepEqual(problems(await upload(located)), ['name required', 'image required']);
      const long = { ...located, name: 'x'.repeat(201), image: imageFile() };
      t.deepEqual(problems(await upload(long)), ['name max_length']);
      t.is((await server().post('/api/screenshots/', { form: {} })).status, 401);
      const noObject = await server().post('/api/screenshots/', { token, json: [] });
      t.deepEqual(problems(noObject), ['non_field_errors invalid']);
      const raw = { raw: 'x', headers: { 'Content-Type': 'text/plain' } };
      t.is((await server().post('/api/screenshots/', { token, ...raw })).status, 415);
      t.is((await server().request('PUT', '/api/screenshots/', { token })).status, 405);
    },
  );

  test.serial(name('an image is replaced by a form or by the bytes themselves'), async (t) => {
    const { english } = await place(server(), 'shot-replace');
    const { id, image } = await addScreenshot(server(), english);
    const { admin: token, url } = server();
    const path = `/api/screenshots/${id}/file/`;

    const byForm = await server().request('PUT', path, { token, multipart: { image: imageFile() } });
    const first = await server().get(path);
    const byBytes = await server().post(path, {
      token,
      raw: tinyImages.gif,
      headers: { 'Content-Disposition': 'attachment; filename="b.gif"', 'Content-Type': 'image/gif' },
    });
    const second = await server().get(path);

    t.deepEqual([byForm.status, byForm.json], [200, { result: true }]);
    t.deepEqual([byBytes.status, byBytes.json], [200, { result: true }]);
    t.is(first.headers.get('content-length'), `${png.length}`);
    t.is(second.headers.get('content-type'), 'image/gif');
    const { image: current } = await Screenshot.query(server().db.reader).findById(id).throwIfNotFound();
    const stored = await storedImages(server());
    t.true(stored.includes(current));
    t.false(stored.includes(image));
    const user = `${url}/api/users/admin/`;
    t.deepEqual(await history(server(), 'shot-replace', 'en'), [
      [58, 'Login', null, user],
      [58, 'Login', null, user],
    ]);
    t.deepEqual(problems(await server().post(path, { token })), ['image required']);
    t.is((await server().post(path, { token, json: { image: 'x' } })).status, 415);
    t.is((await server().post(path, { token, form: { image: 'x' } })).status, 415);
    t.is((await server().request('PATCH', path, { token })).status, 405);
  });

  test.serial(name('strings of its translation are assigned to a screenshot and withdrawn'), async (t) => {
    const { english, hello, bye, ahoj } = await place(server(), 'shot-units');
    const elsewhere = await place(server(), 'shot-elsewhere');
    const { id } = await addScreenshot(server(), english);
    const { admin: token, url } = server();
    const path = `/api/screenshots/${id}/units/`;
    const units = [hello.id, bye.id].map((unit) => `${url}/api/units/${unit}/`);

    const first = await server().post(path, { token, form: { unit_id: `${bye.id}` } });
    const second = await server().post(path, { token, json: { unit_id: hello.id } });
    const again = await server().post(path, { token, json: { unit_id: hello.id } });

    t.deepEqual([first.status, first.json.units], [200, [units[1]]]);
    t.deepEqual([second.status, second.json.units], [200, units]);
    t.deepEqual([again.status, again.json], [200, second.json]);
    for (const unit_id of [undefined, 'x', '', ahoj.id, elsewhere.hello.id, 999_999_999, -1]) {
      const refused = await server().post(path, { token, json: { unit_id } });
      t.is(refused.status, 400);
      t.is(refused.json.errors[0].attr, 'unit_id');
    }
    const shown = '/api/translations/shot-units/web/cs/units/?q=has:screenshot';
    t.is((await server().get(shown)).json.count, 2);

    const withdrawn = await server().request('DELETE', `${path}${hello.id}/`, { token });
    const repeated = await server().request('DELETE', `${path}${hello.id}`, { token });
    const foreign = await server().request('DELETE', `${path}${elsewhere.hello.id}/`, { token });

    t.deepEqual([withdrawn.status, repeated.status, foreign.status], [204, 204, 404]);
    t.deepEqual((await server().get(`/api/screenshots/${id}/`)).json.units, [units[1]]);
    t.is((await server().get(shown)).json.count, 1);
    const user = `${url}/api/users/admin/`;
    t.deepEqual(await history(server(), 'shot-units', 'en'), [
      [85, 'Login', units[0], user],
      [57, 'Login', units[0], user],
      [57, 'Login', units[1], user],
    ]);
  });

  test.serial(name('lists hold the screenshots that somebody sees, and their count no others'), async (t) => {
    const open = await place(server(), 'shot-list');
    const hidden = await place(server(), 'shot-list-hidden', { project: { access_control: 100 } });
    const restricted = await place(server(), 'shot-list-restricted', { component: { restricted: true } });
    const shots = {
      source: await addScreenshot(server(), open.english, { name: 'Source' }),
      czech: await addScreenshot(server(), open.czech, { name: 'Czech' }),
    };
    await addScreenshot(server(), hidden.english, { name: 'Hidden' });
    await addScreenshot(server(), restricted.english, { name: 'Restricted' });
    const namesIn = async (path: string, token?: string) => {
      const { json } = await server().get(path, token ? { token } : {});
      t.is(json.count, json.results.length);
      return json.results.map((row: { name: string }) => row.name);
    };
    const all = '/api/screenshots/?page_size=1000';

    const [forAdmin, forAll] = [await namesIn(all, server().admin), await namesIn(all)];

    t.deepEqual(forAdmin.slice(-4), ['Source', 'Czech', 'Hidden', 'Restricted']);
    t.deepEqual(forAll.slice(-2), ['Source', 'Czech']);
    t.false(forAll.includes('Hidden') || forAll.includes('Restricted'));
    t.deepEqual(await namesIn('/api/components/shot-list/web/screenshots/'), ['Source', 'Czech']);
    const second = await server().get('/api/components/shot-list/web/screenshots/?page_size=1&page=2');
    t.like(second.json, { count: 2, next: null });
    t.is(second.json.results[0].id, shots.czech.id);
    const listed = await server().get('/api/components/shot-list-hidden/web/screenshots/');
    t.is(listed.status, 404);
    const csv = await server().get('/api/components/shot-list/web/screenshots/?format=csv');
    t.true(csv.text.includes('Source'));
  });

  test.serial(
    name('of two who replace an image at the same time both succeed, and one image stays'),
    async (t) => {
      const { english } = await place(server(), 'shot-race');
      const { id, image } = await addScreenshot(server(), english);
      const before = (await storedImages(server())).filter((one) => one !== image);
      const { admin: token } = server();
      const replace = () =>
        server().post(`/api/screenshots/${id}/file/`, { token, multipart: { image: imageFile() } });
      const read = () => server().get(`/api/screenshots/${id}/file/`);

      const answers = await Promise.all([replace(), read(), replace(), read(), replace(), read()]);

      t.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
      const { image: current } = await Screenshot.query(server().db.reader).findById(id).throwIfNotFound();
      t.deepEqual((await storedImages(server())).sort(), [...before, current].sort());
    },
  );
});
