import type { Knex } from 'knex';
import { keyOf } from '../actors/component.ts';
import type { ComponentJobs } from '../actors/component-jobs.ts';
import { comparedIn, recheck, translatedIn } from '../actors/recheck.ts';
import { Category } from '../models/category.ts';
import { Component } from '../models/component.ts';
import { assignToLists } from '../models/component-list-rule.ts';
import { forgetFollowed, projectsUsing } from '../models/glossary.ts';
import { moveComponents } from '../models/move.ts';
import { readdressLinks } from '../models/paths.ts';
import { lockVariants } from '../models/waiting-variants.ts';
import { checkSettings, checkUnique } from './component-check.ts';
import { changedColumns, plainColumns } from './component-columns.ts';
import { checkRestricted } from './component-create.ts';
import { recordSettings } from './component-history.ts';
import type { ComponentInput } from './component-input.ts';
import { changedRepository, withoutOwnerSettings } from './component-repository.ts';
import type { FoundComponent } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { invalid } from './http/errors.ts';
import { linkedCategory } from './linked-objects.ts';
import { checkLanguage } from './project-input.ts';

/** Settings after whose change the working copy and the files must be looked at again. */
const fileSettings: readonly (keyof Component)[] = [
  'repo',
  'push',
  'branch',
  'push_branch',
  'filemask',
  'language_regex',
  'file_format',
  'file_format_params',
  'template',
  'edit_template',
  'intermediate',
  'new_base',
  'key_filter',
];

/** Settings after whose change all strings must be checked again. */
const checkedSettings: readonly (keyof Component)[] = [
  'check_flags',
  'enforced_checks',
  'file_format',
  'template',
  'edit_template',
  'is_glossary',
  'allow_translation_propagation',
];

/**
 * Changes settings of a component and records each that changed. What has to do with the repository or the files is
 * followed by a job that reads them anew.
 * @throws {ApiError} 400 on the setting that is wrong
 */
export async function updateComponent(
  call: Call,
  found: FoundComponent,
  input: Partial<ComponentInput>,
): Promise<Component> {
  const { db } = call.services;
  const category = await newCategory(call, found, input.category);
  const columns = await newColumns(call, found, input);
  const categories = await Category.chain(db.reader, found.category_id);
  const changed = changedColumns<Component>(found, [...categories, found.project], columns);
  const moves = category !== undefined && (category?.id ?? null) !== found.category_id;
  if (Object.keys(changed).length === 0 && !moves) {
    return found;
  }
  return db.transaction(async (trx) => {
    const place = moves ? category : await currentCategory(trx, found);
    const names = moves ? { name: found.name, slug: found.slug, ...changed } : changed;
    await checkUnique(trx, { projectId: found.project_id, category: place }, names, found);
    if ('variant_regex' in changed) {
      await lockVariants(trx, found.id);
    }
    const path = `${place?.path ?? found.project.slug}/${changed.slug ?? found.slug}`;
    await save(trx, found, { ...changed, path }, moves ? { to: place } : null);
    if (path !== found.path) {
      await readdressLinks(trx, found.id, path);
    }
    if (changed.slug !== undefined) {
      await assignToLists(trx, [found.id]);
    }
    await recordSettings(trx, found, { changed, path }, call.caller.user);
    await tellActor(call, trx, found.id, changed);
    if (moves || checkedSettings.some((setting) => setting in changed)) {
      await recheck(trx, (components) => components.where('id', found.id), call.caller.user?.id ?? null);
    }
    if ('is_glossary' in changed || (found.is_glossary && 'check_flags' in changed)) {
      await forgetFollowed(trx, found.id);
    }
    if (changed.is_glossary === false) {
      const projects = await projectsUsing(trx, found.id);
      await recheck(trx, translatedIn(projects), call.caller.user?.id ?? null);
    }
    if ('allow_translation_propagation' in changed) {
      await recheck(trx, comparedIn(found.project_id), call.caller.user?.id ?? null);
    }
    return Component.query(trx).findById(found.id).throwIfNotFound();
  });
}

/** Has the component's actor follow settings that are about the repository, the files or the groups of variants. */
async function tellActor(
  { services: { actors }, caller }: Call,
  trx: Knex.Transaction,
  componentId: number,
  changed: Partial<Component>,
): Promise<void> {
  // Another repository may have another owner: its actor is the one that must hear of it.
  const key = keyOf(await Component.query(trx).findById(componentId).throwIfNotFound());
  const payload = { component_id: componentId, user_id: caller.user?.id ?? null };
  if (fileSettings.some((setting) => setting in changed)) {
    await actors.tell(key, 'configure', payload, { trx, componentId });
  }
  if ('variant_regex' in changed) {
    const all: ComponentJobs['follow-variants']['payload'] = { ...payload, all: true };
    await actors.tell(key, 'follow-variants', all, { trx, componentId });
  }
}

function newCategory(
  call: Call,
  found: Component,
  link: string | null | undefined,
): Promise<Category | null> | undefined {
  return link === undefined ? undefined : linkedCategory(call, found.project_id, link);
}

async function currentCategory(trx: Knex, { category_id }: Component): Promise<Category | null> {
  return category_id === null ? null : Category.query(trx).findById(category_id).throwIfNotFound();
}

/** All columns that the input names, checked together with the settings that stay. */
async function newColumns(
  call: Call,
  found: FoundComponent,
  input: Partial<ComponentInput>,
): Promise<Partial<Component>> {
  const { reader } = call.services.db;
  if (input.source_language !== undefined) {
    await checkSourceLanguage(reader, found, input.source_language.code);
  }
  await checkLanguage(reader, input.secondary_language);
  checkRestricted(call, input.restricted === found.restricted ? undefined : input.restricted);
  const columns: Partial<Component> = {
    ...withoutOwnerSettings(found, plainColumns(input)),
    ...(await changedRepository(call, found, input)),
  };
  checkSettings({
    file_format: columns.file_format ?? found.file_format,
    file_format_params: columns.file_format_params ?? found.file_format_params,
    filemask: columns.filemask ?? found.filemask,
    template: columns.template ?? found.template,
    intermediate: columns.intermediate ?? found.intermediate,
    edit_template: columns.edit_template ?? found.edit_template,
    key_filter: columns.key_filter ?? found.key_filter,
    suggestion_voting: columns.suggestion_voting ?? found.suggestion_voting,
    suggestion_autoaccept: columns.suggestion_autoaccept ?? found.suggestion_autoaccept,
  });
  return columns;
}

async function checkSourceLanguage(knex: Knex, found: Component, code: string): Promise<void> {
  const [current] = await knex('languages').where('id', found.source_language_id).pluck('code');
  if (code !== current) {
    throw invalid('source_language', 'The source language of a component cannot be changed.');
  }
}

async function save(
  trx: Knex.Transaction,
  { id }: Component,
  columns: Partial<Component>,
  move: { to: Category | null } | null,
): Promise<void> {
  const write = async (values: Partial<Component>) => {
    await Component.query(trx).findById(id).patch(values);
  };
  if (move) {
    await moveComponents(trx, [id], () => write({ ...columns, category_id: move.to?.id ?? null }));
  } else {
    await write(columns);
  }
}

/** For PUT, where a category that is left out means none. */
export function withCategory(input: ComponentInput): ComponentInput {
  return { ...input, category: input.category ?? null };
}
