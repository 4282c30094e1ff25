import test, { type ExecutionContext } from 'ava';
import { changedGlossaries, glossaryKey } from '../../../actors/follow-glossary.ts';
import type { PlacedTranslation } from '../../../actors/sync-subject.ts';
import { dropTranslation } from '../../../actors/translation-rows.ts';
import { followGlossaries } from '../../../daemon/schedule.ts';
import type { Component } from '../../../models/component.ts';
import { linkComponent } from '../../../models/component-link.ts';
import { CounterBatch } from '../../../models/counters.ts';
import { Unit } from '../../../models/unit.ts';
import { deleteUnits, insertUnits } from '../../../models/unit-rows.ts';
import { startActors, type TestActors } from '../../helpers/components.ts';
import { forEachEngine } from '../../helpers/database.ts';
import { gitRepository } from '../../helpers/git.ts';
import { addGlossary, type Term } from '../../helpers/glossary.ts';
import { poFile } from '../../helpers/imported.ts';
import { addProject, addTranslation } from '../../helpers/rows.ts';

forEachEngine(test, (name, _database, engine) => {
  let actors: TestActors;
  test.before(async () => {
    actors = await startActors(engine);
  });
  test.after.always(() => actors?.close());

  test.serial(name('strings of a file are checked with the terms of the glossary'), async (t) => {
    const { component, repository } = await start(t, [['file', 'soubor']], {
      cs: { 'Open file': 'Otevřít', 'Save file': 'Uložit soubor', 'Close it': 'Zavřít' },
    });
    const imported = await failing(component, 'cs');

    await repository.commit({
      'po/cs.po': poFile({ 'Open file': 'Otevřít soubor', 'Save file': 'Uložit', 'A new file': 'Nový' }),
    });
    await actors.run(component, 'pull', {});

    t.deepEqual(imported, ['Open file']);
    t.deepEqual(await failing(component, 'cs'), ['A new file', 'Save file']);
    t.deepEqual(await actors.drift(), []);
  });

  test.serial(name('flags in the file ask for terms as well, and turn the check off'), async (t) => {
    const repository = await gitRepository(t, {
      'po/cs.po': poFile(
        { 'Open file': 'Otevřít' },
        '\n#, check-glossary\nmsgid "Save file"\nmsgstr "Uložit"\n\n#, check-glossary, ignore-check-glossary\nmsgid "Close file"\nmsgstr "Zavřít"\n',
      ),
    });
    const project = await addProject(actors.db, 'file-flags');
    await addGlossary(actors.db, project, 'cs', [['file', 'soubor']]);

    const component = await actors.createComponent(repository.url, {
      project_id: project.id,
      path: 'file-flags/web',
    });

    t.deepEqual(await failing(component, 'cs'), ['Save file']);
  });

  test.serial(
    name('a new translation of a term has the strings checked that hold it, in its language'),
    async (t) => {
      const { component, glossary } = await start(t, [['file', 'soubor']], {
        cs: { 'Open file': 'Otevřít soubor', 'Close it': 'Zavřít' },
        de: { 'Open file': 'Öffnen', 'Close it': 'Schließen' },
      });
      await addTranslation(actors.db, glossary, 'de', [{ source: ['file'], target: ['Datei'] }]);
      await follow(glossary);
      const before = [await failing(component, 'cs'), await failing(component, 'de')];
      const author = await actors.addUser('anna');
      const german = await jobsOf(component);

      await actors.edit(glossary, 'cs', 'file', 'složka', { author });
      await follow(glossary);

      t.deepEqual(before, [[], ['Open file']]);
      t.deepEqual(
        [await failing(component, 'cs'), await failing(component, 'de')],
        [['Open file'], ['Open file']],
      );
      t.deepEqual(await failing(component, 'en', 'multiple_failures'), ['Open file']);
      t.deepEqual(await jobsOf(component), german);
      t.deepEqual(await changedGlossaries(actors.db.reader), []);
      t.deepEqual(await actors.drift(), []);
    },
  );

  test.serial(name('a term that comes or goes has the strings of all languages checked'), async (t) => {
    const { component, glossary } = await start(t, [['file', 'soubor']], {
      cs: { 'Open file': 'Otevřít', 'Close window': 'Zavřít' },
    });
    const before = await failing(component, 'cs');

    await addTerm(glossary, 'window', 'okno');
    await follow(glossary);
    const added = await failing(component, 'cs');
    await removeTerm(glossary, 'file');
    await follow(glossary);
    const removed = await failing(component, 'cs');

    t.deepEqual(before, ['Open file']);
    t.deepEqual(added, ['Close window', 'Open file']);
    t.deepEqual(removed, ['Close window']);
    t.deepEqual(await actors.drift(), []);
  });

  test.serial(
    name('strings of projects that the glossary is shared with are checked, others not'),
    async (t) => {
      const { component, glossary } = await start(t, [['file', 'soubor']], {
        cs: { 'Open file': 'Otevřít' },
      });
      const near = await start(t, [], { cs: { 'Open file': 'Otevřít' } });
      const far = await start(t, [], { cs: { 'Open file': 'Otevřít' } });
      const link = { component_id: glossary.id, project_id: near.component.project_id, category_id: null };
      await actors.db.transaction((trx) => linkComponent(trx, link));

      const author = await actors.addUser('anna');
      await actors.edit(glossary, 'cs', 'file', 'složka', { author });
      await follow(glossary);

      const found = [component, near.component, far.component].map((one) => failing(one, 'cs'));
      t.deepEqual(await Promise.all(found), [['Open file'], ['Open file'], []]);
    },
  );

  test.serial(name('what is found of many strings fits those that the terms say nothing of'), async (t) => {
    const texts = Object.fromEntries(
      Array.from({ length: 2300 }, (_, number) => [
        number % 2 ? `file ${number}` : `x ${number}`,
        `${number}`,
      ]),
    );
    const { component, glossary } = await start(t, [], { cs: texts });

    await addTerm(glossary, 'file', 'soubor');
    await follow(glossary);

    t.is((await failing(component, 'cs')).length, 1150);
    t.is((await actors.translation(component, 'cs')).failing, 1150);
    t.deepEqual(await actors.drift(), []);
  });

  test.serial(name('of a component that is no glossary any more nothing follows'), async (t) => {
    const { glossary } = await start(t, [['file', 'soubor']], { cs: { 'Open file': 'Otevřít' } });
    await actors.db.writer('components').where('id', glossary.id).update({ is_glossary: 0 });

    t.deepEqual(await follow(glossary), { result: true });
  });

  test.serial(name('strings are checked whose glossary is removed, or loses their language'), async (t) => {
    const { component, glossary } = await start(t, [['file', 'soubor']], { cs: { 'Open file': 'Otevřít' } });
    const other = await start(t, [['file', 'soubor']], { cs: { 'Open file': 'Otevřít' } });
    const before = [await failing(component, 'cs'), await failing(other.component, 'cs')];
    const lost = await actors.translation(other.glossary, 'cs');

    await actors.run(glossary, 'remove-component', {});
    await actors.db.transaction((trx) => dropTranslation(trx, lost as PlacedTranslation, null));
    for (const one of [component, other.component]) {
      await checked(one);
    }

    t.deepEqual(before, [['Open file'], ['Open file']]);
    t.deepEqual([await failing(component, 'cs'), await failing(other.component, 'cs')], [[], []]);
  });

  /** Waits for the job that checks all strings of a component. */
  async function checked({ id }: Component): Promise<void> {
    const job = await actors.db.writer('jobs').where({ component_id: id, kind: 'check-strings' }).first('id');
    await actors.finished(job.id);
  }

  /** A component that asks for its project's glossary; its glossary is known already. */
  async function start(
    t: ExecutionContext,
    terms: readonly Term[],
    languages: Record<string, Record<string, string>>,
  ) {
    const files = Object.entries(languages).map(([code, strings]) => [`po/${code}.po`, poFile(strings)]);
    const repository = await gitRepository(t, Object.fromEntries(files));
    const slug = `g${Math.random().toString(36).slice(2)}`;
    const project = await addProject(actors.db, slug, { check_flags: 'check-glossary' });
    const { component: glossary } = await addGlossary(actors.db, project, 'cs', terms);
    await follow(glossary);
    const component = await actors.createComponent(repository.url, {
      push: repository.url,
      project_id: project.id,
      path: `${slug}/web`,
    });
    return { component, glossary, repository };
  }

  /** Does what the schedule does each minute, and waits for what it asked for. */
  async function follow(glossary: Component): Promise<unknown> {
    await followGlossaries({ db: actors.db, actors: actors.system });
    await followGlossaries({ db: actors.db, actors: actors.system });
    const payload = { component_id: glossary.id };
    return actors.system.ask(glossaryKey(glossary.id), 'follow-glossary', payload, { timeoutMs: 60_000 });
  }

  function jobsOf({ id }: Component): Promise<number[]> {
    return actors.db.writer('jobs').where('component_id', id).pluck('id');
  }

  async function failing(component: Component, code: string, check = 'check_glossary'): Promise<string[]> {
    const { id } = await actors.translation(component, code);
    return actors.db
      .writer('unit_checks')
      .join('units', 'units.id', 'unit_checks.unit_id')
      .where({ translation_id: id, name: check })
      .orderBy('source')
      .pluck('source');
  }

  async function addTerm(glossary: Component, source: string, target: string): Promise<void> {
    const english = await actors.translation(glossary, 'en');
    const czech = await actors.translation(glossary, 'cs');
    const id_hash = source.padEnd(16, '-');
    const text = { id_hash, content_hash: id_hash, context: '', position: 9, num_words: 1, num_chars: 4 };
    await actors.db.transaction(async (trx) => {
      const counters = new CounterBatch();
      const original = {
        ...text,
        translation_id: english.id,
        source: [source],
        target: [source],
        state: 100,
      };
      await insertUnits(trx, counters, [original]);
      const { id } = await trx('units').where({ translation_id: english.id, id_hash }).first('id');
      await trx('units').where('id', id).update({ source_unit_id: id });
      const translated = { ...text, translation_id: czech.id, source: [source], target: [target], state: 20 };
      await insertUnits(trx, counters, [{ ...translated, source_unit_id: id }]);
      await counters.apply(trx);
    });
  }

  async function removeTerm(glossary: Component, source: string): Promise<void> {
    const { source_unit_id } = await actors.unit(glossary, 'cs', source);
    await actors.db.transaction(async (trx) => {
      const counters = new CounterBatch();
      await deleteUnits(trx, counters, await Unit.query(trx).where({ source_unit_id }));
      await counters.apply(trx);
    });
  }
});
