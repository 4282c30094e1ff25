import { adapterById } from '../adapters/registry.ts';
import { filesOf } from './committed-files.ts';
import { authorise, findComponent } from './find.ts';
import { FileAnswer } from './http/answer.ts';
import { attachment } from './http/attachment.ts';
import { endpoint } from './http/endpoint.ts';
import { notFound } from './http/errors.ts';

/** Downloads of the files that a component's translations are made from. */
export const baseFileEndpoints = [
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
