import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Exporter } from '../adapters/exports/exporter.ts';
import { exporterById } from '../adapters/exports/list.ts';
import { zipStream } from '../adapters/zip/write.ts';
import { may, visibleComponents } from '../models/access.ts';
import { Component } from '../models/component.ts';
import { Language } from '../models/language.ts';
import type { Project } from '../models/project.ts';
import { convertedEntries } from './archive-conversions.ts';
import { committedEntries } from './archive-files.ts';
import { baseFileEndpoints } from './base-files.ts';
import { checkQuery } from './file-conversion.ts';
import { authorise, type FoundComponent, findComponent, findProject } from './find.ts';
import { FileAnswer } from './http/answer.ts';
import { attachment } from './http/attachment.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { invalid, notAuthenticated, notFound } from './http/errors.ts';
import { hasPending, writePending } from './pending-files.ts';

const answers = { 200: { description: 'A ZIP archive' } };
const format = z.string().optional().meta({
  description: '`zip`: the files as the repository has them; `zip:ID`: converted, ID as for single files',
});

/** Downloads of whole components and projects, and of a component's base files. */
export const archiveEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/components/:project/:component/file/',
    summary: 'Download all files of a component',
    formats: 'own',
    find: async (call) => {
      const component = await findComponent(call, call.params);
      if (!call.caller.user && !may(call.caller, 'translation.download', component.project)) {
        throw notAuthenticated();
      }
      authorise(call.caller, 'translation.download', component.project);
      return component;
    },
    query: z.object({
      format,
      q: z.string().optional().meta({ description: 'Search query; only with a conversion' }),
    }),
    answers,
    async handle(request) {
      const { found: component, query } = request;
      const exporter = exporterOf(query.format);
      if (query.q !== undefined) {
        if (!exporter) {
          throw invalid('q', 'Only strings of converted files can be chosen.');
        }
        checkQuery(request, query.q);
      }
      const name = `${component.path.replaceAll('/', '-')}.zip`;
      return archive(request, [component], { name, exporter, q: query.q });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/projects/:project/file/',
    summary: 'Download all files of a project',
    formats: 'own',
    find: findDownloadable,
    query: z.object({
      format,
      language_code: z.string().optional().meta({ description: 'Only files of this language' }),
    }),
    answers,
    async handle(request) {
      const { found: project, query } = request;
      const exporter = exporterOf(query.format);
      const components = await componentsOf(request, project);
      const name = `${project.slug}.zip`;
      return archive(request, components, { name, exporter, language: query.language_code });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/projects/:project/languages/:language/file/',
    summary: 'Download all files of a project in a language',
    formats: 'own',
    find: findDownloadable,
    query: z.object({
      format,
      filter: z.string().optional().meta({ description: 'Only components whose slug contains this' }),
    }),
    answers,
    async handle(request) {
      const { found: project, query, params } = request;
      const exporter = exporterOf(query.format);
      const wanted = (query.filter ?? '').toLowerCase();
      const components = await componentsOf(request, project);
      const name = `${project.slug}-${params.language}.zip`;
      return archive(
        request,
        components.filter(({ slug }) => slug.toLowerCase().includes(wanted)),
        { name, exporter, language: params.language },
      );
    },
  }),
  ...baseFileEndpoints,
];

async function findDownloadable(call: Call<{ project: string }>): Promise<Project> {
  const project = await findProject(call, call.params.project);
  authorise(call.caller, 'translation.download', project);
  return project;
}

/** The project's own components that the caller sees. */
async function componentsOf({ services, caller }: Call, project: Project): Promise<FoundComponent[]> {
  const components = await visibleComponents(Component.query(services.db.reader), caller)
    .where('components.project_id', project.id)
    .orderBy('components.path');
  return components.map((component) => Object.assign(component, { project }));
}

/** The conversion that `zip:ID` names; null for files as they are. @throws {ApiError} 404 for any other archive */
function exporterOf(name = 'zip'): Exporter | null {
  if (name === 'zip') {
    return null;
  }
  const exporter = name.startsWith('zip:') ? exporterById(name.slice('zip:'.length)) : undefined;
  if (!exporter) {
    throw notFound();
  }
  return exporter;
}

/** An archive of the components' files, all edits written into them; of one language only, or of all. */
async function archive(
  call: Call,
  components: readonly FoundComponent[],
  {
    name,
    exporter,
    q = '',
    language,
  }: { name: string; exporter: Exporter | null; q?: string | undefined; language?: string | undefined },
): Promise<FileAnswer> {
  const languageId = language === undefined ? null : await languageIdOf(call, language);
  for (const component of components) {
    if (await hasPending(call, { component_id: component.id })) {
      await writePending(call, component);
    }
  }
  const entries = exporter
    ? await convertedEntries(call, components, { exporter, q }, languageId)
    : await committedEntries(call, components, languageId);
  return new FileAnswer(Readable.from(zipStream(entries)), {
    'Content-Type': 'application/zip',
    'Content-Disposition': attachment(name),
  });
}

/** 0, which no language has, for an unknown code: its archive is empty. */
async function languageIdOf({ services }: Call, code: string): Promise<number> {
  const language = await Language.coded(services.db.reader, code);
  return language?.id ?? 0;
}
