import { z } from 'zod';
import { downloadFile } from './file-download.ts';
import { uploadFile } from './file-upload.ts';
import { authorise, findTranslation } from './find.ts';
import { endpoint } from './http/endpoint.ts';
import { invalid, notFound } from './http/errors.ts';
import { authoriseUpload, uploadBody } from './upload-input.ts';

const path = '/api/translations/:project/:component/:language/file/';

const uploadShape = z
  .object({
    not_found: z.int(),
    skipped: z.int(),
    accepted: z.int(),
    total: z.int(),
    result: z.boolean(),
    count: z.int(),
  })
  .meta({ id: 'UploadResult' });

/** `…/file/` of translations: the file as the repository has it, and what comes from elsewhere. */
export const fileEndpoints = [
  endpoint({
    method: 'GET',
    path,
    summary: 'Download the file of a translation',
    formats: 'own',
    find: async (call) => {
      const translation = await findTranslation(call, call.params);
      if (translation.filename === '') {
        throw notFound();
      }
      authorise(call.caller, 'translation.download', translation.component.project);
      return translation;
    },
    query: z.object({
      format: z.string().optional().meta({ description: 'Format to convert to; none: the file as it is' }),
      q: z.string().optional().meta({ description: 'Search query; only with a format' }),
    }),
    answers: { 200: { description: 'The file' }, 304: { description: 'Unchanged' } },
    async handle(request) {
      const { format, q } = request.query;
      if (format !== undefined) {
        throw invalid('format', `This server does not convert files to "${format}".`);
      }
      if (q !== undefined) {
        throw invalid('q', 'Only strings of a converted file can be chosen: give a format as well.');
      }
      return downloadFile(request, request.found);
    },
  }),
  ...(['POST', 'PUT'] as const).map((method) =>
    endpoint({
      method,
      path,
      summary: 'Upload a file of translations',
      formats: 'own',
      find: async (call) => {
        const translation = await findTranslation(call, call.params);
        authoriseUpload(call.caller, translation);
        return translation;
      },
      body: uploadBody,
      rawFile: 'file',
      answers: { 200: { description: 'What became of its strings', schema: uploadShape } },
      handle: (request) => uploadFile(request, request.found, request.body),
    }),
  ),
];
