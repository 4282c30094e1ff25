import { parseArgs } from 'node:util';
import { ApiClient, type ApiObject, Refused } from './api-client.ts';
import type { Terminal } from './command.ts';
import { readClientConfig, readConfig } from './config.ts';
import { demoFolder } from './data-folder.ts';
import { createDemoRepository } from './demo-repository.ts';
import { Failure } from './failure.ts';

const project = { name: 'Demo', slug: 'demo', web: 'https://example.org/timer' };

/** Adds the project of the walk-through to the running server. What is there already stays as it is. */
export async function demoCommand(args: string[], { env, print }: Terminal): Promise<number> {
  const { values } = parseArgs({ args, options: { url: { type: 'string' }, token: { type: 'string' } } });
  const { url, token } = readClientConfig(env, values);
  if (token === null) {
    throw new Failure(
      'set DRAGOMAN_TOKEN to the API token that the first start printed (`dragoman token new admin` makes a new one)',
    );
  }
  const client = new ApiClient(url, token);

  const found = await client.get(`/api/projects/${project.slug}/`);
  if (!found) {
    await client.post('/api/projects/', project);
    print('Project: demo');
  }
  const repository = await createDemoRepository(demoFolder(readConfig(env).data));
  for (const component of componentsOf(repository)) {
    await addComponent(client, component, print);
  }
  await printNextSteps(client, { url, repository, print });
  return 0;
}

/** The second one works in the repository of the first, so both share one clone. */
function componentsOf(repository: string): ApiObject[] {
  return [
    {
      name: 'App',
      slug: 'app',
      vcs: 'git',
      repo: repository,
      push: repository,
      branch: 'main',
      file_format: 'po',
      filemask: 'po/*.po',
      new_base: 'po/timer.pot',
    },
    {
      name: 'Web',
      slug: 'web',
      vcs: 'git',
      repo: 'dragoman://demo/app',
      file_format: 'json-nested',
      filemask: 'locales/*.json',
      template: 'locales/en.json',
    },
  ];
}

async function addComponent(
  client: ApiClient,
  component: ApiObject,
  print: Terminal['print'],
): Promise<void> {
  const found = await client.get(`/api/components/${project.slug}/${component.slug}/`);
  const { task_url } = found ?? (await createComponent(client, component));
  if (typeof task_url === 'string') {
    await client.finish(task_url, 120);
  }
  print(`Component: demo/${component.slug}${found ? ' (was there already)' : ''}`);
}

async function createComponent(client: ApiClient, component: ApiObject): Promise<ApiObject> {
  try {
    return await client.post(`/api/projects/${project.slug}/components/`, component);
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 400) {
      throw error;
    }
    const hint =
      'The server accepts repositories below its own data folder: run this command with the same DRAGOMAN_DATA, ' +
      'or start the server with DRAGOMAN_ALLOW_LOCAL_REPOSITORIES=on.';
    throw new Failure(`${error.message}\n${hint}`, { cause: error });
  }
}

async function printNextSteps(
  client: ApiClient,
  { url, repository, print }: { url: string; repository: string; print: Terminal['print'] },
): Promise<void> {
  const units = await client.get('/api/translations/demo/app/cs/units/?q=state:empty');
  const [unit] = (units?.results ?? []) as { id: number; source: string[] }[];
  const edit = unit
    ? [
        `# Translate "${unit.source[0]}":`,
        `curl -H "$A" -X PATCH -d state=20 -d 'target=…' ${url}/api/units/${unit.id}/`,
      ]
    : [];
  const lines = [
    '',
    'Try, with your token in DRAGOMAN_TOKEN:',
    'A="Authorization: Token $DRAGOMAN_TOKEN"',
    '# How far is every language?',
    `curl -H "$A" ${url}/api/components/demo/app/statistics/`,
    '# Which Czech strings have no translation yet?',
    `curl -H "$A" '${url}/api/translations/demo/app/cs/units/?q=state:empty'`,
    ...edit,
    '# Write the edits into the files, as a commit of the translator, and send it back:',
    `curl -H "$A" -d operation=commit ${url}/api/components/demo/app/repository/`,
    `curl -H "$A" -d operation=push ${url}/api/components/demo/app/repository/`,
    '# What arrived:',
    `git --git-dir=${repository} log --patch -1 main`,
  ];
  for (const line of lines) {
    print(line);
  }
}
