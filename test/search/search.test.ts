import test from 'ava';
import type { Knex } from 'knex';
import { Change } from '../../models/change.ts';
import { Comment } from '../../models/comment.ts';
import { Component } from '../../models/component.ts';
import { Language } from '../../models/language.ts';
import { Plural } from '../../models/plural.ts';
import { Project } from '../../models/project.ts';
import { linkScreenshot, Screenshot } from '../../models/screenshot.ts';
import { Suggestion } from '../../models/suggestion.ts';
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
    await attach(trx, author);
  });
}

/** Comments of Ana and Bob, a suggestion and two screenshots. */
async function attach(trx: Knex.Transaction, ana: User): Promise<void> {
  const bob = await User.query(trx).insert({ username: 'Bob', full_name: 'Bob', date_joined: now });
  const unitOf = (context: string) => Unit.query(trx).findOne({ context }).throwIfNotFound();
  const say = async (key: string, user: User, comment: string, resolved: boolean) => {
    const { id } = await unitOf(key);
    await Comment.query(trx).insert({ unit_id: id, user_id: user.id, comment, timestamp: now, resolved });
    if (!resolved) {
      await Unit.query(trx).findById(id).patch({ has_comment: true });
    }
  };
  await say('plain', ana, 'Is this formal?', false);
  await say('plural', ana, 'Fixed, thanks', true);
  await say('template', bob, 'Where is it?', false);
  await say('template', bob, 'Old talk', true);

  const quoted = await unitOf('quoted');
  const suggested = { unit_id: quoted.id, user_id: bob.id, target: ['Řekni něco'], timestamp: now };
  await Suggestion.query(trx).insert(suggested);
  await Unit.query(trx).findById(quoted.id).patch({ has_suggestion: true });

  for (const [name, key] of [
    ['Start page', 'template'],
    ['Login', 'approved'],
  ] as const) {
    const { id, translation_id } = await unitOf(key);
    const row = { translation_id, name, image: 'a.png', timestamp: now };
    const screenshot = await Screenshot.query(trx).insert(row);
    await linkScreenshot(trx, screenshot.id, id);
  }
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
  ['changed_by:=Ana', 'approved'],
  ['changed_by:=ana', ''],
  ['changed_by:r"^An"', 'approved'],
  ['change_action:"Translation approved"', 'approved'],
  ['changed_by:ana (state:approved AND change_action:translation-changed)', ''],
  [
    'changed_by:ana AND (change_action:translation-changed OR change_action:translation-approved)',
    'approved',
  ],
  ['changed_by:ana AND (change_action:translation-changed OR change_time:<2026-03-11)', ''],
  ['changed_by:ana AND (change_action:translation-changed OR source:done)', 'approved'],
  ['changed_by:ana AND (change_action:translation-changed OR source:nowhere)', ''],
  ['(changed_by:ana OR key:nowhere) (change_action:translation-changed OR key:nowhere)', ''],
  ['(changed_by:ana OR key:nowhere) (change_action:translation-changed OR key:approved)', 'approved'],
  ['change_action:translation-changed OR key:other', 'approved other'],
  ['comment:formal', 'plain'],
  ['comment:FORMAL', 'plain'],
  ['comment:="Is this formal?"', 'plain'],
  ['comment:="is this formal?"', ''],
  ['comment:r"^Wh.*\\?$"', 'template'],
  ['comment:thanks', ''],
  ['comment:formal OR comment:where', 'plain template'],
  ['resolved_comment:thanks', 'plural'],
  ['resolved_comment:formal', ''],
  ['comment_author:ana', 'plain plural'],
  ['comment_author:BOB', 'template'],
  ['comment_author:=BOB', ''],
  ['source_comment:where', 'plain template'],
  ['source_comment:formal', ''],
  ['resolved_source_comment:talk', 'plain template'],
  ['source_comment_author:bob', 'plain template'],
  ['suggestion:NĚCO', 'quoted'],
  ['suggestion:="Řekni něco"', 'quoted'],
  ['suggestion:soubor', ''],
  ['suggestion_author:bob', 'quoted'],
  ['suggestion_author:ana', ''],
  ['screenshot:PAGE', 'plain template'],
  ['screenshot:="start page"', 'plain template'],
  ['screenshot:=page', ''],
  ['screenshot:login', 'approved'],
  ['has:suggestion', 'quoted'],
  ['has:comment', 'plain template'],
  ['has:resolved-comment', 'plural template'],
  ['has:source_comment', 'plain template'],
  ['has:resolved-source-comment', 'plain plural template'],
  ['has:screenshot', 'approved plain template'],
  ['NOT has:screenshot AND is:translated', 'other'],
  ['is:automatically_translated', ''],
  ['has:translation', 'approved other plain template'],
  ['has:context -nothing', ''],
  ['has:explanation', 'plain template'],
  ['has:flags OR has:label', ''],
  ['source_state:approved', 'approved'],
  ['source_changed:2026-02-13', 'approved'],
  ['labels_count:0 position:4', 'approved'],
  ['priority:100 position:4', 'approved'],
  ['path:proj/app', 'approved plain plural quoted template'],
  ['path:proj/app/-/cs', 'approved plain plural quoted'],
  ['path:proj/-/de', ''],
  ['target:r"^\\w+$"', 'approved other'],
  ['target:r"^[[:upper:]][[:alpha:]]+$"', 'approved other'],
  ['source:r"nice.+leave"', 'quoted'],
  ['source:r"(?n)nice.+leave"', ''],
  ['source:r"file$"', 'plain template'],
  ['source:r"\\u0066ile$"', 'plain template'],
  ['source:r"\\Afile|\\mpage\\M"', 'other'],
  ['source:r"[]\\"]n"', 'quoted'],
  ['target:r"(?i)^ULOŽ"', 'plain'],
  ['source:r"file" target:r"soubor"', 'plain'],
  ['language:r"^c"', 'approved other plain plural quoted'],
];

