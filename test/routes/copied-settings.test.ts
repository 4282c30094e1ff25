import test, { type ExecutionContext } from 'ava';
import { Component } from '../../models/component.ts';
import { gitRepository } from '../helpers/git.ts';
import { poFile } from '../helpers/imported.ts';
import { addComponent, addLanguage, addProject } from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';

const files = { 'po/hello.pot': poFile({ Hello: '' }), 'po/cs.po': poFile({ Hello: 'Ahoj' }) };
const settings = {
  name: 'Web',
  slug: 'web',
  filemask: 'po/*.po',
  file_format: 'po',
  new_base: 'po/hello.pot',
};

/** A project whose component `origin` has settings of its own; gives what makes another one. */
async function scene(t: ExecutionContext, server: TestServer, slug: string) {
  const { db } = server;
  const german = await addLanguage(db, 'de', { name: 'German' });
  await addLanguage(db, 'cs', { name: 'Czech' });
  const project = await addProject(db, slug, { license: 'MIT' });
  const origin = await addComponent(db, project, 'origin', {
    source_language_id: german.id,
    check_flags: 'ignore-same',
    priority: 60,
    enforced_checks: ['same'],
    merge_style: 'merge',
    push_on_commit: false,
    commit_pending_age: 5,
    enable_suggestions: false,
    report_source_bugs: 'bugs@example.org',
    language_regex: '^(cs|de)$',
    repoweb: 'https://example.org/origin',
    commit_message: 'Mine',
    new_lang: 'none',
    license: 'GPL-3.0-or-later',
    own_settings: ['commit_message', 'new_lang'],
  });
  const repository = await gitRepository(t, files);
  const make = (json: object, token = server.admin) =>
    server.post(`/api/projects/${slug}/components/`, {
      token,
      json: { ...settings, repo: repository.url, ...json },
    });
  return { origin, make };
}

forEachServer(test, (name, server) => {
  test(name('a component begins with the settings of another one'), async (t) => {
    const { make } = await scene(t, server(), 'copy');

    const { status, json } = await make({ from_component: 'copy/origin', priority: 120, new_lang: 'add' });

    t.is(status, 201, JSON.stringify(json));
    t.like(json, {
      source_language: { code: 'de' },
      check_flags: 'ignore-same',
      enforced_checks: ['same'],
      merge_style: 'merge',
      push_on_commit: false,
      commit_pending_age: 5,
      enable_suggestions: false,
      report_source_bugs: 'bugs@example.org',
      language_regex: '^(cs|de)$',
      commit_message: 'Mine',
    });
    // What is given counts, what the other one inherits is inherited, and the repository is another one.
    t.like(json, { priority: 120, new_lang: 'add', license: 'MIT', repoweb: '', branch: 'main' });
    t.false('from_component' in json);
  });

  test(name('the other one may be of another project, and named by its id'), async (t) => {
    const { origin } = await scene(t, server(), 'copy-from');
    const { make } = await scene(t, server(), 'copy-to');

    const { status, json } = await make({ from_component: origin.id });

    t.is(status, 201, JSON.stringify(json));
    t.like(json, { priority: 60, project: { slug: 'copy-to' } });
  });

  test(name('in a shared repository the settings of its owner count'), async (t) => {
    const { origin, make } = await scene(t, server(), 'copy-shared');
    const first = await make({ branch: 'main' });
    const second = { name: 'Two', slug: 'two', branch: 'main' };

    const { status, json } = await make({ ...second, from_component: origin.id });

    t.is(first.status, 201, JSON.stringify(first.json));
    t.is(status, 201, JSON.stringify(json));
    t.is(json.linked_component, first.json.url);
    t.like(json, { priority: 60, push_on_commit: true, commit_pending_age: 24 });
  });

  test(name('what names no component is refused, and nothing is made'), async (t) => {
    const { db } = server();
    const { make } = await scene(t, server(), 'copy-no');

    const answers = [];
    for (const from_component of ['copy-no/nothing', 999_999, ['copy-no/origin'], true]) {
      answers.push(await make({ from_component }));
    }

    t.deepEqual(
      answers.map(({ status, json }) => [status, json.errors[0].attr]),
      answers.map(() => [400, 'from_component']),
    );
    t.is(await Component.query(db.reader).where('path', 'copy-no/web').resultSize(), 0);
  });

  test(name('none is named by null or an empty text, and none may be named later'), async (t) => {
    const { make } = await scene(t, server(), 'copy-later');

    const first = await make({ from_component: null });
    const second = await make({ name: 'Two', slug: 'two', from_component: '' });
    const later = await server().request('PATCH', '/api/components/copy-later/web/', {
      token: server().admin,
      json: { from_component: 'copy-later/origin' },
    });

    t.deepEqual([first.status, second.status], [201, 201]);
    t.is(later.status, 400);
    t.is(later.json.errors[0].attr, 'from_component');
  });
});
