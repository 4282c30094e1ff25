import test from 'ava';
import type { Component } from '../../models/component.ts';
import type { Project } from '../../models/project.ts';
import type { Unit } from '../../models/unit.ts';
import { addGlossary, type Term } from '../helpers/glossary.ts';
import { addComponent, addProject, addTranslation, unitsOf } from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

const texts = ['Open file', 'Close window', 'A FILE, please', 'Profiles'];

interface Scene {
  project: Project;
  component: Component;
  glossary: Component;
  /** Strings in English and Czech. */
  sources: Unit[];
  units: Unit[];
  /** Terms in English and Czech. */
  terms: Unit[];
  translations: Unit[];
}

/** A project with the component `web`, whose strings ask for terms, and a glossary. */
async function scene(
  { db }: TestServer,
  slug: string,
  terms: readonly Term[] = [['file', 'soubor']],
): Promise<Scene> {
  const project = await addProject(db, slug);
  const component = await addComponent(db, project, 'web', {
    check_flags: 'check-glossary',
    manage_units: true,
  });
  const originals = texts.map((text) => ({ source: [text], target: [text], state: 100 }));
  const english = await addTranslation(db, component, 'en', originals, { is_source: true, filename: '' });
  const czech = await addTranslation(
    db,
    component,
    'cs',
    texts.map((text) => ({ source: [text], target: [''] })),
  );
  const { component: glossary, source, translation } = await addGlossary(db, project, 'cs', terms);
  const [sources, units] = [await unitsOf(db, english), await unitsOf(db, czech)];
  return {
    project,
    component,
    glossary,
    sources,
    units,
    terms: source,
    translations: await unitsOf(db, translation),
  };
}

