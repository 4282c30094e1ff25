import test from 'ava';
import { Change } from '../../models/change.ts';
import { Component } from '../../models/component.ts';
import { Language } from '../../models/language.ts';
import { Plural } from '../../models/plural.ts';
import { Project } from '../../models/project.ts';
import { Translation } from '../../models/translation.ts';
import { Unit } from '../../models/unit.ts';
import { User } from '../../models/user.ts';
import { searchUnits } from '../../search/compile.ts';
import { QueryError } from '../../search/parse.ts';
import { forEachEngine, type TestDatabase } from '../helpers/database.ts';

const now = Date.parse('2026-03-15T10:30:00Z');
const day = 86_400_000;

/** Strings of two components, by the key that the tests below expect; `en` is the source of `app`. */
const strings: Record<string, Partial<Unit> & { in?: 'app/en' | 'app/cs' | 'web/cs' }> = {
  plain: { source: ['Save file'], target: ['Uložit soubor'], state: 20, position: 1 },
  quoted: { source: ['Say "nice"\nor leave'], target: ['Řekni „hezky“'], state: 10, position: 2 },
  plural: { source: ['%d file', '%d files'], target: ['', ''], state: 0, note: 'Counted', position: 3 },
  approved: {
    source: ['100% done'],
    target: ['Hotovo'],
    state: 30,
    pending: true,
    location: 'src/a.c:1',
    position: 4,
  },
  other: {
    source: ['Web page'],
    target: ['Stránka'],
    state: 20,
    has_failing_check: true,
    position: 1,
    in: 'web/cs',
  },
  template: {
    source: ['Save file'],
    target: ['Save file'],
    state: 20,
    explanation: 'A button',
    position: 1,
    in: 'app/en',
  },
};

async function fill({ db }: TestDatabase): Promise<void> {
  await db.transaction(async (trx) => {
    const author = await User.query(trx).insert({ username: 'Ana', full_name: 'Ana', date_joined: now });
    const project = await Project.query(trx).insert({ name: 'P', slug: 'proj', web: '', created_at: now });
    const translations = new Map<string, Translation>();
    for (const code of ['en', 'cs']) {
      const language = await Language.query(trx).insert({ code, name: code, direction: 'ltr' });
      const plural = await Plural.query(trx).insert({
        language_id: language.id,
        source: 0,
        number: 2,
        formula: 'n != 1',
        type: 1,
        categories: 'one,other',
      });
      for (const slug of ['app', 'web']) {
        const component =
          (await Component.query(trx).findOne({ slug })) ??
          (await Component.query(trx).insert({
            project_id: project.id,
            name: `The ${slug}`,
            slug,
            path: `proj/${slug}`,
            source_language_id: language.id,
            repo: 'local:',
            filemask: '*.po',
            file_format: 'po',
            created_at: now,
          }));
        const translation = await Translation.query(trx).insert({
          component_id: component.id,
          language_id: language.id,
          plural_id: plural.id,
          language_code: code,
          filename: `${code}.po`,
          is_source: code === 'en',
        });
        translations.set(`${slug}/${code}`, translation);
      }
    }
    let templateId = 0;
    for (const [key, { in: place = 'app/cs', ...values }] of Object.entries(strings).reverse()) {
      const unit = await Unit.query(trx).insert({
        translation_id: translations.get(place)!.id,
        id_hash: key.padEnd(16, '0'),
        content_hash: key.padEnd(16, '0'),
        context: key,
        previous_source: [],
        original_state: values.state ?? 0,
        location: '',
        note: '',
        flags: '',
        extra_flags: '',
        explanation: '',
        num_words: 1,
        num_chars: 1,
        timestamp: now - 10 * day,
        last_updated: now - (values.state ?? 0) * day,
        ...values,
      });
      templateId ||= unit.id;
      await unit.$query(trx).patch({ source_unit_id: key === 'plain' ? templateId : unit.id });
      if (key === 'approved') {
        const change = { unit_id: unit.id, author_id: author.id, timestamp: now - day, action: 36 };
        await Change.query(trx).insert(change);
        await Change.query(trx).insert({ ...change, author_id: null, timestamp: now - 5 * day, action: 2 });
      }
      if (key === 'other') {
        await trx('unit_checks').insert({ unit_id: unit.id, name: 'end_stop', dismissed: 0 });
      }
      if (key === 'other' || key === 'quoted') {
        await trx('unit_checks').insert({ unit_id: unit.id, name: 'same', dismissed: 1 });
      }
    }
  });
}

