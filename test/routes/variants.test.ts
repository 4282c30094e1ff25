import { randomUUID } from 'node:crypto';
import test from 'ava';
import { keyOf } from '../../actors/component.ts';
import { insertJob } from '../../actors/job-rows.ts';
import { findDrift } from '../../models/drift.ts';
import { Job } from '../../models/job.ts';
import { componentsWithWaiting } from '../../models/waiting-variants.ts';
import { importComponent, taskEnd } from '../helpers/imported.ts';
import { addComponent, addProject, addTranslation, type SampleUnit, unitsOf } from '../helpers/rows.ts';
import { forEachServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const texts = ['Save', 'Save file', 'Keep', 'Open'];

/** Strings in English and Czech, which are named by their texts. */
async function scene({ db }: TestServer, slug: string, fields: Partial<SampleUnit> = {}) {
  const component = await addComponent(db, await addProject(db, slug), 'web', { manage_units: true });
  const strings = texts.map((text) => ({ source: [text], target: [text], state: 100, ...fields }));
  const english = await addTranslation(db, component, 'en', strings, { is_source: true, filename: '' });
  await addTranslation(
    db,
    component,
    'cs',
    texts.map((text) => ({ source: [text], target: [''] })),
  );
  return { component, sources: await unitsOf(db, english) };
}

forEachServer(test, (name, server) => {
  const patch = (path: string, json: object) =>
    server().request('PATCH', path, { token: server().admin, json });
  const list = async (path: string) =>
    (await server().get(path)).json.results
      .map(({ source, context }: { source: string[]; context: string }) => context || source[0])
      .sort();

  test.serial(name('a flag groups a string with the one it names and all that name it'), async (t) => {
    const { sources } = await scene(server(), 'va-flag');
    const [save, , keep] = sources;
    const found = () => list('/api/translations/va-flag/web/cs/units/?q=has:variant');

    const before = await found();
    const answer = await patch(`/api/units/${save!.id}/`, { extra_flags: 'variant:"Save file"' });
    const pair = await found();
    await patch(`/api/units/${keep!.id}/`, { extra_flags: 'ignore-same, variant:"Save file"' });
    const three = await found();
    await patch(`/api/units/${save!.id}/`, { extra_flags: '' });
    const other = await found();
    await patch(`/api/units/${keep!.id}/`, { extra_flags: 'variant:Open' });
    const moved = await found();
    await patch(`/api/units/${keep!.id}/`, { extra_flags: 'ignore-same' });

    t.is(answer.status, 200);
    t.deepEqual(before, []);
    t.deepEqual(pair, ['Save', 'Save file']);
    t.deepEqual(three, ['Keep', 'Save', 'Save file']);
    t.deepEqual(other, ['Keep', 'Save file']);
    t.deepEqual(moved, ['Keep', 'Open']);
    t.deepEqual(await found(), []);
    t.deepEqual(await findDrift(server().db), []);
  });

  test.serial(name('variants are found in every list of strings'), async (t) => {
    const { sources } = await scene(server(), 'va-lists');
    await scene(server(), 'va-elsewhere');
    await patch(`/api/units/${sources[0]!.id}/`, { extra_flags: 'variant:"Save file"' });
    const pair = ['Save', 'Save file'];

    t.deepEqual(await list('/api/translations/va-lists/web/en/units/?q=has:variant'), pair);
    t.deepEqual(await list('/api/translations/va-lists/web/cs/units/?q=has:variant'), pair);
    t.deepEqual(await list('/api/translations/va-lists/web/cs/units/?q=NOT%20has:variant'), ['Keep', 'Open']);
    t.deepEqual(await list('/api/units/?q=has:variant%20AND%20project:va-lists'), [...pair, ...pair].sort());
    t.deepEqual(await list('/api/units/?q=has:variant%20AND%20project:va-elsewhere'), []);
  });

  test.serial(name('automatic translation takes variants by the name of their filter'), async (t) => {
    const { component, sources } = await scene(server(), 'va-fill');
    const { db } = server();
    const donor = await addComponent(db, await addProject(db, 'va-donor'), 'web');
    const strings = texts.map((text) => ({ source: [text], target: [`${text}!`], context: 'd' }));
    const originals = strings.map((string) => ({ ...string, target: string.source }));
    await addTranslation(db, donor, 'en', originals, { is_source: true, filename: '' });
    await addTranslation(db, donor, 'cs', strings);
    await patch(`/api/units/${sources[0]!.id}/`, { extra_flags: 'variant:"Save file"' });

    const answer = await server().post(`/api/translations/${component.path}/cs/autotranslate/`, {
      token: server().admin,
      json: { mode: 'translate', filter_type: 'variants', auto_source: 'others', component: donor.id },
    });

    t.is(answer.status, 200, answer.text);
    const translated = await list(`/api/translations/${component.path}/cs/units/?q=state:translated`);
    t.deepEqual(translated, ['Save', 'Save file']);
  });

  test.serial(name('flags above a string put it into no group'), async (t) => {
    const { component } = await scene(server(), 'va-above');

    const { status } = await patch('/api/components/va-above/web/', { check_flags: 'variant:Open' });

    t.is(status, 200);
    t.deepEqual(await list(`/api/translations/${component.path}/cs/units/?q=has:variant`), []);
  });

  test.serial(name('a group of one is a group, and each string that comes is in it at once'), async (t) => {
    await scene(server(), 'va-one');
    const [save] = (await server().get('/api/translations/va-one/web/en/units/?q=source:=Save')).json.results;
    await patch(`/api/units/${save.id}/`, { extra_flags: 'variant:Store' });
    const alone = await list('/api/translations/va-one/web/cs/units/?q=has:variant');

    const added = await server().post('/api/translations/va-one/web/en/units/', {
      token: server().admin,
      json: { source: ['Store'] },
    });

    t.is(added.status, 201, added.text);
    t.deepEqual(alone, ['Save']);
    t.deepEqual(await list('/api/translations/va-one/web/cs/units/?q=has:variant'), ['Save', 'Store']);
    t.deepEqual(await findDrift(server().db), []);
  });

  test.serial(name('a new expression of the component groups its strings by a job'), async (t) => {
    const { path, cs } = await importComponent(
      t,
      server(),
      'va-regex',
      {
        'en.json': JSON.stringify({ title: 'Title', title_short: 'T', menu: 'Menu' }),
        'cs.json': JSON.stringify({ title: 'Titulek' }),
      },
      { filemask: '*.json', template: 'en.json', new_base: '', file_format: 'json', manage_units: true },
    );

    const { status, json } = await patch(path, { variant_regex: '_(short|min)$' });
    await follow();
    const grouped = await list(`${cs}units/?q=has:variant`);
    const { json: added } = await server().post('/api/translations/va-regex/web/en/units/', {
      token: server().admin,
      json: { key: 'menu_min', value: ['M'] },
    });
    await addJobs();
    await follow();
    const more = await list(`${cs}units/?q=has:variant`);
    const removed = await server().request('DELETE', `/api/units/${added.id}/`, { token: server().admin });
    if (removed.status === 202) {
      await taskEnd(server(), removed.json.task_url);
    }
    const fewer = await list(`${cs}units/?q=has:variant`);
    await patch(path, { variant_regex: '' });
    await follow();

    t.is(status, 200);
    t.is(json.variant_regex, '_(short|min)$');
    t.deepEqual(grouped, ['title', 'title_short']);
    t.deepEqual(more, ['menu', 'menu_min', 'title', 'title_short']);
    t.deepEqual(fewer, grouped);
    t.deepEqual(await list(`${cs}units/?q=has:variant`), []);
    t.deepEqual(await findDrift(server().db), []);
  });

  for (const [what, variant_regex, reason] of [
    ['does not compile', '(', /no regular expression/],
    ['matches the empty text', '(_short)?', /matches the empty text/],
    ['looks behind', '(?<=a)b', /no regular expression/],
    ['is too large', '(a?){1000}', /too large/],
    ['is too long', 'x'.repeat(191), /190/],
  ] as const) {
    test.serial(name(`an expression that ${what} is refused`), async (t) => {
      const project = await addProject(server().db, `va-${what.replaceAll(' ', '-')}`);
      const { path } = await addComponent(server().db, project, 'web');

      const { status, json } = await patch(`/api/components/${path}/`, { variant_regex });

      t.is(status, 400);
      t.is(json.errors[0].attr, 'variant_regex');
      t.regex(json.errors[0].detail, reason);
    });
  }

  /** As the schedule does each minute. */
  async function addJobs(): Promise<void> {
    const { db } = server();
    for (const component of await componentsWithWaiting(db.reader)) {
      const job = { uuid: randomUUID(), key: keyOf(component), kind: 'follow-variants', dedupe: null };
      const payload = { component_id: component.id };
      const rest = { payload, runAfter: Date.now(), componentId: component.id, userId: null };
      await db.transaction((trx) => insertJob(trx, { ...job, ...rest }));
    }
  }

  /** Waits until all jobs about variants are over. */
  async function follow(): Promise<void> {
    await until(async () => {
      const jobs = await Job.query(server().db.reader).where('kind', 'follow-variants');
      return jobs.every(({ isCompleted }) => isCompleted);
    });
  }
});
