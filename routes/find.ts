import { type Caller, may, seesComponent, seesProject } from '../models/access.ts';
import { Category } from '../models/category.ts';
import { Component } from '../models/component.ts';
import { ComponentList, visibleLists } from '../models/component-list.ts';
import type { Permission } from '../models/permissions.ts';
import { Project } from '../models/project.ts';
import { Screenshot } from '../models/screenshot.ts';
import { Translation } from '../models/translation.ts';
import { Unit } from '../models/unit.ts';
import type { User } from '../models/user.ts';
import type { Call } from './http/endpoint.ts';
import { denied, notFound } from './http/errors.ts';

/*
 * What paths name. An object that the caller may not see is not there: every function here answers 404 for it, the
 * same as for one that does not exist.
 */

export async function findProject({ services, caller }: Call, slug: string): Promise<Project> {
  const project = await Project.at(services.db.reader, slug);
  if (!project || !seesProject(caller, project)) {
    throw notFound();
  }
  return project;
}

/** A category with its project. */
export type FoundCategory = Category & { project: Project };

export async function findCategory({ services, caller }: Call, id: number): Promise<FoundCategory> {
  const found = await Category.query(services.db.reader).findById(id).withGraphFetched('project');
  if (!found?.project || !seesProject(caller, found.project)) {
    throw notFound();
  }
  return found as FoundCategory;
}

/** A component with its project. */
export type FoundComponent = Component & { project: Project };

/** The component that `{project}/{component}` of a path names. */
export async function findComponent(
  { services, caller }: Call,
  { project, component }: { project: string; component: string },
): Promise<FoundComponent> {
  const found = await Component.at(services.db.reader, `${project}/${component}`);
  if (!found?.project || !seesComponent(caller, found, found.project)) {
    throw notFound();
  }
  return found as FoundComponent;
}

/** A component list: there for those who see a component in it. */
export async function findComponentList({ services, caller }: Call, slug: string): Promise<ComponentList> {
  const lists = visibleLists(ComponentList.query(services.db.reader), caller);
  const found = await lists.findOne({ 'component_lists.slug': slug });
  if (!found) {
    throw notFound();
  }
  return found;
}

/** As `findComponentList`, for those who manage lists: 403 for others. */
export async function findEditableList(call: Call, slug: string): Promise<ComponentList> {
  const found = await findComponentList(call, slug);
  authorise(call.caller, 'componentlist.edit');
  return found;
}

/** A translation with what it belongs to. */
export type FoundTranslation = Translation &
  Required<Pick<Translation, 'language' | 'plural'>> & { component: FoundComponent };

/** The translation that `{project}/{component}/{language}` of a path names; the language by its exact code. */
export async function findTranslation(
  { services, caller }: Call,
  { project, component, language }: { project: string; component: string; language: string },
): Promise<FoundTranslation> {
  const found = await Translation.at(services.db.reader, `${project}/${component}`, language);
  if (!found?.component?.project || !seesComponent(caller, found.component, found.component.project)) {
    throw notFound();
  }
  return found as FoundTranslation;
}

/** A unit with what it belongs to. */
export type FoundUnit = Unit & { translation: FoundTranslation };

export async function findUnit({ services, caller }: Call, id: number): Promise<FoundUnit> {
  const found = await Unit.placed(services.db.reader, id);
  const component = found?.translation?.component;
  if (!component?.project || !seesComponent(caller, component, component.project)) {
    throw notFound();
  }
  return found as FoundUnit;
}

/** A screenshot with what it belongs to. */
export type FoundScreenshot = Screenshot & { translation: FoundTranslation };

export async function findScreenshot({ services, caller }: Call, id: number): Promise<FoundScreenshot> {
  const found = await Screenshot.placed(services.db.reader, id);
  const component = found?.translation?.component;
  if (!component?.project || !seesComponent(caller, component, component.project)) {
    throw notFound();
  }
  return found as FoundScreenshot;
}

/** As `findScreenshot`, for those who may change it: 403 for others. */
export async function findEditableScreenshot(call: Call, id: number): Promise<FoundScreenshot> {
  const screenshot = await findScreenshot(call, id);
  authorise(call.caller, 'screenshot.edit', screenshot.translation.component.project);
  return screenshot;
}

/** @throws {ApiError} 403 unless the caller holds `permission` on `project` (on the whole server without one). */
export function authorise(caller: Caller, permission: Permission, project?: Project): void {
  if (!may(caller, permission, project)) {
    throw denied();
  }
}

/** Who writes: what is written is credited to somebody. @throws {ApiError} 403 for callers who are not signed in */
export function signedIn({ user }: Caller): User {
  if (!user) {
    throw denied();
  }
  return user;
}
