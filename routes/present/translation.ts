import { z } from 'zod';
import { Component } from '../../models/component.ts';
import { percent } from '../../models/percent.ts';
import { placeholders, rawRows } from '../../models/raw-rows.ts';
import type { Translation } from '../../models/translation.ts';
import { User } from '../../models/user.ts';
import type { Urls } from '../http/urls.ts';
import { presentComponents, type Viewer } from './component.ts';
import { type ComponentJson, componentShape } from './component-shape.ts';
import { languageShape, languagesById, presentLanguage } from './language.ts';
import { presentTime } from './time.ts';

export const translationShape = z
  .object({
    id: z.int(),
    language: languageShape,
    component: componentShape,
    language_code: z.string(),
    filename: z.string(),
    revision: z.string(),
    is_template: z.boolean(),
    is_source: z.boolean(),
    total: z.int(),
    total_words: z.int(),
    translated: z.int(),
    translated_words: z.int(),
    translated_percent: z.number(),
    fuzzy: z.int(),
    fuzzy_words: z.int(),
    fuzzy_percent: z.number(),
    failing_checks: z.int(),
    failing_checks_words: z.int(),
    failing_checks_percent: z.number(),
    have_suggestion: z.int(),
    have_comment: z.int(),
    last_change: z.string().nullable(),
    last_author: z.string().nullable(),
    web_url: z.string(),
    share_url: z.string(),
    translate_url: z.string(),
    url: z.string(),
    repository_url: z.string(),
    file_url: z.string(),
    statistics_url: z.string(),
    changes_list_url: z.string(),
    units_list_url: z.string(),
  })
  .meta({ id: 'Translation' });

export type TranslationJson = z.infer<typeof translationShape>;

/** Presents `translations` in their order, with a fixed number of queries. */
export async function presentTranslations(
  viewer: Viewer,
  translations: readonly Translation[],
): Promise<TranslationJson[]> {
  const { knex, urls } = viewer;
  const componentIds = [...new Set(translations.map(({ component_id }) => component_id))];
  const components = await Component.query(knex).findByIds(componentIds);
  const paths = new Map(components.map(({ id, path }) => [id, path]));
  const presented = new Map(
    (await presentComponents(viewer, components)).map((component) => [component.id, component]),
  );
  const languages = await languagesById(
    knex,
    translations.map(({ language_id }) => language_id),
  );
  const authors = await authorNames(viewer, translations);

  return translations.map((translation) => {
    const language = languages.get(translation.language_id)!;
    const component = presented.get(translation.component_id)!;
    return {
      id: translation.id,
      language: presentLanguage(language, urls),
      component,
      language_code: translation.language_code,
      filename: translation.filename,
      revision: translation.revision,
      is_template: translation.is_template,
      is_source: translation.is_source,
      ...counts(translation, component),
      last_change: presentTime(translation.last_change_at),
      last_author: authors.get(translation.last_author_id ?? 0) ?? null,
      ...links(paths.get(translation.component_id)!, language.code, urls),
    };
  });
}

/** The one translation, presented. */
export async function presentTranslation(viewer: Viewer, translation: Translation): Promise<TranslationJson> {
  const [presented] = await presentTranslations(viewer, [translation]);
  return presented!;
}

/** Visible names of the last authors of translations, by the id of the user. */
export async function authorNames(
  { knex }: Pick<Viewer, 'knex'>,
  translations: readonly Translation[],
): Promise<Map<number, string>> {
  const ids = translations.flatMap(({ last_author_id }) => last_author_id ?? []);
  if (ids.length === 0) {
    return new Map();
  }
  const distinct = [...new Set(ids)];
  const rows = await rawRows<object>(
    knex,
    `SELECT * FROM users WHERE id IN (${placeholders(distinct)})`,
    distinct,
  );
  return new Map(rows.map((row) => User.fromDatabaseJson(row)).map((user) => [user.id, user.visibleName]));
}

function counts(translation: Translation, component: ComponentJson) {
  const { total } = translation;
  // Where strings are reviewed, finished means approved.
  const finished = !reviewed(translation, component);
  return {
    total,
    total_words: translation.total_words,
    translated: translation.translated,
    translated_words: translation.translated_words,
    translated_percent: percent(translation.translated, total, finished),
    fuzzy: translation.fuzzy,
    fuzzy_words: translation.fuzzy_words,
    fuzzy_percent: percent(translation.fuzzy, total, false),
    failing_checks: translation.failing,
    failing_checks_words: translation.failing_words,
    failing_checks_percent: percent(translation.failing, total, false),
    have_suggestion: translation.suggestions,
    have_comment: translation.comments,
  };
}

function reviewed(translation: Translation, { project }: ComponentJson): boolean {
  return translation.is_source ? project.source_review : project.translation_review;
}

function links(path: string, code: string, urls: Urls) {
  const url = urls.translation(path, code);
  const [project = ''] = path.split('/');
  return {
    web_url: urls.translationPage(path, code),
    share_url: urls.engagePage(project, code),
    translate_url: urls.translatePage(path, code),
    url,
    repository_url: `${url}repository/`,
    file_url: `${url}file/`,
    statistics_url: `${url}statistics/`,
    changes_list_url: `${url}changes/`,
    units_list_url: `${url}units/`,
  };
}
