import { Comment } from '../models/comment.ts';
import { commentBody, writeComment } from './comment-write.ts';
import { authorise, findUnit } from './find.ts';
import { created } from './http/answer.ts';
import { endpoint } from './http/endpoint.ts';
import { list, listAnswer, listFormats, viewerOf } from './listing.ts';
import { commentShape, presentComments } from './present/comment.ts';

/** `…/comments/` of a unit: what people say about it. */
export const commentEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/units/:id/comments/',
    summary: 'List the comments on a string',
    formats: listFormats,
    find: (call) => findUnit(call, call.params.id),
    answers: listAnswer('Comments, the oldest first', commentShape),
    async handle(request) {
      const { reader } = request.services.db;
      return list(request, {
        query: Comment.query(reader).where('comments.unit_id', request.found.id),
        table: 'comments',
        load: (ids) => Comment.query(reader).findByIds(ids).execute(),
        present: (comments) => presentComments(viewerOf(request), comments),
      });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/units/:id/comments/',
    summary: 'Comment on a string',
    find: async (call) => {
      const unit = await findUnit(call, call.params.id);
      authorise(call.caller, 'comment.add', unit.translation.component.project);
      return unit;
    },
    body: commentBody,
    answers: { 201: { description: 'The new comment', schema: commentShape } },
    async handle(request) {
      const comment = await writeComment(request, request.found, request.body);
      const [presented] = await presentComments(viewerOf(request), [comment]);
      // Comments have no address of their own: the list it is in.
      return created(presented!, request.urls.api('units', comment.unit_id, 'comments'));
    },
  }),
];
