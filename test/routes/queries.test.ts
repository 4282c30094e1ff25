import test from 'ava';
import { Category } from '../../models/category.ts';
import { insertChanges } from '../../models/change.ts';
import { Comment } from '../../models/comment.ts';
import { linkScreenshot, Screenshot } from '../../models/screenshot.ts';
import { User } from '../../models/user.ts';
import {
  addComponent,
  addComponentList,
  addLanguage,
  addProject,
  addTranslation,
  unitsOf,
} from '../helpers/rows.ts';
import { startServer } from '../helpers/server.ts';

const server = await startServer();
test.after.always(() => server.close());

const { db } = server;
const size = 6;
for (let project = 0; project < size; project += 1) {
  const owner = await addProject(db, `p${project}`);
  for (let index = 0; index < size; index += 1) {
    const category = await Category.query(db.writer).insertAndFetch({
      project_id: owner.id,
      name: `c${index}`,
      slug: `c${index}`,
      path: `p${project}/c${index}`,
    });
    const language = await addLanguage(db, `l${index}`);
    const component = await addComponent(db, owner, 'web', {
      category_id: category.id,
      path: `${category.path}/web`,
      source_language_id: language.id,
    });
    if (project === 0 && index === 0) {
      await fill(component);
    }
    if (index === 0) {
      await addComponentList(db, `list${project}`, [component]);
    }
  }
}

async function fill(component: Awaited<ReturnType<typeof addComponent>>) {
  const { id: userId } = await db.reader('users').first('id');
  for (let index = 0; index < size; index += 1) {
    const strings = [{ source: [`String ${index}`], target: ['x'] }];
    const translation = await addTranslation(db, component, `t${index}`, strings, { last_author_id: userId });
    const [unit] = await unitsOf(db, translation);
    const shot = { translation_id: translation.id, name: 'Login', image: 'a.png', timestamp: index };
    const { id } = await Screenshot.query(db.writer).insert(shot);
    await db.transaction((trx) => linkScreenshot(trx, id, unit!.id));
    await db.transaction((trx) =>
      insertChanges(trx, [
        {
          action: 2,
          project_id: component.project_id,
          component_id: component.id,
          translation_id: translation.id,
          language_id: translation.language_id,
          unit_id: unit!.id,
          user_id: userId,
          author_id: userId,
        },
      ]),
    );
  }
}

/** Comments on one string, each of somebody else; gives where they are listed. */
async function commentOnOne(): Promise<string> {
  const { id: unit_id } = await db.reader('units').first('id');
  for (let index = 0; index < size; index += 1) {
    await server.createUser(`reader${index}`);
    const user = await User.named(db.reader, `reader${index}`);
    const row = { unit_id, user_id: user!.id, comment: 'Why?', timestamp: index, resolved: true };
    await Comment.query(db.writer).insert(row);
  }
  return `/api/units/${unit_id}/comments/`;
}

async function countQueries(path: string): Promise<number> {
  let queries = 0;
  const count = () => {
    queries += 1;
  };
  db.reader.on('query', count);
  const { status, json } = await server.get(path, { token: server.admin });
  db.reader.off('query', count);
  if (status !== 200 || json.results.length === 0) {
    throw new Error(`${path} shows nothing: ${status}`);
  }
  return queries;
}

for (const path of [
  '/api/projects/',
  '/api/projects/p0/components/',
  '/api/projects/p0/languages/',
  '/api/components/',
  '/api/components/p0/c0%252Fweb/translations/',
  '/api/components/p0/c0%252Fweb/statistics/',
  '/api/translations/',
  '/api/units/',
  await commentOnOne(),
  '/api/changes/',
  '/api/languages/',
  '/api/users/',
  '/api/categories/',
  '/api/projects/p0/categories/',
  '/api/component-lists/',
  '/api/screenshots/',
  '/api/components/p0/c0%252Fweb/screenshots/',
]) {
  // One after the other: queries are counted on the connection that all share.
  test.serial(`${path} takes as many queries for one item as for many`, async (t) => {
    // The first request of a process asks for the columns of some tables.
    await countQueries(path);

    const one = await countQueries(`${path}?page_size=1`);
    const many = await countQueries(`${path}?page_size=${size}`);

    // The actors look for due jobs on the same connection now and then.
    t.true(Math.abs(many - one) <= 1, `${one} and ${many} queries`);
    t.true(many <= 20, `${many} queries`);
  });
}
