import type { ExecutionContext } from 'ava';
import { type Files, gitRepository, type TestRepository } from './git.ts';
import { addLanguage, addProject } from './rows.ts';
import type { TestServer } from './server.ts';

/** A component that the API has made from a repository. */
export interface ImportedComponent {
  repository: TestRepository;
  /** Path of the component in the API. */
  path: string;
  /** Path of its Czech translation. */
  cs: string;
}

/**
 * Makes the project `slug` with the component `web` out of `files`, by the API, and waits until all is read.
 * @param settings of the component, on top of those of gettext files in `po/`
 */
export async function importComponent(
  t: ExecutionContext,
  server: TestServer,
  slug: string,
  files: Files,
  settings: Record<string, unknown> = {},
): Promise<ImportedComponent> {
  await addLanguage(server.db, 'en', { name: 'English' });
  await addLanguage(server.db, 'cs', {
    name: 'Czech',
    forms: 3,
    formula: '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2',
  });
  await addProject(server.db, slug);
  const repository = await gitRepository(t, files);
  const response = await server.post(`/api/projects/${slug}/components/`, {
    token: server.admin,
    json: {
      name: 'Web',
      slug: 'web',
      repo: repository.url,
      push: repository.url,
      filemask: 'po/*.po',
      new_base: 'po/hello.pot',
      file_format: 'po',
      ...settings,
    },
  });
  t.is(response.status, 201, response.text);
  await taskEnd(server, response.json.task_url);
  return { repository, path: `/api/components/${slug}/web/`, cs: `/api/translations/${slug}/web/cs/` };
}

/** Waits until the task at `url` is completed; null: there is none to wait for. Gives what it then says. */
export async function taskEnd(server: TestServer, url: string | null) {
  while (url !== null) {
    const { json } = await server.get(url, { token: server.admin });
    if (json.completed) {
      return json;
    }
  }
  return null;
}

/** A gettext file of strings without plural. */
export function poFile(strings: Record<string, string>, extra = ''): string {
  const header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n';
  const entries = Object.entries(strings).map(([id, text]) => `\nmsgid "${id}"\nmsgstr "${text}"\n`);
  return header + entries.join('') + extra;
}