const found: [string, string][] = [
  ['', 'approved other plain plural quoted template'],
  ['file', 'plain plural template'],
  ['ULOŽIT', 'plain'],
  ['řekni', 'quoted'],
  ['source:nice', 'quoted'],
  ['source:nor', ''],
  ['source:"nice\\"\\nor"', 'quoted'],
  ['source:100%', 'approved'],
  ['source:1_0', ''],
  ['source:="Save file"', 'plain template'],
  ['source:="save file"', ''],
  ['source:r"^Save"', 'plain template'],
  ['source:r"^save"', ''],
  ['source:r"(?i)^save f.le$"', 'plain template'],
  ['target:r"^$|^Hot"', 'approved'],
  ['key:pl', 'plain plural template'],
  ['note:counted', 'plural'],
  ['location:src', 'approved'],
  ['explanation:button', 'plain template'],
  ['state:translated', 'other plain template'],
  ['state:>=translated', 'approved other plain template'],
  ['state:<translated', 'plural quoted'],
  ['state:empty', 'plural'],
  ['state:[10 to 20]', 'other plain quoted template'],
  ['is:translated', 'approved other plain template'],
  ['is:fuzzy', 'quoted'],
  ['is:pending', 'approved'],
  ['pending:no', 'other plain plural quoted template'],
  ['has:plural', 'plural'],
  ['has:note OR has:location', 'approved plural'],
  ['has:check', 'other'],
  ['has:failing-check', 'other'],
  ['has:dismissed-check', 'other quoted'],
  ['has:ignored_check', 'other quoted'],
  ['check:stop', 'other'],
  ['check:END_', 'other'],
  ['check:=end_stop', 'other'],
  ['check:=end', ''],
  ['check:same', ''],
  ['NOT check:end_stop AND has:check', ''],
  ['dismissed_check:sam', 'other quoted'],
  ['dismissed_check:=same has:check', 'other'],
  ['dismissed_check:end_stop', ''],
  ['language:cs', 'approved other plain plural quoted'],
  ['language:CS', 'approved other plain plural quoted'],
  ['language:=CS', ''],
  ['project:proj', 'approved other plain plural quoted template'],
  ['project:pro', ''],
  ['component:web', 'other'],
  ['component:="the app"', 'approved plain plural quoted template'],
  ['path:proj/web', 'other'],
  ['path:proj/app/en', 'template'],
  ['path:proj', 'approved other plain plural quoted template'],
  ['path:proj/-/cs', 'approved other plain plural quoted'],
  ['path:-/-/en', 'template'],
  ['path:nowhere', ''],
  ['position:>=3', 'approved plural'],
  ['added:2026-03', 'approved other plain plural quoted template'],
  ['last_changed:today', 'plural'],
  ['last_changed:<2026-02-14', 'approved'],
  ['changed:yesterday', 'approved'],
  ['changed_by:ana', 'approved'],
  ['changed_by:ana change_action:translation-approved', 'approved'],
  ['changed_by:ana change_action:translation-changed', ''],
  ['changed_by:ana AND NOT change_time:<2026-03-11', ''],
  ['changed_by:""', 'approved'],
  ['NOT file AND NOT is:approved', 'other quoted'],
];

const refused = [
  'nosuchfield:x',
  'is:wonderful',
  'has:nothing',
  'state:done',
  'position:many',
  'pending:maybe',
  'added:soonish',
  'change_action:nonsense',
  'source:r"("',
  'is:r"x"',
  'language:>cs',
];

forEachEngine(
  test,
  (name, database) => {
    for (const [query, keys] of found) {
      test(name(`"${query}" finds ${keys || 'nothing'}`), async (t) => {
        const { db, engine } = database();

        const rows = await searchUnits(db.reader('units').select('context'), query, { engine, now });

        t.is(
          rows
            .map(({ context }) => context)
            .sort()
            .join(' '),
          keys,
        );
      });
    }

    for (const query of refused) {
      test(name(`"${query}" is refused`), (t) => {
        const { db, engine } = database();

        t.throws(() => searchUnits(db.reader('units'), query, { engine, now }), { instanceOf: QueryError });
      });
    }
  },
  fill,
);
