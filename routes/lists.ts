import type { QueryBuilder } from 'objection';
import { Component } from '../models/component.ts';
import { Project } from '../models/project.ts';
import { Translation } from '../models/translation.ts';
import type { Call } from './http/endpoint.ts';
import type { Page } from './http/paginate.ts';
import { list, listAnswer, viewerOf } from './listing.ts';
import { presentComponents } from './present/component.ts';
import { type ComponentJson, componentShape } from './present/component-shape.ts';
import { type ProjectJson, presentProjects } from './present/project.ts';
import { presentTranslations, type TranslationJson, translationShape } from './present/translation.ts';

/*
 * Pages of whole objects, by id: the same wherever they are listed.
 */

export function listProjects(call: Call, query: QueryBuilder<Project>): Promise<Page<ProjectJson>> {
  const { reader } = call.services.db;
  return list(call, {
    query,
    table: 'projects',
    load: (ids) => Project.query(reader).findByIds(ids).execute(),
    present: (projects) => presentProjects(reader, projects, call.urls),
  });
}

export const componentsAnswer = listAnswer('Components, by id', componentShape);

export function listComponents(call: Call, query: QueryBuilder<Component>): Promise<Page<ComponentJson>> {
  return list(call, {
    query,
    table: 'components',
    load: (ids) => Component.query(call.services.db.reader).findByIds(ids).execute(),
    present: (components) => presentComponents(viewerOf(call), components),
  });
}

export const translationsAnswer = listAnswer('Translations, by id', translationShape);

export function listTranslations(
  call: Call,
  query: QueryBuilder<Translation>,
): Promise<Page<TranslationJson>> {
  return list(call, {
    query,
    table: 'translations',
    load: (ids) => Translation.query(call.services.db.reader).findByIds(ids).execute(),
    present: (translations) => presentTranslations(viewerOf(call), translations),
  });
}
