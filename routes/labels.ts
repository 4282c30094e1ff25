import { z } from 'zod';
import { Label } from '../models/label.ts';
import { Project } from '../models/project.ts';
import { colorChoices } from './choices.ts';
import { authorise, findProject } from './find.ts';
import { created, noContent } from './http/answer.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { invalid, notFound } from './http/errors.ts';
import { optionalText, text } from './http/fields.ts';
import { list, listAnswer, listFormats } from './listing.ts';
import { labelShape, presentLabel } from './present/label.ts';

/** `…/labels/` of a project: the marks that its strings can have. */
export const labelEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/projects/:project/labels/',
    summary: 'List the labels of a project',
    formats: listFormats,
    find: (call) => findProject(call, call.params.project),
    answers: listAnswer('Labels, by id', labelShape),
    async handle(request) {
      const { reader } = request.services.db;
      return list(request, {
        query: Label.query(reader).where('labels.project_id', request.found.id),
        table: 'labels',
        load: (ids) => Label.query(reader).findByIds(ids).execute(),
        present: (labels) => labels.map(presentLabel),
      });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/projects/:project/labels/',
    summary: 'Add a label to a project',
    find: findEditable,
    body: z.object({
      name: text(190),
      description: optionalText(250).optional(),
      color: z.enum(colorChoices),
    }),
    answers: { 201: { description: 'The new label', schema: labelShape } },
    async handle({ found: project, services: { db }, body, urls }) {
      const label = await db.transaction(async (trx) => {
        // Of two labels with one name, the second waits here and finds the first.
        await Project.query(trx).findById(project.id).forUpdate().throwIfNotFound();
        if (await Label.query(trx).findOne({ project_id: project.id, name: body.name })) {
          throw invalid('name', 'The project has a label with this name already.');
        }
        return Label.query(trx).insertAndFetch({ project_id: project.id, ...body });
      });
      return created(presentLabel(label), urls.api('projects', project.slug, 'labels', label.id));
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/projects/:project/labels/:label_id/',
    summary: 'Remove a label from a project and its strings',
    find: async (call) => {
      const { id: project_id } = await findEditable(call);
      const { label_id: id } = call.params;
      const label = await Label.query(call.services.db.reader).findOne({ id, project_id });
      if (!label) {
        throw notFound();
      }
      return label;
    },
    answers: { 204: { description: 'Removed' } },
    async handle({ found, services: { db } }) {
      await db.transaction((trx) => Label.query(trx).deleteById(found.id).execute());
      return noContent();
    },
  }),
];

/** The project that the path names, for those who may change it. */
async function findEditable(call: Call<{ project: string }>): Promise<Project> {
  const project = await findProject(call, call.params.project);
  authorise(call.caller, 'project.edit', project);
  return project;
}
