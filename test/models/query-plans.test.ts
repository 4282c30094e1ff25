import test from 'ava';
import type { Knex } from 'knex';
import { suggestedUnits } from '../../models/obsolete-suggestions.ts';
import { countsIn } from '../../models/recent-changes.ts';
import { createDatabase, type TestDatabase } from '../helpers/database.ts';

/*
 * What lists and queues ask must be answered from one index, without sorting. Indexes are the same on both engines; only
 * SQLite's planner says the same for tables of any size.
 */

let database: TestDatabase;
test.before(async () => {
  database = await createDatabase('sqlite');
});
test.after.always(() => database.remove());

const plans: Record<string, (knex: Knex) => Knex.QueryBuilder> = {
  'a page of the units of a translation, by id': (knex) =>
    knex('units').where('translation_id', 1).orderBy('id').limit(100).offset(5000),
  'ids of a deep page of units come from the index alone': (knex) =>
    knex('units').select('id').where('translation_id', 1).orderBy('id').limit(100).offset(5000),
  'the strings of a file, in its order': (knex) =>
    knex('units').where('translation_id', 1).orderBy('position').orderBy('id'),
  'the next strings of a file, in its order': (knex) =>
    knex('units')
      .where('translation_id', 1)
      .where('position', '>=', 500)
      .whereRaw('(position > 500 OR id > 7)')
      .orderBy('position')
      .orderBy('id')
      .limit(500),
  'one string of a file': (knex) => knex('units').where({ translation_id: 1, id_hash: 'a' }),
  'the translations of a string': (knex) => knex('units').where('source_unit_id', 1),
  'strings with equal contents': (knex) =>
    knex('units').where({ project_id: 1, language_id: 1, content_hash: 'a' }),
  'all changes, newest first': (knex) => newest(knex('changes')),
  'changes of a project, newest first': (knex) => newest(knex('changes').where('project_id', 1)),
  'changes of a component, newest first': (knex) => newest(knex('changes').where('component_id', 1)),
  'changes of a translation, newest first': (knex) => newest(knex('changes').where('translation_id', 1)),
  'changes of a language, newest first': (knex) => newest(knex('changes').where('language_id', 1)),
  'changes of a user, newest first': (knex) => newest(knex('changes').where('user_id', 1)),
  'changes of a component since a time': (knex) =>
    newest(knex('changes').where('component_id', 1).where('timestamp', '>', 5)),
  'changes of a string': (knex) => knex('changes').where('unit_id', 1),
  'the oldest waiting edit of a component': (knex) =>
    knex('pending_changes').where('component_id', 1).orderBy('created_at').first(),
  'waiting edits of a translation': (knex) =>
    knex('pending_changes').where('translation_id', 1).orderBy('id'),
  'waiting edits of a string': (knex) => knex('pending_changes').where('unit_id', 1).orderBy('id'),
  'the next job of an actor': (knex) =>
    knex('jobs').where({ key: 'component:1', state: 'queued' }).orderBy('id').first(),
  'actors with something to do': (knex) =>
    knex('jobs').distinct('key').whereIn('state', ['queued', 'running']).where('run_after', '<=', 5),
  'jobs of a component': (knex) => knex('jobs').where({ component_id: 1, state: 'running' }),
  'jobs that ended long ago': (knex) => knex('jobs').select('id').where('finished_at', '<', 5).limit(500),
  'strings with suggestions, step by step': (knex) => suggestedUnits(knex, 7),
  'votes about suggestions': (knex) =>
    knex('suggestion_votes').whereIn('suggestion_id', [1, 2]).groupBy('suggestion_id').sum('value'),
  'suggestions of a string, oldest first': (knex) => knex('suggestions').where('unit_id', 1).orderBy('id'),
  'a task by its public id': (knex) => knex('jobs').where('uuid', 'a'),
  'translations of a component': (knex) =>
    knex('translations').where('component_id', 1).orderBy('language_id'),
  'components of a project': (knex) => knex('components').where('project_id', 1),
  'components that share a repository': (knex) => knex('components').where('linked_component_id', 1),
  'a component by its path': (knex) => knex('components').where('path', 'hello/web'),
  'languages of a project': (knex) => knex('statistics').where({ scope: 'project_language', scope_id: 1 }),
  'the statistics of an object': (knex) =>
    knex('statistics').where({ scope: 'category', scope_id: 1, language_id: 0 }),
  'recent changes of a language': (knex) =>
    knex('changes').where('language_id', 1).where('timestamp', '>', 5).whereIn('action', [2, 5]).count(),
  'recent changes of a project': (knex) =>
    knex('changes').where('project_id', 1).where('timestamp', '>', 5).whereIn('action', [2, 5]).count(),
  'recent changes of translations': (knex) => countsIn(knex, [{ translationId: 1, since: 5 }]),
  'components shared with a project': (knex) => knex('component_links').where('project_id', 1),
  'components shared into a category': (knex) => knex('component_links').where('category_id', 1),
  'components of a list': (knex) => knex('component_list_members').where('component_list_id', 1),
  'lists of a component': (knex) => knex('component_list_members').where('component_id', 1),
  'a component list by its slug': (knex) => knex('component_lists').where('slug', 'apps'),
  'rules of component lists': (knex) => knex('component_list_rules').whereIn('component_list_id', [1]),
  'restricted components': (knex) => knex('components').select('id').where('restricted', 1),
  'categories of a project': (knex) => knex('categories').where('project_id', 1).orderBy('id'),
  'what is below a path': (knex) =>
    knex('components').where('path', '>=', 'a/').where('path', '<', 'a0').select('id', 'path'),
  'screenshots of a translation': (knex) => knex('screenshots').where('translation_id', 1).orderBy('id'),
  'strings of screenshots': (knex) =>
    knex('screenshot_units').whereIn('screenshot_id', [1, 2]).orderBy(['screenshot_id', 'unit_id']),
  'images that screenshots have': (knex) => knex('screenshots').whereIn('image', ['a', 'b']).select('image'),
  'whose token it is': (knex) => knex('api_tokens').where('digest', 'a'),
};

for (const [name, query] of Object.entries(plans)) {
  test(`one index answers: ${name}`, async (t) => {
    const knex = database.db.reader;

    const plan = await explain(knex, query(knex));

    t.deepEqual(
      plan.filter(
        (step) => !/^(?:SEARCH|SCAN) \w+ USING (?:COVERING )?INDEX|^USE TEMP B-TREE FOR DISTINCT/.test(step),
      ),
      [],
    );
    t.false(plan.some((step) => /^SCAN/.test(step) && !step.includes('changes_newest')));
  });
}

function newest(changes: Knex.QueryBuilder): Knex.QueryBuilder {
  return changes.orderBy('timestamp', 'desc').orderBy('id', 'desc').limit(50);
}

async function explain(knex: Knex, query: Knex.QueryBuilder): Promise<string[]> {
  const { sql, bindings } = query.toSQL().toNative();
  const rows: { detail: string }[] = await knex.raw(`EXPLAIN QUERY PLAN ${sql}`, [...bindings]);
  return rows.map(({ detail }) => detail);
}
