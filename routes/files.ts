import { z } from 'zod';
import { fileDownloadEndpoints } from './file-downloads.ts';
import { uploadFile } from './file-upload.ts';
import { findTranslation } from './find.ts';
import { endpoint } from './http/endpoint.ts';
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
  ...fileDownloadEndpoints,
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
