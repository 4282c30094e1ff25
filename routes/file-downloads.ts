import { z } from 'zod';
import { exporterById, exporters } from '../adapters/exports/list.ts';
import { downloadFile } from './file-download.ts';
import { exportFile } from './file-export.ts';
import { authorise, type FoundTranslation, findTranslation } from './find.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { invalid, notFound } from './http/errors.ts';

const answers = { 200: { description: 'The file' }, 304: { description: 'Unchanged' } };
const ids = exporters.map(({ id }) => id).join(', ');
const q = z
  .string()
  .optional()
  .meta({ description: 'Search query that chooses strings; only with a format' });

/** Downloads of the file of a translation, as it is or converted. */
export const fileDownloadEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/translations/:project/:component/:language/file/',
    summary: 'Download the file of a translation',
    formats: 'own',
    find: findFile,
    query: z.object({
      format: z
        .string()
        .optional()
        .meta({ description: `Format to convert to (${ids}); none: the file as it is` }),
      q,
    }),
    answers,
    async handle(request) {
      const { query, found, ctx } = request;
      // Names that are forms of answers elsewhere (`file.json`) are taken off the path before it is looked at.
      if (typeof ctx.state.suffix === 'string') {
        return bySuffix(request, found, ctx.state.suffix, query.q);
      }
      if (query.format !== undefined) {
        const exporter = exporterById(query.format);
        if (!exporter) {
          throw invalid('format', `"${query.format}" is not a valid choice.`, 'invalid_choice');
        }
        return exportFile(request, found, { exporter, q: query.q ?? '' });
      }
      if (query.q !== undefined) {
        throw invalid('q', 'Only strings of a converted file can be chosen: give a format as well.');
      }
      return downloadFile(request, found);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/translations/:project/:component/:language/file.:format/',
    summary: 'Download the strings of a translation in a format',
    formats: 'own',
    find: findFile,
    query: z.object({ q }),
    answers,
    handle: (request) => bySuffix(request, request.found, request.params.format, request.query.q),
  }),
];

/** @throws {ApiError} 404 also for a translation without a file: nothing is made of its strings either */
async function findFile(
  call: Call<{ project: string; component: string; language: string }>,
): Promise<FoundTranslation> {
  const translation = await findTranslation(call, call.params);
  if (translation.filename === '') {
    throw notFound();
  }
  authorise(call.caller, 'translation.download', translation.component.project);
  return translation;
}

function bySuffix(call: Call, translation: FoundTranslation, suffix: string, query = '') {
  const exporter = exporterById(suffix);
  if (!exporter) {
    throw notFound();
  }
  return exportFile(call, translation, { exporter, q: query });
}
