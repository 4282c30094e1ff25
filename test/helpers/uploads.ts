import type { ExecutionContext } from 'ava';
import { type ImportedComponent, importComponent, poFile } from './imported.ts';
import type { TestResponse, TestServer } from './server.ts';

/** A component whose Czech file has one of three strings translated. */
export function importGreetings(
  t: ExecutionContext,
  server: TestServer,
  slug: string,
  fields: Record<string, unknown> = {},
): Promise<ImportedComponent> {
  const files = {
    'po/hello.pot': poFile({ Hello: '', Bye: '', Yes: '' }),
    'po/cs.po': poFile({ Hello: 'Ahoj', Bye: '', Yes: '' }),
  };
  return importComponent(t, server, slug, files, fields);
}

/** Uploads a gettext file to the translation at `path` by `POST …/file/`. */
export function upload(
  server: TestServer,
  path: string,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
  token = server.admin,
): Promise<TestResponse> {
  const file = new File([content], 'cs.po');
  return server.post(`${path}file/`, { token, multipart: { file, ...fields } });
}

/** First forms and states of the translation at `path`, by source. */
export async function targetsOf(server: TestServer, path: string): Promise<Record<string, [string, number]>> {
  const { json } = await server.get(`${path}units/`);
  return Object.fromEntries(
    json.results.map(({ source, target, state }: { source: string[]; target: string[]; state: number }) => [
      source[0],
      [target[0], state],
    ]),
  );
}
