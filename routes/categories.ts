import { visibleProjects } from '../models/access.ts';
import { Category } from '../models/category.ts';
import { Project } from '../models/project.ts';
import { type CategoryInput, categoryBody } from './category-input.ts';
import { createCategory, deleteCategory, updateCategory } from './category-write.ts';
import { authorise, type FoundCategory, findCategory, findProject } from './find.ts';
import { created, noContent } from './http/answer.ts';
import { type Call, endpoint, type Request } from './http/endpoint.ts';
import { list, listAnswer, listFormats } from './listing.ts';
import { categoryShape, presentCategories, presentCategory } from './present/category.ts';
import { objectStatisticsShape } from './present/statistics.ts';
import { categoryStatistics } from './statistics.ts';

const categoryAnswer = { 200: { description: 'The category', schema: categoryShape } };
const listed = listAnswer('Categories, by id', categoryShape);

/** The category that the path names. */
const find = (call: Call<{ id: number }>) => findCategory(call, call.params.id);

/**
 * `/api/categories/…`: folders of components inside projects. What is written is checked before the right to write it,
 * because the right is one on the project that the input names.
 */
export const categoryEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/categories/',
    summary: 'List categories',
    formats: listFormats,
    answers: listed,
    handle(request) {
      const projects = visibleProjects(Project.query().select('projects.id'), request.caller);
      return listCategories(request, (query) => query.whereIn('categories.project_id', projects));
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/projects/:project/categories/',
    summary: 'List the categories of a project',
    formats: listFormats,
    find: (call) => findProject(call, call.params.project),
    answers: listed,
    handle: (request) =>
      listCategories(request, (query) => query.where('categories.project_id', request.found.id)),
  }),
  endpoint({
    method: 'POST',
    path: '/api/categories/',
    summary: 'Create a category',
    body: categoryBody,
    answers: { 201: { description: 'The new category', schema: categoryShape } },
    async handle(request) {
      const { services, urls, body } = request;
      const category = await createCategory(request, body);
      return created(await presentCategory(services.db.reader, category, urls), urls.category(category.id));
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/categories/:id/',
    summary: 'Read a category',
    find,
    answers: categoryAnswer,
    handle: ({ found, services, urls }) => presentCategory(services.db.reader, found, urls),
  }),
  endpoint({
    method: 'PUT',
    path: '/api/categories/:id/',
    summary: 'Set up a category anew',
    find,
    body: categoryBody,
    answers: categoryAnswer,
    handle: update,
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/categories/:id/',
    summary: 'Change a category',
    find,
    body: categoryBody.partial(),
    answers: categoryAnswer,
    handle: update,
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/categories/:id/',
    summary: 'Remove a category with all that is in it',
    find: async (call) => {
      const category = await find(call);
      authorise(call.caller, 'project.edit', category.project);
      return category;
    },
    answers: { 204: { description: 'Being removed' } },
    async handle(request) {
      await deleteCategory(request, request.found);
      return noContent();
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/categories/:id/statistics/',
    summary: 'Read the statistics of a category',
    formats: ['json', 'api', 'json-flat'],
    find,
    answers: { 200: { description: 'Its statistics', schema: objectStatisticsShape } },
    handle: ({ found, services, urls }) => categoryStatistics(services.db.reader, found, urls),
  }),
];

async function update(request: Request<unknown, FoundCategory, unknown, Partial<CategoryInput>>) {
  const { found, caller, services, urls, body } = request;
  authorise(caller, 'project.edit', found.project);
  const category = await updateCategory(request, found, body);
  return presentCategory(services.db.reader, category, urls);
}

type CategoryQuery = ReturnType<typeof Category.query>;

function listCategories(call: Call, narrow: (query: CategoryQuery) => CategoryQuery) {
  const { reader } = call.services.db;
  return list(call, {
    query: narrow(Category.query(reader)),
    table: 'categories',
    load: (ids) => Category.query(reader).findByIds(ids).execute(),
    present: (categories) => presentCategories(reader, categories, call.urls),
  });
}
