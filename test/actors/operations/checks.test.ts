import test, { type ExecutionContext } from 'ava';
import { recheck } from '../../../actors/recheck.ts';
import { checkStrings } from '../../../daemon/schedule.ts';
import { action } from '../../../models/actions.ts';
import type { Component } from '../../../models/component.ts';
import { dismissCheck } from '../../../models/dismissal.ts';
import type { Unit } from '../../../models/unit.ts';
import { startActors, type TestActors } from '../../helpers/components.ts';
import { forEachEngine } from '../../helpers/database.ts';
import { gitRepository } from '../../helpers/git.ts';

const header = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
`;

type Strings = Record<string, string>;

/** A gettext file; a text that begins with "#" has that as its flags. */
function poFile(strings: Strings): string {
  const entries = Object.entries(strings).map(([id, text]) => {
    const [, flags, target] = /^(?:#(.*?)#)?(.*)$/s.exec(text)!;
    return `\n# 1\n# 2\n${flags === undefined ? '' : `#, ${flags}\n`}msgid "${id}"\nmsgstr "${target}"\n`;
  });
  return header + entries.join('');
}

forEachEngine(test, (name, _database, engine) => {
  let actors: TestActors;
  test.before(async () => {
    actors = await startActors(engine);
  });
  test.after.always(() => actors?.close());

  test.serial(name('what strings of a new component fail is stored, their sources included'), async (t) => {
    const { component } = await start(t, {
      cs: { 'Open it.': 'Otevřít', 'Close it.': 'Zavřít.', 'Wait...': '' },
      de: { 'Open it.': 'Öffnen', 'Close it.': 'Schließen.', 'Wait...': '' },
    });

    t.deepEqual(await checks(component, 'cs'), { 'Open it.': ['end_stop'] });
    t.deepEqual(await checks(component, 'de'), { 'Open it.': ['end_stop'] });
    t.deepEqual(await checks(component, 'en'), {
      'Open it.': ['multiple_failures'],
      'Wait...': ['ellipsis'],
    });
    t.is((await actors.translation(component, 'en')).failing, 2);
    t.deepEqual(await actors.drift(), []);
  });

  test.serial(
    name('a change upstream brings checks and takes them away; dismissed ones stay dismissed'),
    async (t) => {
      const { component, repository } = await start(t, {
        cs: { 'Open it.': 'Otevřít', 'Close it.': 'Zavřít.', 'Save it.': 'Uložit' },
      });
      const { id } = await actors.unit(component, 'cs', 'Save it.');
      await actors.db.transaction((trx) => dismissCheck(trx, id, 'end_stop', true));

      await repository.commit({
        'po/cs.po': poFile({ 'Open it.': 'Otevřít.', 'Close it.': 'Zavřít', 'Save it.': 'Ulož' }),
      });
      await actors.run(component, 'pull', {});

      t.deepEqual(await checks(component, 'cs'), { 'Close it.': ['end_stop'] });
      t.is((await actors.translation(component, 'cs')).failing, 1);
      t.deepEqual(await actors.drift(), []);
    },
  );

  test.serial(name('flags in the file count'), async (t) => {
    const { component, repository } = await start(t, { cs: { 'Of %s.': '#c-format#Od %d.' } });
    const before = await checks(component, 'cs');

    await repository.commit({ 'po/cs.po': poFile({ 'Of %s.': '#ignore-c-format, c-format#Od %d.' }) });
    await actors.run(component, 'pull', {});

    t.deepEqual(before, { 'Of %s.': ['c_format'] });
    t.deepEqual(await checks(component, 'cs'), {});
  });

  test.serial(name('a new source text is checked with what the languages had for the old one'), async (t) => {
    const files = { 'en.json': '{"open": "Open it"}', 'cs.json': '{"open": "Otevřít"}' };
    const repository = await gitRepository(t, files);
    const component = await actors.createComponent(repository.url, {
      template: 'en.json',
      filemask: '*.json',
      file_format: 'json',
    });
    const before = await checks(component, 'cs');

    await repository.commit({ 'en.json': '{"open": "Open it..."}' });
    await actors.run(component, 'pull', {});

    t.deepEqual(before, {});
    t.deepEqual(await checks(component, 'cs'), { 'Open it...': ['end_stop'] });
    t.deepEqual(await checks(component, 'en'), { 'Open it...': ['ellipsis'] });
    t.deepEqual(await actors.drift(), []);
  });

  test.serial(
    name('strings are compared when a scan is over, with those that have gone as well'),
    async (t) => {
      const { component, repository } = await start(t, {
        cs: { 'One thing': 'Jedna věc', 'Single thing': 'Jedna věc', Other: 'Jiná' },
      });
      const other = await gitRepository(t, { 'po/cs.po': poFile({ Other: 'Další' }) });
      const second = await actors.createComponent(other.url, {
        project_id: component.project_id,
        path: `${component.path}-second`,
        slug: 'second',
        name: 'Second',
      });
      const before = [await checks(component, 'cs'), await checks(second, 'cs')];

      await repository.commit({ 'po/cs.po': poFile({ 'One thing': 'Jedna věc' }) });
      await actors.run(component, 'pull', {});

      t.deepEqual(before, [
        { 'One thing': ['reused'], 'Single thing': ['reused'], Other: ['inconsistent'] },
        { Other: ['inconsistent'] },
      ]);
      t.deepEqual(await checks(component, 'cs'), {});
      t.deepEqual(await checks(second, 'cs'), {});
      t.deepEqual(await actors.drift(), []);
    },
  );

  test.serial(name('an edit that waits is checked as it is, whatever the file says'), async (t) => {
    const { component, repository } = await start(t, {
      cs: { 'Open it.': 'Otevřít', 'Close it.': 'Zavřít.' },
    });
    const author = await actors.addUser('waits');
    await actors.edit(component, 'cs', 'Close it.', 'Zavři', { author });

    const changed = poFile({ 'Open it.': 'Otevřít', 'Close it.': 'Zavřít.' }).replace('# 1', '# 3');
    await repository.commit({ 'po/cs.po': changed });
    await actors.run(component, 'file-scan', {});

    t.deepEqual(await checks(component, 'cs'), { 'Open it.': ['end_stop'], 'Close it.': ['end_stop'] });
    t.deepEqual(await actors.drift(), []);
  });

  test.serial(
    name('checking anew follows flags, read-only ones too, and writes only what is new'),
    async (t) => {
      const { component } = await start(t, {
        cs: { 'Open it.': 'Otevřít', 'Close it.': 'Zavřít', 'Save it.': '' },
      });
      const { id, version } = await actors.unit(component, 'cs', 'Open it.');
      await actors.db.transaction((trx) => dismissCheck(trx, id, 'end_stop', true));
      const patch = (check_flags: string) => component.$query(actors.db.writer).patch({ check_flags });

      await actors.run(component, 'check-strings', {});
      const same = [await checks(component, 'cs'), (await actors.unit(component, 'cs', 'Open it.')).version];
      await patch('ignore-end-stop');
      await actors.run(component, 'check-strings', {});
      const ignored = await checks(component, 'cs');
      await patch('read-only');
      await actors.run(component, 'check-strings', {});
      const states = (await actors.units(component, 'cs')).map(({ state }) => state);
      await patch('');
      await actors.run(component, 'check-strings', {});

      t.deepEqual(same, [{ 'Close it.': ['end_stop'] }, version]);
      t.deepEqual(ignored, {});
      t.deepEqual(states, [100, 100, 100]);
      t.deepEqual(
        (await actors.units(component, 'cs')).map(({ state }) => state),
        [20, 20, 0],
      );
      t.deepEqual(await checks(component, 'cs'), { 'Open it.': ['end_stop'], 'Close it.': ['end_stop'] });
      t.deepEqual(await actors.drift(), []);
    },
  );

  test.serial(
    name('enforced checks hold strings back after a scan and when they become enforced'),
    async (t) => {
      const { component, repository } = await start(t, {
        cs: { 'Open it.': 'Otevřít', 'Close it.': 'Zavřít.' },
      });
      await component.$query(actors.db.writer).patch({ enforced_checks: ['end_stop'] });

      await actors.run(component, 'check-strings', {});
      const open = await actors.unit(component, 'cs', 'Open it.');
      await actors.run(component, 'commit', {});
      await actors.run(component, 'push', {});
      const file = (await repository.show('po/cs.po')) ?? '';
      await repository.commit({ 'po/cs.po': poFile({ 'Open it.': 'Otevřít.', 'Close it.': 'Zavřít' }) });
      await actors.run(component, 'reset', {});

      t.like(open, { state: 11, pending: true });
      t.regex(file, /#, fuzzy\nmsgid "Open it."\nmsgstr "Otevřít"/);
      const [enforced] = await actors.changes(component, action.ENFORCED_CHECK);
      t.like(enforced, { unit_id: open.id, target: 'Otevřít' });
      const states = await actors.units(component, 'cs');
      t.deepEqual(
        states.map(({ source, state }) => [source[0], state]),
        [
          ['Open it.', 20],
          ['Close it.', 11],
        ],
      );
      t.deepEqual(await actors.drift(), []);
    },
  );

  test.serial(name('a source string that waits long for most of its languages is noticed'), async (t) => {
    const { component } = await start(t, {
      cs: { a: 'á', b: '', c: 'c' },
      de: { a: 'ä', b: '', c: 'c' },
      fr: { a: 'à', b: '', c: 'c' },
    });
    const before = await checks(component, 'en');
    const long = Date.now() - 91 * 86_400_000;
    await actors.db
      .writer('units')
      .update({ timestamp: long })
      .whereIn('id', await idsOf(component, 'en'));

    await actors.run(component, 'check-strings', {});

    t.deepEqual(before, {});
    t.deepEqual(await checks(component, 'en'), { b: ['long_untranslated'] });
  });

  test.serial(name('each component has its hour; a job that waits serves all who ask'), async (t) => {
    const { component } = await start(t, { cs: { a: 'á' } });
    const waiting = () =>
      actors.db.writer('jobs').where({ kind: 'check-strings', component_id: component.id }).count({ n: '*' });
    const only = (components: { where(column: string, id: number): unknown }) => {
      components.where('id', component.id);
    };

    await checkStrings(actors, (component.id + 1) % 24);
    const [none] = await waiting();
    await actors.db.transaction(async (trx) => {
      await recheck(trx, only);
      await recheck(trx, only);
    });
    const [one] = await waiting();

    t.deepEqual([Number(none!.n), Number(one!.n)], [0, 1]);
  });

  async function start(
    t: ExecutionContext,
    languages: Record<string, Strings>,
  ): Promise<{ component: Component; repository: Awaited<ReturnType<typeof gitRepository>> }> {
    const files = Object.entries(languages).map(([code, strings]) => [`po/${code}.po`, poFile(strings)]);
    const repository = await gitRepository(t, Object.fromEntries(files));
    const component = await actors.createComponent(repository.url, { push: repository.url });
    return { component, repository };
  }

  /** Active checks by source text; strings without are left out. */
  async function checks(component: Component, code: string): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const { id, source } of await actors.units(component, code)) {
      const names: string[] = await actors.db
        .writer('unit_checks')
        .where({ unit_id: id, dismissed: 0 })
        .orderBy('name')
        .pluck('name');
      if (names.length > 0) {
        found[source[0]!] = names;
      }
    }
    return found;
  }

  async function idsOf(component: Component, code: string): Promise<number[]> {
    return (await actors.units(component, code)).map((unit: Unit) => unit.id);
  }
});
