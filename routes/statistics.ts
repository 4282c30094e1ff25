import type { Knex } from 'knex';
import type { ComponentList } from '../models/component-list.ts';
import { noCounts } from '../models/counts.ts';
import type { Language } from '../models/language.ts';
import type { Project } from '../models/project.ts';
import type { StatisticKey } from '../models/roll-ups.ts';
import {
  countRecentChanges,
  type RecentScope,
  readProjectLanguages,
  readStatistic,
} from '../models/statistics.ts';
import type { Translation } from '../models/translation.ts';
import type { FoundCategory } from './find.ts';
import type { Urls } from './http/urls.ts';
import { presentStatistics } from './present/statistics.ts';
import { authorNames } from './present/translation.ts';
import { recentOfProjectLanguages, recentOfTranslations } from './recent-changes.ts';

/** Statistics of a project as a whole, restricted components included. */
export async function projectStatistics(knex: Knex, project: Project, urls: Urls) {
  const key = { scope: 'project', scope_id: project.id, language_id: 0 } as const;
  const statistics = await presentSum(knex, key, project.translation_review);
  return {
    ...statistics,
    words_percent: statistics.translated_words_percent,
    name: project.name,
    url: urls.projectPage(project.slug),
  };
}

/** Statistics of all that is in a category, however deep. */
export async function categoryStatistics(knex: Knex, category: FoundCategory, urls: Urls) {
  const key = { scope: 'category', scope_id: category.id, language_id: 0 } as const;
  return {
    ...(await presentSum(knex, key, category.project.translation_review)),
    name: category.name,
    url: urls.componentPage(category.path),
  };
}

/** Statistics of all components of a list; its strings count as reviewed where one of their projects has reviews. */
export async function listStatistics(knex: Knex, { id, name }: ComponentList) {
  const reviewing = await knex('component_list_members')
    .join('components', 'components.id', 'component_list_members.component_id')
    .join('projects', 'projects.id', 'components.project_id')
    .where({ component_list_id: id, translation_review: 1 })
    .first('projects.id');
  const key = { scope: 'component_list', scope_id: id, language_id: 0 } as const;
  return { ...(await presentSum(knex, key, reviewing !== undefined)), name };
}

/** Statistics of a language over everything on this server; its strings count as reviewed. */
export async function languageStatistics(knex: Knex, language: Language, urls: Urls) {
  const key = { scope: 'language', scope_id: language.id, language_id: 0 } as const;
  return {
    ...(await presentSum(knex, key, true)),
    name: language.name,
    code: language.code,
    url: urls.languagePage(language.code),
  };
}

async function presentSum(knex: Knex, key: StatisticKey & RecentScope, reviewed: boolean) {
  const counts = await readStatistic(knex, key);
  return presentStatistics({
    counts,
    lastChangeAt: counts.last_change_at,
    recentChanges: await countRecentChanges(knex, key, counts.last_change_at),
    reviewed,
  });
}

/** Statistics of `languages` in `project`. */
export async function projectLanguageStatistics(
  knex: Knex,
  project: Project,
  languages: readonly Language[],
  urls: Urls,
) {
  const ids = languages.map(({ id }) => id);
  const byLanguage = await readProjectLanguages(knex, project.id, ids);
  const recent = await recentOfProjectLanguages(knex, project.id, byLanguage);
  return languages.map(({ id, code, name }) => {
    const statistic = byLanguage.get(id);
    const presented = presentStatistics({
      counts: statistic ?? noCounts(),
      lastChangeAt: statistic?.last_change_at ?? null,
      recentChanges: recent.get(id) ?? 0,
      reviewed: project.translation_review,
    });
    const translateUrl = urls.projectLanguageTranslatePage(project.slug, code);
    return {
      ...presented,
      words_percent: presented.translated_words_percent,
      language: name,
      name,
      code,
      url: urls.projectLanguagePage(project.slug, code),
      url_translate: translateUrl,
      translate_url: translateUrl,
    };
  });
}

/** Statistics of translations (with their languages) of the component at `path` of `project`. */
export async function translationStatistics(
  knex: Knex,
  { project, path }: { project: Project; path: string },
  translations: readonly Translation[],
  urls: Urls,
) {
  const recent = await recentOfTranslations(knex, translations);
  const authors = await authorNames({ knex }, translations);
  return translations.map((translation) => {
    const { name, code } = translation.language!;
    const translateUrl = urls.translatePage(path, code);
    return {
      ...presentStatistics({
        counts: translation,
        lastChangeAt: translation.last_change_at,
        recentChanges: recent.get(translation.id) ?? 0,
        reviewed: translation.is_source ? project.source_review : project.translation_review,
      }),
      last_author: authors.get(translation.last_author_id ?? 0) ?? null,
      name,
      code,
      url: urls.translationPage(path, code),
      url_translate: translateUrl,
      translate_url: translateUrl,
    };
  });
}
