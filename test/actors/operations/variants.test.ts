import test, { type ExecutionContext } from 'ava';
import { followVariants } from '../../../daemon/schedule.ts';
import { Component } from '../../../models/component.ts';
import { repairDrift } from '../../../models/drift.ts';
import { searchUnits } from '../../../search/compile.ts';
import { startActors, type TestActors } from '../../helpers/components.ts';
import { forEachEngine } from '../../helpers/database.ts';
import { gitRepository } from '../../helpers/git.ts';
import { poFile } from '../../helpers/imported.ts';

forEachEngine(test, (name, _database, engine) => {
  let actors: TestActors;
  test.before(async () => {
    actors = await startActors(engine);
  });
  test.after.always(() => actors?.close());

  test.serial(name('keys that an expression matches are grouped, with the key that remains'), async (t) => {
    const { component } = await startJson(
      t,
      ['title', 'title_short', 'lonely_min', 'menu', 'short'],
      ['menu'],
    );

    t.deepEqual(await members(component, 'en'), ['lonely_min', 'title', 'title_short']);
    t.deepEqual(await members(component, 'cs'), ['lonely_min', 'title', 'title_short']);
    t.deepEqual(await actors.drift(), []);
  });

  test.serial(name('groups follow the keys that upstream adds, renames and removes'), async (t) => {
    const { component, repository } = await startJson(t, ['title', 'title_short', 'menu', 'name']);

    await repository.commit(jsonFiles(['title', 'menu', 'menu_min', 'name']));
    await actors.run(component, 'pull', {});
    const added = await members(component, 'cs');
    await repository.commit(
      jsonFiles(['title', 'menu', 'name_min', 'name'], [], { name_min: 'Text of menu_min' }),
    );
    await actors.run(component, 'pull', {});

    t.deepEqual(added, ['menu', 'menu_min']);
    t.deepEqual(await members(component, 'cs'), ['name', 'name_min']);
    t.deepEqual(await actors.drift(), []);
  });

  test.serial(name('what a string does not touch is not looked at again'), async (t) => {
    const { component, repository } = await startJson(t, ['title', 'title_short', 'menu']);
    const { id } = await actors.translation(component, 'en');
    const stored = () => actors.db.writer('unit_variants').where('translation_id', id);
    await stored().update({ name: 'heading' });
    await repository.commit(jsonFiles(['title', 'title_short', 'menu', 'menu_min', 'about']));

    await actors.run(component, 'pull', {});

    t.deepEqual((await stored().whereNotNull('name').pluck('name')).sort(), ['heading', 'menu']);
    t.deepEqual(await members(component, 'cs'), ['menu', 'menu_min', 'title_short']);
    await change(component, '_(short|min)$');
    t.deepEqual(await actors.drift(), []);
  });

  test.serial(name('another expression groups all strings anew, none dissolves the groups'), async (t) => {
    const { component } = await startJson(t, ['title', 'title_short', 'menu', 'menu.v2']);
    await follow();

    await change(component, '\\.v\\d$');
    const other = await members(component, 'cs');
    await change(component, '');

    t.deepEqual(other, ['menu', 'menu.v2']);
    t.deepEqual(await members(component, 'cs'), []);
    t.deepEqual(await actors.drift(), []);
    const { id } = await actors.translation(component, 'en');
    t.deepEqual(await actors.db.reader('unit_variants').where('translation_id', id), []);
  });

  test.serial(name('many strings are gone through in pages'), async (t) => {
    const keys = Array.from({ length: 350 }, (_, index) => `key${index}${index % 2 ? '_short' : ''}`);
    const { component } = await startJson(t, keys);

    await change(component, '_short$');

    t.is((await members(component, 'en')).length, 175);
    t.deepEqual(await actors.drift(), []);
  });

  test.serial(name('flags of a file group strings with the one they name, in all languages'), async (t) => {
    const repository = await gitRepository(t, flaggedFiles('variant:"Save file"'));
    const component = await actors.createComponent(repository.url);
    const imported = [await members(component, 'cs'), await members(component, 'de')];

    await repository.commit(flaggedFiles('variant:Open'));
    await actors.run(component, 'pull', {});
    const renamed = await members(component, 'cs');
    await repository.commit(flaggedFiles('ignore-same'));
    await actors.run(component, 'pull', {});

    t.deepEqual(imported, [
      ['Save', 'Save file'],
      ['Save', 'Save file'],
    ]);
    t.deepEqual(renamed, ['Open', 'Save']);
    t.deepEqual(await members(component, 'cs'), []);
    t.deepEqual(await actors.drift(), []);
  });

  test.serial(name('contexts of gettext files are keys too; strings without one join nothing'), async (t) => {
    const entry = (context: string, text: string) => `\nmsgctxt "${context}"\nmsgid "${text}"\nmsgstr ""\n`;
    const file = poFile(
      { Plain: '' },
      entry('app', 'App') + entry('appcore', 'Core') + entry('core', 'Word'),
    );
    const repository = await gitRepository(t, { 'po/cs.po': file });

    const component = await actors.createComponent(repository.url, { variant_regex: 'core' });
    await follow();

    t.deepEqual(await members(component, 'cs'), ['app', 'appcore', 'core']);
    t.deepEqual(await actors.drift(), []);
  });

  test.serial(name('names are told apart by spaces at their ends'), async (t) => {
    const { component } = await startJson(t, ['title', 'title _short', 'menu ', 'menu_short']);

    await follow();

    t.deepEqual(await members(component, 'cs'), ['menu_short', 'title _short']);
  });

  test.serial(name('the worst expression ends, and others get their turns meanwhile'), async (t) => {
    const worst = `(${'.*'.repeat(50)}b|a{36})`;
    const { component } = await startJson(
      t,
      [1, 2, 3, 4].map((length) => 'a'.repeat(572 + length)),
    );
    let [isOver, turns] = [false, 0];

    const done = change(component, worst).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await actors.db.reader('components').first('id');
      await new Promise((resolve) => setTimeout(resolve, 1));
      turns += 1;
    }
    await done;

    t.true(turns > 10, `${turns}`);
    t.is((await members(component, 'en')).length, 4);
  });

  test.serial(name('an expression that older versions took groups nothing'), async (t) => {
    const { component } = await startJson(t, ['title', 'title_short']);

    await change(component, '(?<=title)_short');

    t.deepEqual(await members(component, 'cs'), []);
    t.deepEqual(await actors.drift(), []);
  });

  test.serial(name('rows that are not what the strings say are found and mended'), async (t) => {
    const { component } = await startJson(t, ['title', 'title_short', 'menu', 'menu_min']);
    const { component: flagged } = await startJson(t, ['plain'], []);
    await follow();
    const [title, short, , min] = await actors.units(component, 'en');
    const plain = await actors.unit(flagged, 'en', 'plain');
    const { writer } = actors.db;
    await writer('unit_variants').where('unit_id', short!.id).update({ name: 'other' });
    await writer('unit_variants').where('unit_id', min!.id).delete();
    await writer('unit_variants').insert([
      { unit_id: title!.id, kind: 'key', translation_id: title!.translation_id, name: 'x' },
      { unit_id: plain.id, kind: 'flag', translation_id: plain.translation_id, name: 'x' },
    ]);

    const found = await actors.drift();
    const mended = await repairDrift(actors.db);

    const drift = (unit: { id: number }, column: string, actual: 0 | 1) => {
      const place = { scope: 'unit', scope_id: unit.id, language_id: 0 };
      return { ...place, column, stored: 1 - actual, actual };
    };
    t.deepEqual(found, [
      drift(title!, 'variant_key', 0),
      drift(short!, 'variant_key', 1),
      drift(min!, 'variant_key', 1),
      drift(plain, 'variant_flag', 0),
    ]);
    t.deepEqual(mended, found);
    t.deepEqual(await actors.drift(), []);
    t.deepEqual(await members(component, 'cs'), ['menu', 'menu_min', 'title', 'title_short']);
  });

  /** A component of JSON files with the keys, in English and Czech. */
  async function startJson(t: ExecutionContext, keys: readonly string[], czech = keys) {
    const repository = await gitRepository(t, jsonFiles(keys, czech));
    const component = await actors.createComponent(repository.url, {
      file_format: 'json',
      filemask: '*.json',
      template: 'en.json',
      variant_regex: '_(short|min)$',
    });
    return { repository, component };
  }

  /** Lets the schedule do what it does each minute, until it is done. */
  async function follow(): Promise<void> {
    await followVariants({ db: actors.db, actors: actors.system });
    const jobs = await actors.db.reader('jobs').where('kind', 'follow-variants').pluck('id');
    for (const id of jobs) {
      await actors.finished(id);
    }
  }

  /** What a request does for another expression. */
  async function change(component: Component, variant_regex: string): Promise<void> {
    await Component.query(actors.db.writer).findById(component.id).patch({ variant_regex });
    await actors.run(component, 'follow-variants', { all: true });
  }

  /** Keys, or texts where there are none, of the strings that a search for variants finds. */
  async function members(component: Component, code: string): Promise<string[]> {
    const { id } = await actors.translation(component, code);
    const units = actors.db.reader('units').where('units.translation_id', id).select('context', 'source');
    const rows: { context: string; source: string }[] = await searchUnits(units, 'has:variant', {
      engine,
      now: Date.now(),
    });
    return rows.map(({ context, source }) => context || source).sort();
  }
});

/** Keys with a text each; in Czech only `czech` have one. */
function jsonFiles(keys: readonly string[], czech = keys, texts: Readonly<Record<string, string>> = {}) {
  const file = (names: readonly string[], text: (key: string) => string) =>
    `${JSON.stringify(Object.fromEntries(names.map((key) => [key, text(key)])), null, 2)}\n`;
  return {
    'en.json': file(keys, (key) => texts[key] ?? `Text of ${key}`),
    'cs.json': file(czech, (key) => `Text ${key}`),
  };
}

/** In both languages `Save` with the flags, beside two strings without. */
function flaggedFiles(flags: string) {
  const file = poFile({ 'Save file': '', Open: '' }, `\n#, ${flags}\nmsgid "Save"\nmsgstr ""\n`);
  return { 'po/cs.po': file, 'po/de.po': file.replaceAll('Language: cs', 'Language: de') };
}