const refused = [
  'nosuchfield:x',
  'is:wonderful',
  'has:nothing',
  'state:done',
  'state:constructor',
  'has:constructor',
  'constructor:x',
  'source:r"[[:constructor:]]"',
  'position:many',
  'pending:maybe',
  'added:soonish',
  'change_action:nonsense',
  'source:r"("',
  'is:r"x"',
  'language:>cs',
  'is:>approved',
  'check:<same',
  'comment_author:<ana',
  'screenshot:r"x"',
  'source:r"(a)\\1"',
  'source:r"(?=a)"',
  'source:r"(?x)a"',
  'source:r"[\\W]"',
  `source:r"${'a'.repeat(1001)}"`,
  `source:${'a'.repeat(5001)}`,
  `id:${Array.from({ length: 10_001 }, (_, index) => index).join(',')}`,
  Array.from({ length: 201 }, () => 'a').join(' '),
  Array.from({ length: 65 }, () => 'changed_by:a').join(' OR '),
  '(changed_by:a OR changed_by:b) '.repeat(7),
  '(changed_by:a OR key:b) '.repeat(64),
];

/** Searches at the limits, which the engines must take. */
const largest = [
  Array.from({ length: 200 }, () => 'a').join(' '),
  Array.from({ length: 200 }, () => 'NOT nowhere').join(' OR '),
  Array.from({ length: 64 }, () => 'changed_by:a').join(' OR '),
  '(changed_by:a OR key:b) '.repeat(6),
  `source:"${'%'.repeat(5000)}"`,
  `source:"${'\u{10400}'.repeat(2500)}"`,
  `id:${Array.from({ length: 10_000 }, (_, index) => index).join(',')}`,
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

    for (const [index, query] of largest.entries()) {
      test(name(`a large search is answered: ${index} ${query.slice(0, 20)}`), async (t) => {
        const { db, engine } = database();

        const rows = await searchUnits(db.reader('units').select('id'), query, { engine, now });

        t.true(rows.length <= Object.keys(strings).length);
      });
    }

    for (const query of refused) {
      test(name(`"${query.slice(0, 50)}" (${query.length}) is refused`), (t) => {
        const { db, engine } = database();

        t.throws(() => searchUnits(db.reader('units'), query, { engine, now }), { instanceOf: QueryError });
      });
    }
  },
  fill,
);
