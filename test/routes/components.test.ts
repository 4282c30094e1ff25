import test from 'ava';
import { Category } from '../../models/category.ts';
import { addComponent, addProject, addTranslation } from '../helpers/rows.ts';
import { forEachServer } from '../helpers/server.ts';

forEachServer(test, (name, server) => {
  test(name('a component is shown with its project, its language and its links'), async (t) => {
    const { db, url, admin } = server();
    const project = await addProject(db, 'shape');
    const { id } = await addComponent(db, project, 'web', {
      name: 'Web',
      license: 'MIT',
      own_settings: ['license'],
    });
    const own = `${url}/api/components/shape/web/`;

    const { json } = await server().get(own, { token: admin });

    const { project: shownProject, source_language: language, ...rest } = json;
    t.like(shownProject, { slug: 'shape', source_language: { code: 'en' } });
    t.is(language.code, 'en');
    const messages = Object.keys(rest).filter((key) => key.endsWith('_message'));
    for (const key of messages) {
      t.true(rest[key].length > 0, key);
      delete rest[key];
    }
    t.is(messages.length, 6);
    t.deepEqual(rest, {
      id,
      name: 'Web',
      slug: 'web',
      vcs: 'git',
      repo: 'https://git.example.org/hello.git',
      git_export: `${url}/git/shape/web/`,
      branch: 'main',
      push_branch: '',
      push: '',
      repoweb: '',
      filemask: 'po/*.po',
      screenshot_filemask: '',
      template: '',
      edit_template: true,
      intermediate: '',
      new_base: '',
      file_format: 'po',
      file_format_params: {},
      license: 'MIT',
      license_url: 'https://spdx.org/licenses/MIT.html',
      agreement: '',
      new_lang: 'add',
      language_code_style: '',
      check_flags: '',
      priority: 100,
      enforced_checks: [],
      restricted: false,
      report_source_bugs: '',
      merge_style: 'rebase',
      allow_translation_propagation: true,
      manage_units: false,
      enable_suggestions: true,
      suggestion_voting: false,
      suggestion_autoaccept: 0,
      push_on_commit: true,
      commit_pending_age: 24,
      auto_lock_error: true,
      language_regex: '^[^.]+$',
      key_filter: '',
      secondary_language: null,
      variant_regex: '',
      is_glossary: false,
      glossary_color: 'silver',
      disable_autoshare: false,
      category: null,
      linked_component: null,
      locked: false,
      zipfile: null,
      docfile: null,
      addons: [],
      web_url: `${url}/projects/shape/web/`,
      url: own,
      repository_url: `${own}repository/`,
      translations_url: `${own}translations/`,
      statistics_url: `${own}statistics/`,
      lock_url: `${own}lock/`,
      links_url: `${own}links/`,
      changes_list_url: `${own}changes/`,
      task_url: null,
    });
    const links = Object.entries<string>(rest).filter(
      ([key]) => key.endsWith('_url') && key !== 'license_url',
    );
    for (const [key, link] of links.filter(([, link]) => link?.includes('/api/'))) {
      t.is((await server().get(link, { token: admin })).status, 200, key);
    }
  });

  test(name('settings that a component has not are those of its category and its project'), async (t) => {
    const { db } = server();
    const project = await addProject(db, 'inherits', { license: 'MIT', agreement: 'Sign.' });
    const category = await Category.query(db.writer).insertAndFetch({
      project_id: project.id,
      name: 'Tools',
      slug: 'tools',
      path: 'inherits/tools',
      license: 'ISC',
      own_settings: ['license'],
    });
    await addComponent(db, project, 'web', { category_id: category.id, path: 'inherits/tools/web' });

    const { json } = await server().get('/api/components/inherits/tools%252Fweb/');

    t.like(json, {
      license: 'ISC',
      agreement: 'Sign.',
      category: `${server().url}/api/categories/${category.id}/`,
    });
  });

  test(
    name('a component in a category is found in every spelling of its path, and nowhere else'),
    async (t) => {
      const { db, url } = server();
      const project = await addProject(db, 'nested');
      const category = await Category.query(db.writer).insertAndFetch({
        project_id: project.id,
        name: 'Tools',
        slug: 'tools',
        path: 'nested/tools',
      });
      const fields = { category_id: category.id, path: 'nested/tools/web' };
      const component = await addComponent(db, project, 'web', fields);
      await addTranslation(db, component, 'cs');

      for (const spelling of ['tools%252Fweb', 'tools%2Fweb', 'tools%252fweb']) {
        const { json } = await server().get(`/api/components/nested/${spelling}/`);
        t.is(json.url, `${url}/api/components/nested/tools%252Fweb/`);
        t.is(json.web_url, `${url}/projects/nested/tools/web/`);
      }
      t.is((await server().get('/api/components/nested/web/')).status, 404);
      const list = await server().get('/api/components/nested/tools%252Fweb/translations/?page_size=1');
      t.is(list.json.results[0].url, `${url}/api/translations/nested/tools%252Fweb/cs/`);
      t.is((await server().get(list.json.results[0].url)).status, 200);
      t.is((await server().get(list.json.results[0].units_list_url)).status, 200);
    },
  );

  test(name('without the right to see repositories their settings are null'), async (t) => {
    const { db, admin } = server();
    const project = await addProject(db, 'protected', { access_control: 1 });
    await addComponent(db, project, 'web');

    const { json } = await server().get('/api/components/protected/web/');
    const superuser = await server().get('/api/components/protected/web/', { token: admin });

    for (const key of [
      'vcs',
      'repo',
      'branch',
      'push',
      'filemask',
      'linked_component',
      'repoweb',
      'git_export',
    ]) {
      t.is(json[key], null, key);
    }
    t.is(json.file_format, 'po');
    t.is(superuser.json.vcs, 'git');
  });

  test(name('a component that shares a repository shows that of the owner'), async (t) => {
    const { db, url } = server();
    const project = await addProject(db, 'shared');
    const owner = await addComponent(db, project, 'owner', {
      push: 'ssh://git@example.org/hello.git',
      push_branch: 'l10n',
      commit_pending_age: 3,
      push_on_commit: false,
    });
    await addComponent(db, project, 'child', {
      linked_component_id: owner.id,
      repo: 'dragoman://shared/owner',
      branch: '',
    });

    const { json } = await server().get('/api/components/shared/child/');

    t.like(json, {
      repo: 'https://git.example.org/hello.git',
      push: 'ssh://git@example.org/hello.git',
      branch: 'main',
      push_branch: 'l10n',
      commit_pending_age: 3,
      push_on_commit: false,
      linked_component: `${url}/api/components/shared/owner/`,
      git_export: `${url}/git/shared/owner/`,
    });
  });

  test(name('restricted components exist only for superusers, and so do their parts'), async (t) => {
    const { db, admin } = server();
    const project = await addProject(db, 'walls');
    const component = await addComponent(db, project, 'hidden', { restricted: true });
    const translation = await addTranslation(db, component, 'cs', [{ source: ['Hi'], target: [''] }]);
    const unit = await db.reader('units').where('translation_id', translation.id).first('id');
    const token = await server().createUser('climber');

    for (const path of [
      '/api/components/walls/hidden/',
      '/api/components/walls/hidden/lock/',
      '/api/components/walls/hidden/repository/',
      '/api/components/walls/hidden/statistics/',
      '/api/translations/walls/hidden/cs/',
      '/api/translations/walls/hidden/cs/units/',
      '/api/translations/walls/hidden/cs/file/',
      `/api/units/${unit.id}/`,
    ]) {
      t.is((await server().get(path, { token })).status, 404, path);
    }
    for (const path of ['/api/components/', '/api/translations/', '/api/units/']) {
      const { json } = await server().get(`${path}?page_size=1000`, { token });
      const all = await server().get(`${path}?page_size=1000`, { token: admin });
      const urls = (page: { results: { url: string }[] }) => page.results.map(({ url }) => url);
      t.false(
        urls(json).some((url) => url.includes('/hidden/') || url.endsWith(`/units/${unit.id}/`)),
        path,
      );
      t.true(
        urls(all.json).some((url) => url.includes('/hidden/') || url.endsWith(`/units/${unit.id}/`)),
        path,
      );
      t.is(json.count, json.results.length);
    }
  });

  test(name('statistics of a component are a page with one entry per translation'), async (t) => {
    const { db, url } = server();
    const component = await addComponent(db, await addProject(db, 'stats'), 'web');
    const units = [
      { source: ['One two'], target: ['a'] },
      { source: ['Three'], target: ['b'], state: 10 },
      { source: ['Four'], target: ['c'], state: 30, has_suggestion: true },
    ];
    await addTranslation(db, component, 'cs', units);
    await addTranslation(db, component, 'de', []);

    const { json } = await server().get('/api/components/stats/web/statistics/');
    const flat = await server().get('/api/components/stats/web/statistics/?format=json-flat');

    t.is(json.count, 2);
    t.like(json.results[0], {
      code: 'cs',
      total: 3,
      total_words: 4,
      translated: 2,
      translated_percent: 66.6,
      fuzzy: 1,
      fuzzy_percent: 33.3,
      approved: 1,
      suggestions: 1,
      url: `${url}/projects/stats/web/cs/`,
      translate_url: `${url}/translate/stats/web/cs/`,
      url_translate: `${url}/translate/stats/web/cs/`,
    });
    t.like(json.results[1], { code: 'de', total: 0, translated_percent: 100, approved_percent: 0 });
    t.deepEqual(flat.json, json.results);
  });
});
