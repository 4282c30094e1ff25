import test from 'ava';
import { createRepository, headOf } from '../../actors/git-commit.ts';
import { fetchBranch, push } from '../../actors/git-remote.ts';
import { readStatus, saveStatus } from '../../actors/repository-status.ts';
import { RepositoryState } from '../../models/repository-state.ts';
import { bot, cloneOf, noon } from '../helpers/clone.ts';
import { forEachEngine } from '../helpers/database.ts';
import { temporaryFolder } from '../helpers/folder.ts';
import { addComponent, addProject } from '../helpers/rows.ts';

const tracked = { branch: 'main', pushBranch: '', isLocal: false };

test('the status tells both heads and what either side lacks', async (t) => {
  const { upstream, remote, folder, change } = await cloneOf(t, { 'a.txt': 'one\n' });
  const ours = await change({ 'a.txt': 'ours\n' });
  await change({ 'a.txt': 'ours again\n' });
  const theirs = await upstream.commit({ 'b.txt': 'theirs\n' });
  await fetchBranch(folder, remote, 'main');

  const facts = await readStatus(folder, tracked);

  t.is(facts.remote_sha, theirs);
  t.is(facts.remote_info?.author_name, 'Upstream Author');
  t.is(facts.local_sha, await headOf(folder));
  t.is(facts.local_info?.author_name, 'Ana Nova');
  t.not(facts.local_sha, ours);
  t.is(facts.outgoing, 2);
  t.is(facts.missing, 1);
  t.regex(facts.status, /have diverged/);
});

test('what was pushed to another branch does not have to be pushed again', async (t) => {
  const { remote, folder, change } = await cloneOf(t, { 'a.txt': 'one\n' });
  await change({ 'a.txt': 'ours\n' });
  const subject = { ...tracked, pushBranch: 'translations' };
  const before = await readStatus(folder, subject);

  await push(folder, remote, { branch: 'translations', name: 'push' });

  t.is(before.outgoing, 1);
  t.is((await readStatus(folder, subject)).outgoing, 0);
  t.is((await readStatus(folder, tracked)).outgoing, 1);
});

test('a repository without a remote has no commits to show', async (t) => {
  const folder = await temporaryFolder(t);
  await createRepository(folder, 'main', bot, noon);

  const facts = await readStatus(folder, { ...tracked, isLocal: true });

  t.like(facts, { remote_sha: null, remote_info: null, local_info: null, outgoing: 0, missing: 0 });
  t.is(facts.local_sha, await headOf(folder));
  t.regex(facts.status, /^On branch main/);
});

forEachEngine(test, (name, database) => {
  test(name('what is known is written, and what is not named stays'), async (t) => {
    const { db } = database();
    const { folder } = await cloneOf(t, { 'a.txt': 'one\n' });
    const { id } = await addComponent(db, await addProject(db, 'status'), 'web');
    const facts = await readStatus(folder, tracked);
    await db.transaction((trx) => saveStatus(trx, id, { ...facts, fetched_at: 5 }));

    await db.transaction((trx) => saveStatus(trx, id, { merge_failure: 'conflict', outgoing: 3 }));

    const row = await RepositoryState.query(db.reader).findById(id).throwIfNotFound();
    t.like(row, { ...facts, outgoing: 3, merge_failure: 'conflict', fetched_at: 5 });
  });
});
