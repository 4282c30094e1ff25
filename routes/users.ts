import { z } from 'zod';
import { may } from '../models/access.ts';
import { User } from '../models/user.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { notFound } from './http/errors.ts';
import { list, listAnswer, listFormats } from './listing.ts';
import {
  basicUserShape,
  presentBasicUser,
  presentUser,
  presentUserStatistics,
  userShape,
  userStatisticsShape,
} from './present/user.ts';

const filters = z.object({
  username: z.string().optional().meta({ description: 'Beginning of the username' }),
  id: z.int().optional(),
  is_active: z.boolean().optional(),
  email: z.string().optional().meta({ description: 'Whole address, for those who manage users' }),
});

/** `/api/users/…`: accounts. */
export const userEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/users/',
    summary: 'List users: all for those who manage them, else the own record or a search by username',
    formats: listFormats,
    query: filters,
    answers: listAnswer('Users, by id', z.union([userShape, basicUserShape])),
    async handle(request) {
      const { query, urls } = request;
      const reader = request.services.db.reader;
      const isFull = managesUsers(request) || query.username === undefined;
      return list(request, {
        query: usersFor(request, query),
        table: 'users',
        load: (ids) => User.query(reader).findByIds(ids).execute(),
        present: (users): object[] =>
          users.map((user) => (isFull ? presentUser(user, urls) : presentBasicUser(user))),
      });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/users/:username/',
    summary: 'Read a user',
    find: (call) => findUser(call, call.params.username),
    answers: { 200: { description: 'The user', schema: z.union([userShape, basicUserShape]) } },
    async handle(request) {
      const { found, caller, urls } = request;
      const isFull = found.id === caller.user?.id || managesUsers(request);
      return isFull ? presentUser(found, urls) : presentBasicUser(found);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/users/:username/statistics/',
    summary: 'Read how much a user has done',
    formats: ['json', 'api', 'json-flat'],
    find: (call) => findUser(call, call.params.username),
    answers: { 200: { description: 'Counts', schema: userStatisticsShape } },
    handle: async ({ found }) => presentUserStatistics(found),
  }),
];

function managesUsers({ caller }: Call): boolean {
  return may(caller, 'user.view') || may(caller, 'user.edit');
}

/** Whoever is signed in finds every user, deleted ones included; others find nobody. */
async function findUser({ services, caller }: Call, username: string): Promise<User> {
  const user = caller.user ? await User.named(services.db.reader, username) : undefined;
  if (!user) {
    throw notFound();
  }
  return user;
}

function usersFor(call: Call, { username, id, is_active: isActive, email }: z.output<typeof filters>) {
  const users = User.query(call.services.db.reader);
  if (managesUsers(call)) {
    if (email !== undefined) {
      users.where('users.email', email.toLowerCase());
    }
  } else if (username === undefined) {
    users.where('users.id', call.caller.user?.id ?? 0);
  } else if (!call.caller.user || username.length < 2) {
    // One letter is no search for somebody, and strangers search for nobody.
    users.whereRaw('1 = 0');
  }
  if (username !== undefined) {
    // Not LIKE, which minds no case on SQLite.
    users.whereRaw('SUBSTR(users.username, 1, ?) = ?', [[...username].length, username]);
  }
  if (id !== undefined) {
    users.where('users.id', id);
  }
  if (isActive !== undefined) {
    users.where('users.is_active', isActive ? 1 : 0);
  }
  return users;
}
