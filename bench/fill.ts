import type { Knex } from 'knex';
import { contentHash } from '../adapters/identity.ts';
import { action } from '../models/actions.ts';
import { insertChanges } from '../models/change.ts';
import { Component } from '../models/component.ts';
import { CounterBatch } from '../models/counters.ts';
import { noCounts } from '../models/counts.ts';
import { type Database, openDatabase } from '../models/database.ts';
import type { DatabaseLocation } from '../models/database-config.ts';
import { joinForms } from '../models/forms.ts';
import { Language } from '../models/language.ts';
import { Project } from '../models/project.ts';
import { Translation } from '../models/translation.ts';
import { insertUnits, type NewUnit, unitIds } from '../models/unit-rows.ts';
import { User } from '../models/user.ts';
import { sourceOf } from './po-files.ts';

/** Languages of each component where no number is asked for; the first is that of the source. */
const codes = ['en', 'cs', 'de', 'fr'];

export interface Filling {
  /** Numbers of the projects to make, each with one component `web`: from `first` to before `end`. */
  first: number;
  end: number;
  /** Strings of one language. */
  strings: number;
  /** Number of languages, German and that of the source among them. */
  languages?: number;
}

/**
 * Writes projects `p<number>` with their strings, counters and some history into the server's database: rows as imports
 * leave them behind, without any repository. Waits of its own accord, so that the server can be used meanwhile.
 */
export async function fill(
  location: DatabaseLocation,
  { first, end, strings, languages }: Filling,
  progress: (done: number) => void = () => undefined,
): Promise<void> {
  const db = await openDatabase(location);
  try {
    const chosen = await chooseLanguages(db, languages);
    const author = await User.query(db.reader).findOne({ is_superuser: 1 }).throwIfNotFound();
    for (let number = first; number < end; number += 1) {
      await fillProject(db, number, { languages: chosen, authorId: author.id, strings });
      progress(number + 1 - first);
    }
  } finally {
    await db.close();
  }
}

async function chooseLanguages(db: Database, number: number | undefined): Promise<Language[]> {
  const languages = await Language.query(db.reader).orderBy('code').withGraphFetched('plural');
  const named = codes.map((code) => languages.find((language) => language.code === code)!);
  if (number === undefined) {
    return named;
  }
  const others = languages.filter(({ code }) => !codes.includes(code));
  return [named[0]!, named[2]!, ...others].slice(0, number);
}

/** Gives the German strings of the project `p<number>` a history of `count` edits, all of them years ago. */
export async function fillHistory(location: DatabaseLocation, number: number, count: number): Promise<void> {
  const db = await openDatabase(location);
  try {
    const { id: userId } = await User.query(db.reader).findOne({ is_superuser: 1 }).throwIfNotFound();
    const translation = (await Translation.at(db.reader, `p${number}/web`, 'de'))!;
    const ids = [...(await unitIds(db.reader, translation.id)).values()];
    for (let start = 0; start < count; start += 10_000) {
      const length = Math.min(10_000, count - start);
      const edits = Array.from({ length }, (_, index) => ({
        action: action.CHANGE,
        project_id: translation.component!.project_id,
        component_id: translation.component_id,
        translation_id: translation.id,
        language_id: translation.language_id,
        unit_id: ids[(start + index) % ids.length]!,
        user_id: userId,
        author_id: userId,
        target: `Former text ${start + index}`,
        details: { state: 20, old_state: 20 },
        timestamp: 1_500_000_000_000 + (start + index) * 1000,
      }));
      await db.transaction((trx) => insertChanges(trx, edits));
    }
  } finally {
    await db.close();
  }
}

interface Common {
  languages: readonly Language[];
  authorId: number;
  strings: number;
}

function fillProject(db: Database, number: number, common: Common): Promise<void> {
  return db.transaction(async (trx) => {
    const [source] = common.languages;
    const at = Date.now();
    const slug = `p${number}`;
    const project = await Project.query(trx).insert({
      slug,
      name: `Project ${number}`,
      web: 'https://example.org/',
      created_at: at,
    });
    const component = await Component.query(trx).insert({
      project_id: project.id,
      slug: 'web',
      name: 'Web',
      path: `${slug}/web`,
      source_language_id: source!.id,
      repo: 'https://git.example.org/web.git',
      branch: 'main',
      filemask: 'po/*.po',
      file_format: 'po',
      created_at: at,
    });
    const counters = new CounterBatch();
    let sources = new Map<string, number>();
    for (const language of common.languages) {
      const translation = await addTranslation(trx, component, language, source!);
      const units = Array.from({ length: common.strings }, (_, index) =>
        newUnit(translation, language, index + 1, sources),
      );
      await insertUnits(trx, counters, units);
      if (translation.is_source) {
        const rows = trx('units').where('translation_id', translation.id);
        await rows.update({ source_unit_id: trx.ref('id') });
        sources = await unitIds(trx, translation.id);
      } else {
        await addHistory(trx, counters, {
          project,
          component,
          translation,
          units,
          authorId: common.authorId,
        });
      }
    }
    await counters.apply(trx);
  });
}

async function addTranslation(
  trx: Knex.Transaction,
  component: Component,
  language: Language,
  source: Language,
): Promise<Translation> {
  const isSource = language.id === source.id;
  return Translation.query(trx).insert({
    component_id: component.id,
    language_id: language.id,
    plural_id: language.plural!.id,
    language_code: language.code,
    filename: isSource ? '' : `po/${language.code}.po`,
    is_source: isSource,
    revision: 'f'.repeat(40),
  });
}

function newUnit(
  { id, is_source: isSource }: Translation,
  { code }: Language,
  number: number,
  sources: ReadonlyMap<string, number>,
): NewUnit {
  const source = [sourceOf(number)];
  const hash = contentHash(source, '');
  const isDone = number % 5 > 0;
  const translated = isDone ? [`${code}: ${source[0]}`] : [''];
  const state = isDone ? 20 : 0;
  return {
    translation_id: id,
    source_unit_id: sources.get(hash) ?? null,
    id_hash: hash,
    content_hash: hash,
    context: '',
    source,
    target: isSource ? source : translated,
    state: isSource ? 100 : state,
    location: `src/window-${number % 40}.c:${number}`,
    note: `Shown in window ${number % 40}`,
    position: number,
    num_words: 1 + (number % 8),
    num_chars: source[0]!.length,
  };
}

/** An edit of every tenth string, half an hour after the one before. */
async function addHistory(
  trx: Knex.Transaction,
  counters: CounterBatch,
  {
    project,
    component,
    translation,
    units,
    authorId,
  }: {
    project: Project;
    component: Component;
    translation: Translation;
    units: readonly NewUnit[];
    authorId: number;
  },
): Promise<void> {
  const ids = await unitIds(trx, translation.id);
  const edited = units.filter(({ position }) => position % 10 === 1);
  const at = Date.now();
  await insertChanges(
    trx,
    edited.map((unit, index) => ({
      action: action.CHANGE,
      project_id: project.id,
      component_id: component.id,
      translation_id: translation.id,
      language_id: translation.language_id,
      unit_id: ids.get(unit.id_hash) ?? null,
      user_id: authorId,
      author_id: authorId,
      target: joinForms(unit.target),
      details: { state: 20, old_state: 0, source: joinForms(unit.source), context: '' },
      timestamp: at - (edited.length - 1 - index) * 1_800_000,
    })),
  );
  counters.add(translation.id, noCounts(), { at, authorId });
}
