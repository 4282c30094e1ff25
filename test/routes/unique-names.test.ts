import test from 'ava';
import { addLanguage, addProject } from '../helpers/rows.ts';
import { forEachServer, type RequestOptions, type TestResponse } from '../helpers/server.ts';

const problems = ({ json }: TestResponse) =>
  json.errors.map(({ attr, code }: Record<string, string>) => `${attr} ${code}`);

const names = { name: 'Twin', slug: 'twin' };
const plural = { number: 2, formula: 'n != 1' };
const json = { file_format: 'json', filemask: '*.json', template: 'en.json' };

/** How each kind is made in a project, and what those learn who come too late. */
const kinds: Record<string, { path: string; body(project: string): RequestOptions; refusal: string[] }> = {
  project: {
    path: '/api/projects/',
    body: () => ({ json: { ...names, web: 'https://example.org/' } }),
    refusal: ['name unique', 'slug unique'],
  },
  'component list': {
    path: '/api/component-lists/',
    body: () => ({ json: names }),
    refusal: ['name unique', 'slug unique'],
  },
  category: {
    path: '/api/categories/',
    body: (project) => ({ json: { ...names, project: `/api/projects/${project}/` } }),
    refusal: ['name unique', 'slug unique'],
  },
  component: {
    path: '/api/projects/of-component/components/',
    body: () => ({ multipart: { ...names, ...json, docfile: new File(['{"hi": "Hi"}\n'], 'en.json') } }),
    refusal: ['name unique', 'slug unique'],
  },
  label: {
    path: '/api/projects/of-label/labels/',
    body: () => ({ json: { name: 'Twin', color: 'red' } }),
    refusal: ['name invalid'],
  },
  language: {
    path: '/api/languages/',
    body: () => ({ json: { code: 'x_twin', name: 'Twin', plural } }),
    refusal: ['code invalid'],
  },
};

forEachServer(test, (name, server) => {
  for (const [kind, { path, body, refusal }] of Object.entries(kinds)) {
    test(
      name(`of eight who make the same ${kind} at once, one does and the others learn why not`),
      async (t) => {
        const project = `of-${kind.replace(' ', '-')}`;
        await addProject(server().db, project);
        await addLanguage(server().db, 'en');
        const post = () => server().post(path, { token: server().admin, ...body(project) });

        const answers = await Promise.all(Array.from({ length: 8 }, post));

        const [made, ...others] = answers.toSorted((a, b) => a.status - b.status);
        t.is(made!.status, 201, made!.text);
        for (const other of others) {
          t.is(other.status, 400, other.text);
          // Who looks while the first commits may find only what he looked for last.
          t.true(refusal.includes(problems(other).at(-1)), other.text);
        }
      },
    );
  }
});