// One after the other: each test makes components, and many at once wait long for a connection.
forEachServer(test, (name, server) => {
  const patch = (path: string, json: object) =>
    server().request('PATCH', path, { token: server().admin, json });
  const sourcesIn = async (path: string) =>
    (await server().get(path)).json.results.map(({ source }: { source: string[] }) => source[0]);

  test.serial(
    name('a save answers that it does not follow the glossary, and searches find it'),
    async (t) => {
      const { units } = await scene(server(), 'gl-save');

      const wrong = await patch(`/api/units/${units[0]!.id}/`, { target: ['Otevřít'], state: 20 });
      const found = await sourcesIn('/api/translations/gl-save/web/cs/units/?q=check:check_glossary');
      const right = await patch(`/api/units/${units[0]!.id}/`, { target: ['Otevřít soubor'], state: 20 });

      t.deepEqual(wrong.json.checks, ['check_glossary']);
      t.deepEqual(found, ['Open file']);
      t.deepEqual(right.json.checks, []);
    },
  );

  test.serial(
    name('strings that hold a term are found within a translation, and nowhere else'),
    async (t) => {
      const { project } = await scene(server(), 'gl-search');
      const none = await scene(server(), 'gl-search-none', []);
      const list = '/api/translations/gl-search/web/cs/units/?q=';

      const held = await sourcesIn(`${list}has:glossary`);
      const others = await sourcesIn(`${list}NOT has:glossary`);
      const both = await sourcesIn(`${list}has:glossary AND source:open`);
      const inSource = await sourcesIn('/api/translations/gl-search/web/en/units/?q=has:glossary');
      const nowhere = await sourcesIn(`/api/units/?q=has:glossary AND project:${project.slug}`);
      const empty = await sourcesIn(`/api/translations/${none.project.slug}/web/cs/units/?q=has:glossary`);

      t.deepEqual(held, ['Open file', 'A FILE, please']);
      t.deepEqual(others, ['Close window', 'Profiles']);
      t.deepEqual(both, ['Open file']);
      t.deepEqual(inSource, held);
      t.deepEqual([nowhere, empty], [[], []]);
    },
  );

  test.serial(name('terminology comes to all languages of the glossary, and goes from all'), async (t) => {
    const { glossary, terms, translations } = await scene(server(), 'gl-term');
    await addTranslation(server().db, glossary, 'de');
    const german = '/api/translations/gl-term/glossary/de/units/';
    const before = (await server().get(german)).json.count;

    const flagged = await patch(`/api/units/${terms[0]!.id}/`, { extra_flags: 'terminology' });
    const again = await patch(`/api/units/${terms[0]!.id}/`, { extra_flags: 'terminology, forbidden' });
    const added = (await server().get(german)).json.results;
    const token = server().admin;
    const refused = await server().request('DELETE', `/api/units/${translations[0]!.id}/`, { token });
    const allowed = await server().request('DELETE', `/api/units/${terms[0]!.id}/`, { token });

    t.is(before, 0);
    t.deepEqual([flagged.status, again.status], [200, 200]);
    t.is(added.length, 1);
    t.like(added[0], { source: ['file'], target: [''], state: 0, pending: true });
    t.true(added[0].source_unit.endsWith(`/api/units/${terms[0]!.id}/`));
    t.is(refused.status, 403);
    // Nothing speaks against it but that there is no repository.
    t.is(allowed.status, 423);
  });

  test.serial(name('a term added in one language is in all of them where it is terminology'), async (t) => {
    const { glossary } = await scene(server(), 'gl-all');
    await server().db.writer('components').where('id', glossary.id).update({ check_flags: 'terminology' });
    await addTranslation(server().db, glossary, 'de');
    const json = { source: 'window', target: 'okno' };

    const added = await server().post('/api/translations/gl-all/glossary/cs/units/', {
      token: server().admin,
      json,
    });

    t.is(added.status, 201, added.text);
    t.deepEqual(added.json.target, ['okno']);
    const german = (await server().get('/api/translations/gl-all/glossary/de/units/')).json.results;
    t.deepEqual(
      german.map(({ source, target }: Record<string, string[]>) => [source, target]),
      [[['window'], ['']]],
    );
  });

  test.serial(name('a term that stays as it is gets no translation'), async (t) => {
    const { glossary, component } = await scene(server(), 'gl-kept');
    const ids = [glossary.id, component.id];
    await server().db.writer('components').whereIn('id', ids).update({ check_flags: 'read-only' });
    const json = { source: 'Dragoman', target: 'Tlumočník' };
    const token = server().admin;

    const term = await server().post('/api/translations/gl-kept/glossary/cs/units/', { token, json });
    const text = await server().post('/api/translations/gl-kept/web/cs/units/', { token, json });

    t.like(term.json, { state: 100, target: [''] });
    t.like(text.json, { state: 100, target: ['Tlumočník'] });
  });

  test.serial(name('terms are added, edited and removed with rights of their own'), async (t) => {
    const { units, translations } = await scene(server(), 'gl-rights');
    const token = await server().createUser('gl-rights', { email: 'gl@example.org' });
    const json = { source: 'window', target: 'okno' };
    const remove = (unit: Unit) => server().request('DELETE', `/api/units/${unit.id}/`, { token });

    const ofTerm = [
      (await server().post('/api/translations/gl-rights/glossary/cs/units/', { token, json })).status,
      (await remove(translations[0]!)).status,
    ];
    const ofText = [
      (await server().post('/api/translations/gl-rights/web/cs/units/', { token, json })).status,
      (await remove(units[0]!)).status,
    ];
    const anonymous = await server().post('/api/translations/gl-rights/glossary/cs/units/', { json });

    t.deepEqual(ofTerm, [201, 423]);
    t.deepEqual(ofText, [403, 403]);
    t.is(anonymous.status, 401);
  });

  test.serial(
    name('a new glossary takes new terms but no new languages, unless it says otherwise'),
    async (t) => {
      await addProject(server().db, 'gl-new');
      const path = '/api/projects/gl-new/components/';
      const local = {
        vcs: 'local',
        repo: 'local:',
        file_format: 'po',
        filemask: 'po/*.po',
        is_glossary: true,
      };
      const create = (slug: string, settings: object) =>
        server().post(path, { token: server().admin, json: { name: slug, slug, ...local, ...settings } });

      const plain = await create('plain', {});
      const other = await create('other', { manage_units: false, new_lang: 'add' });
      const none = await create('none', { is_glossary: false });

      t.deepEqual([plain.status, other.status, none.status], [201, 201, 201], plain.text);
      t.like(plain.json, { is_glossary: true, manage_units: true, new_lang: 'none' });
      t.like(other.json, { manage_units: false, new_lang: 'add' });
      t.like(none.json, { manage_units: false, new_lang: 'add' });
    },
  );

  test.serial(
    name('sharing a glossary, and ending that, has strings of the other project checked'),
    async (t) => {
      const { glossary } = await scene(server(), 'gl-share');
      const { component: other } = await scene(server(), 'gl-share-other', []);
      const path = '/api/components/gl-share/glossary/links/';
      const token = server().admin;
      await server()
        .db.writer('translations')
        .update('followed_version', server().db.writer.ref('strings_version'));

      await server().post(path, { token, json: { project_slug: 'gl-share-other' } });
      const stale = await staleIn(server(), glossary);
      const before = await rechecksOf(server(), other);
      await server().request('DELETE', `${path}gl-share-other/`, { token });

      t.is(stale, 2);
      t.is(before, 0);
      t.is(await rechecksOf(server(), other), 1);
    },
  );

  test.serial(
    name('a component that becomes a glossary, or is none any more, has strings checked'),
    async (t) => {
      const { glossary, component } = await scene(server(), 'gl-becomes');
      await server()
        .db.writer('translations')
        .update('followed_version', server().db.writer.ref('strings_version'));

      await patch('/api/components/gl-becomes/glossary/', { check_flags: 'forbidden' });
      const flagged = await staleIn(server(), glossary);
      const before = await rechecksOf(server(), component);
      const ended = await patch('/api/components/gl-becomes/glossary/', { is_glossary: false });

      t.is(ended.status, 200, ended.text);
      t.is(flagged, 2);
      t.is(before, 0);
      t.is(await rechecksOf(server(), component), 1);
    },
  );
});

async function staleIn({ db }: TestServer, { id }: Component): Promise<number> {
  const rows = await db.writer('translations').where('component_id', id).where('followed_version', -1);
  return rows.length;
}

/** Jobs that check all strings of a component; a short while after they are added they are running or done. */
async function rechecksOf({ db }: TestServer, { id }: Component): Promise<number> {
  const rows = await db.writer('jobs').where({ component_id: id, kind: 'check-strings' });
  return rows.length;
}
