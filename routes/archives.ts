import { Readable } from 'node:stream';
import { z } from 'zod';
import { blobHashes, readBlob } from '../actors/git-history.ts';
import { adapterById } from '../adapters/registry.ts';
import { type ZipFile, zipStream } from '../adapters/zip/write.ts';
import { may, visibleComponents } from '../models/access.ts';
import { Component } from '../models/component.ts';
import { Language } from '../models/language.ts';
import { RepositoryState } from '../models/repository-state.ts';
import { Translation } from '../models/translation.ts';
import { authorise, type FoundComponent, findComponent, findProject } from './find.ts';
import { FileAnswer } from './http/answer.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { invalid, notAuthenticated, notFound } from './http/errors.ts';
import { uploadLimit } from './http/upload.ts';
import { hasPending, writePending } from './pending-files.ts';
import { openedCopy } from './working-copies.ts';

const archiveAnswer = { 200: { description: 'A ZIP archive' } };
const formatField = z
  .string()
  .optional()
  .meta({ description: '`zip`: the files as the repository has them' });

async function findDownloadable(call: Call<{ project: string; component: string }>): Promise<FoundComponent> {
  const component = await findComponent(call, call.params);
  if (!call.caller.user && !may(call.caller, 'translation.download', component.project)) {
    throw notAuthenticated();
  }
  authorise(call.caller, 'translation.download', component.project);
  return component;
}

/** Downloads of whole components and projects, and of a component's base files. */
export const archiveEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/components/:project/:component/file/',
    summary: 'Download all files of a component',
    formats: 'own',
    find: findDownloadable,
    query: z.object({
      format: formatField,
      q: z.string().optional().meta({ description: 'Search query; only with a conversion' }),
    }),
    answers: archiveAnswer,
    async handle(request) {
      checkFormat(request.query.format);
      if (request.query.q !== undefined) {
        throw invalid('q', 'Only strings of converted files can be chosen.');
      }
      const { found: component } = request;
      return archive(request, [component], `${component.path.replaceAll('/', '-')}.zip`);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/projects/:project/file/',
    summary: 'Download all files of a project',
    formats: 'own',
    find: async (call) => {
      const project = await findProject(call, call.params.project);
      authorise(call.caller, 'translation.download', project);
      return project;
    },
    query: z.object({
      format: formatField,
      language_code: z.string().optional().meta({ description: 'Only files of this language' }),
    }),
    answers: archiveAnswer,
    async handle(request) {
      checkFormat(request.query.format);
      const { services, caller, found: project, query } = request;
      const components = await visibleComponents(Component.query(services.db.reader), caller)
        .where('components.project_id', project.id)
        .orderBy('components.path');
      for (const component of components) {
        component.project = project;
      }
      return archive(request, components as FoundComponent[], `${project.slug}.zip`, query.language_code);
    },
  }),
  baseFile('monolingual_base', 'template', 'Download the base file for monolingual translations'),
  baseFile('new_template', 'new_base', 'Download the template for new translations'),
];

function baseFile(name: string, setting: 'template' | 'new_base', summary: string) {
  return endpoint({
    method: 'GET',
    path: `/api/components/:project/:component/${name}/` as const,
    summary,
    formats: 'own',
    find: async (call) => {
      const component = await findComponent(call, call.params);
      authorise(call.caller, 'translation.download', component.project);
      return component;
    },
    answers: { 200: { description: 'The file' } },
    async handle(request) {
      const { found: component } = request;
      const path = component[setting];
      const [file] = path === '' ? [] : await filesOf(request, component, [path]);
      if (file) {
        return new FileAnswer(Buffer.from(await file.read()), {
          'Content-Type': adapterById(component.file_format)?.contentType ?? 'application/octet-stream',
          'Content-Disposition': attachment(path.slice(path.lastIndexOf('/') + 1)),
        });
      }
      throw notFound();
    },
  });
}

/** The files of the components, each below the component's path, all edits written into them. */
async function archive(
  call: Call,
  components: readonly FoundComponent[],
  name: string,
  languageCode?: string,
): Promise<FileAnswer> {
  for (const component of components) {
    if (await hasPending(call, { component_id: component.id })) {
      await writePending(call, component);
    }
  }
  // A copy that cannot be had is told before the first byte: after that an error could only cut the answer off.
  const found: { path: string; read(): Promise<Uint8Array> }[] = [];
  for (const component of components) {
    for (const { path, read } of await filesOf(
      call,
      component,
      await pathsOf(call, component, languageCode),
    )) {
      found.push({ path: `${component.path}/${path}`, read });
    }
  }
  async function* files(): AsyncGenerator<ZipFile> {
    for (const { path, read } of found) {
      yield { path, bytes: await read() };
    }
  }
  return new FileAnswer(Readable.from(zipStream(files())), {
    'Content-Type': 'application/zip',
    'Content-Disposition': attachment(name),
  });
}

/** Of one language only that language's files; of all of them the base files too. */
async function pathsOf(
  { services }: Call,
  component: Component,
  languageCode: string | undefined,
): Promise<string[]> {
  const { reader } = services.db;
  const translations = Translation.query(reader).where('component_id', component.id).orderBy('filename');
  if (languageCode !== undefined) {
    const language = await Language.query(reader).findOne({ code: languageCode });
    translations.where('language_id', language?.id ?? 0);
  }
  const rows = await translations.select('filename');
  const base =
    languageCode === undefined ? [component.template, component.new_base, component.intermediate] : [];
  return [...new Set([...rows.map(({ filename }) => filename), ...base])].filter((path) => path !== '');
}

interface CommittedFile {
  path: string;
  read(): Promise<Uint8Array>;
}

/** Files of the newest commit, read from git by their hashes: no path is followed and no half-written file is seen. */
async function filesOf(call: Call, component: Component, paths: readonly string[]): Promise<CommittedFile[]> {
  const { db, runner } = call.services;
  const state = await RepositoryState.query(db.reader).findById(component.ownerId);
  const commit = state?.local_sha;
  if (!commit) {
    return [];
  }
  const folder = await openedCopy(call, component);
  const hashes = await blobHashes(folder, commit, { runner });
  return paths.flatMap((path) => {
    const hash = hashes.get(path);
    return hash === undefined ? [] : { path, read: () => readBlob(folder, hash, uploadLimit, { runner }) };
  });
}

function checkFormat(format: string | undefined): void {
  if (format !== undefined && format !== 'zip') {
    throw notFound();
  }
}

/** Names hold letters of any language; the plain form is for clients that do not know the other one. */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`}`;
}
