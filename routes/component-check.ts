import type { Knex } from 'knex';
import type { Adapter, FormatParam } from '../adapters/adapter.ts';
import { adapterById } from '../adapters/registry.ts';
import { Category } from '../models/category.ts';
import { Component } from '../models/component.ts';
import { Language } from '../models/language.ts';
import type { ComponentInput } from './component-input.ts';
import { invalid, invalidTogether } from './http/errors.ts';
import { demandUnique } from './unique-names.ts';

/** Where a component or category stands: its project, and the category it is in. */
export interface Level {
  projectId: number;
  category: Category | null;
}

/**
 * Checks what can be told without looking into the repository.
 * @param settings all settings as they will be
 * @throws {ApiError} 400 on the key that is wrong
 */
export function checkSettings(
  settings: Pick<
    Component,
    | 'file_format'
    | 'file_format_params'
    | 'template'
    | 'intermediate'
    | 'edit_template'
    | 'filemask'
    | 'key_filter'
    | 'suggestion_voting'
    | 'suggestion_autoaccept'
  >,
): void {
  const adapter = adapterById(settings.file_format);
  if (!adapter) {
    throw invalid('file_format', `"${settings.file_format}" is not a valid choice.`, 'invalid_choice');
  }
  checkTemplate(adapter, settings);
  checkParams(adapter, settings.file_format_params);
  if (settings.key_filter !== '' && settings.template === '') {
    throw invalid('key_filter', 'Keys can be filtered only where a template gives them.');
  }
  const { suggestion_voting: voting, suggestion_autoaccept: autoaccept } = settings;
  if (autoaccept === 1) {
    throw invalid(
      'suggestion_autoaccept',
      'Suggestions are accepted by at least two votes; 0 switches it off.',
    );
  }
  if (autoaccept > 0 && !voting) {
    throw invalidTogether(
      ['suggestion_autoaccept', 'suggestion_voting'],
      'Accepting suggestions by votes needs voting.',
    );
  }
}

function checkTemplate(
  adapter: Adapter,
  { template, intermediate, edit_template, filemask }: Parameters<typeof checkSettings>[0],
): void {
  if (adapter.monolingual === true && template === '') {
    throw invalid('template', 'Files of this format need a template, which holds the source texts.');
  }
  if (adapter.monolingual === false && template !== '') {
    throw invalidTogether(
      ['template', 'file_format'],
      'Files of this format hold the source texts themselves and take no template.',
    );
  }
  if (template.endsWith('.pot') && filemask.endsWith('.po')) {
    throw invalid('template', 'A .pot file is what new translations are made from: give it as new_base.');
  }
  if (intermediate !== '' && (template === '' || !edit_template || intermediate === template)) {
    throw invalid('intermediate', 'An intermediate file needs an editable template that is another file.');
  }
}

function checkParams(adapter: Adapter, params: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(params)) {
    const param = adapter.params.find((known) => known.name === name);
    if (!param) {
      throw invalid('file_format_params', `Files of this format have no setting "${name}".`);
    }
    if (!takes(param, value)) {
      throw invalid('file_format_params', `The setting "${name}" cannot be "${String(value)}".`);
    }
  }
}

function takes({ type, choices }: FormatParam, value: unknown): boolean {
  return typeof value === type && (choices === undefined || choices.some((choice) => choice === value));
}

/**
 * Name and slug are unique among the components and categories of a level; `own` is the one that has them already.
 * @throws {ApiError} 400 on each that is taken
 */
export async function checkUnique(
  knex: Knex,
  { projectId, category }: Level,
  names: Pick<Partial<ComponentInput>, 'name' | 'slug'>,
  own: Component | Category | null,
): Promise<void> {
  const place = { project_id: projectId, category_id: category?.id ?? null };
  await demandUnique(
    names,
    async (attr, value) => {
      const components = await Component.query(knex).where({ ...place, [attr]: value });
      const categories = await Category.query(knex).where({ ...place, [attr]: value });
      return (
        components.some(({ id }) => !(own instanceof Component) || id !== own.id) ||
        categories.some(({ id }) => !(own instanceof Category) || id !== own.id)
      );
    },
    (attr) => `A component or category with this ${attr} already exists there.`,
  );
}

/** The language that a code names exactly. @throws {ApiError} 400 on `source_language.code` */
export async function findSourceLanguage(knex: Knex, code: string): Promise<Language> {
  const language = await Language.coded(knex, code);
  if (!language) {
    throw invalid('source_language.code', `There is no language "${code}".`);
  }
  return language;
}
