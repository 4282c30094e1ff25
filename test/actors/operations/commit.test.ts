import { readFile } from 'node:fs/promises';
import test from 'ava';
import { action } from '../../../models/actions.ts';
import { Project } from '../../../models/project.ts';
import { useActors } from '../../helpers/components.ts';
import { gitRepository } from '../../helpers/git.ts';

const actors = useActors(test);

const header = `msgid ""
msgstr ""
"PO-Revision-Date: 2020-01-01 10:00+0000\\n"
"Last-Translator: Somebody <somebody@example.org>\\n"
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"
`;

function poFile(strings: Record<string, string>): string {
  return (
    header +
    Object.entries(strings)
      .map(([id, text]) => `\nmsgid "${id}"\nmsgstr "${text}"\n`)
      .join('')
  );
}

test('one edited string of 3,000 is one commit of one file that changes at most two lines', async (t) => {
  const many = Array.from({ length: 3000 }, (_, n) => [`Text ${n}`, n % 3 === 0 ? '' : `Česky ${n}`]);
  const repository = await gitRepository(t, {
    'po/cs.po': poFile(Object.fromEntries(many)),
    'po/de.po': poFile({ 'Text 1': 'Eins' }),
  });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  const author = await actors().addUser('Jana Nováková');
  await actors().edit(component, 'cs', 'Text 1500', 'Přeloženo', { author });
  const [edit] = await actors().pending(component);

  const result = await actors().run(component, 'commit', {});

  t.deepEqual(result, { result: true });
  const [commit, ...others] = await repository.log();
  t.is(others.length, 1);
  t.deepEqual(Object.keys(commit?.files ?? {}), ['po/cs.po']);
  const [added, removed] = commit?.files['po/cs.po'] ?? [];
  t.true(added! >= 1 && added! <= 2, `${added} lines in`);
  t.true(removed! >= 1 && removed! <= 2, `${removed} lines out`);
  t.is(commit?.author, `Jana Nováková <${author.email}>`);
  t.is(commit?.committer, 'Localisation <l10n@example.org>');
  t.is(Date.parse(commit?.date ?? ''), Math.floor(edit!.created_at / 1000) * 1000);
  t.regex(commit?.message ?? '', /^Update the Czech translation\n/);
  t.regex(commit?.message ?? '', /\nProgress: 66\.7% \(2001 of 3000 strings\)\n/);
  t.regex((await repository.show('po/cs.po')) ?? '', /msgid "Text 1500"\nmsgstr "Přeloženo"\n/);
});

test('a commit takes its edits off the queue and tells the history', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '', b: '' }) });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'á', { author });

  await actors().run(component, 'commit', {});

  t.deepEqual(await actors().pending(component), []);
  t.false((await actors().unit(component, 'cs', 'a')).pending);
  const [change, ...more] = await actors().changes(component, action.COMMIT);
  t.deepEqual(more, []);
  t.like(change, { author_id: author.id, translation_id: (await actors().translation(component, 'cs')).id });
  const [commit] = await repository.log();
  t.is(change?.details.revision, commit?.sha);
  t.is((await actors().changes(component, action.PUSH)).length, 1);
  t.deepEqual(await actors().drift(), []);
});

test('what was committed is not read again', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '', b: '' }) });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'á', { author });
  await actors().run(component, 'commit', {});
  const before = await actors().changes(component, action.UPDATE);

  await actors().run(component, 'pull', {});

  t.deepEqual(await actors().changes(component, action.UPDATE), before);
});

test('authors get a commit each, and more where they took turns', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '', b: '', c: '' }) });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  const [ana, eva] = [await actors().addUser('Ana'), await actors().addUser('Eva')];
  await actors().edit(component, 'cs', 'a', 'a by Ana', { author: ana });
  await actors().edit(component, 'cs', 'a', 'a by Eva', { author: eva });
  await actors().edit(component, 'cs', 'b', 'b by Ana', { author: ana });
  await actors().edit(component, 'cs', 'c', 'c by Eva', { author: eva });

  await actors().run(component, 'commit', {});

  const commits = (await repository.log()).slice(0, -1).reverse();
  t.deepEqual(
    commits.map(({ author }) => author.split(' ')[0]),
    ['Ana', 'Eva', 'Ana'],
  );
  t.regex((await repository.git('show', `${commits[0]?.sha}:po/cs.po`)) ?? '', /msgstr "a by Ana"/);
  t.regex((await repository.show('po/cs.po')) ?? '', /"a by Eva".*"b by Ana".*"c by Eva"/s);
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'a by Eva', b: 'b by Ana', c: 'c by Eva' });
});

test('nothing waiting is nothing to commit, and a success', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '' }) });
  const component = await actors().createComponent(repository.url, { push: repository.url });

  const result = await actors().run(component, 'commit', {});

  t.deepEqual(result, { result: true });
  t.is((await repository.log()).length, 1);
});

test('a translation without waiting edits says so', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '' }), 'po/de.po': poFile({ a: '' }) });
  const component = await actors().createComponent(repository.url);
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'á', { author });
  const { id: de } = await actors().translation(component, 'de');
  const { id: cs } = await actors().translation(component, 'cs');

  t.like(await actors().run(component, 'commit', { translation_id: de }), { result: false });
  t.is((await actors().pending(component)).length, 1);
  t.like(await actors().run(component, 'commit', { translation_id: cs }), { result: true });
  t.is((await actors().pending(component)).length, 0);
});

test('an edit that restores what the file says is off the queue without a commit', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: 'á' }) });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'x', { author });
  await actors().edit(component, 'cs', 'a', 'á', { author });

  await actors().run(component, 'commit', {});

  t.is((await repository.log()).length, 1);
  t.deepEqual(await actors().pending(component), []);
  t.is((await actors().changes(component, action.COMMIT)).length, 0);
});

test('a policy keeps strings back that are not approved', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '', b: '' }) });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  await Project.query(actors().db.writer).findById(component.project_id).patch({ commit_policy: 20 });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'unsure', { author, state: 10 });
  await actors().edit(component, 'cs', 'b', 'sure', { author });

  await actors().run(component, 'commit', {});

  const file = (await repository.show('po/cs.po')) ?? '';
  t.regex(file, /"sure"/);
  t.notRegex(file, /unsure/);
  t.is((await actors().pending(component)).length, 1);
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'unsure', b: 'sure' });
});

test('a string that is missing from its file is marked, and its edit waits until the file changes', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '', b: '' }) });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'á', { author });
  await actors().edit(component, 'cs', 'b', 'bé', { author });
  // As if the database were out of step with the file.
  const lost = await actors().unit(component, 'cs', 'a');
  await actors().db.writer('units').where('id', lost.id).update({ source: 'gone', context: 'gone' });

  await actors().run(component, 'commit', {});

  const unit = (await actors().units(component, 'cs')).find(({ id }) => id === lost.id);
  t.is(unit?.state, 10);
  const [edit, ...more] = await actors().pending(component);
  t.deepEqual(more, []);
  t.like(edit, { unit_id: lost.id, failure: 'missing' });
  t.is((await actors().changes(component, action.SAVE_FAILED)).length, 1);
  t.regex((await repository.show('po/cs.po')) ?? '', /"bé"/);
  t.deepEqual(await actors().drift(), []);
});

test('an edit that the file cannot hold does not keep the others back', async (t) => {
  const latin = Buffer.from(poFile({ a: '', b: '', c: '' }).replace('UTF-8', 'ISO-8859-1'), 'latin1');
  const repository = await gitRepository(t, { 'po/cs.po': latin });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'one', { author });
  await actors().edit(component, 'cs', 'b', '漢', { author });
  await actors().edit(component, 'cs', 'c', 'three', { author });

  await actors().run(component, 'commit', {});

  const [edit, ...more] = await actors().pending(component);
  t.deepEqual(more, []);
  t.regex(edit?.failure ?? '', /^error: .*漢/);
  t.like(await actors().unit(component, 'cs', 'b'), { state: 10, target: ['漢'] });
  const file = (await repository.show('po/cs.po')) ?? '';
  t.regex(file, /"one"/);
  t.regex(file, /"three"/);
});

test('an edit made here of a key that only the base file has is added to the translation', async (t) => {
  const repository = await gitRepository(t, {
    'en.json': '{\n  "a": "A",\n  "b": "B"\n}\n',
    'cs.json': '{\n  "a": "Á"\n}\n',
  });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    filemask: '*.json',
    template: 'en.json',
    file_format: 'json',
  });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'b', 'Bé', { author });

  await actors().run(component, 'commit', {});

  t.is(await repository.show('cs.json'), '{\n  "a": "Á",\n  "b": "Bé"\n}\n');
  t.deepEqual(await actors().pending(component), []);
});

test('an edited source string goes into the base file, and its translations are not read again', async (t) => {
  const repository = await gitRepository(t, {
    'en.json': '{\n  "a": "A"\n}\n',
    'cs.json': '{\n  "a": "Á"\n}\n',
  });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    filemask: '*.json',
    template: 'en.json',
    file_format: 'json',
  });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'en', 'a', 'Aa', { author });
  await actors().run(component, 'commit', {});
  const reads = await actors().changes(component, action.UPDATE);

  await actors().run(component, 'pull', {});

  t.is(await repository.show('en.json'), '{\n  "a": "Aa"\n}\n');
  t.deepEqual(await actors().changes(component, action.UPDATE), reads);
  t.like(await actors().unit(component, 'cs', 'a'), { source: ['Aa'], previous_source: ['A'], state: 11 });
  t.deepEqual(await actors().drift(), []);
});

test('components in one repository commit together', async (t) => {
  const repository = await gitRepository(t, {
    'po/cs.po': poFile({ a: '' }),
    'doc/cs.po': poFile({ b: '' }),
  });
  const owner = await actors().createComponent(repository.url, { push: repository.url });
  const child = await actors().createComponent('', {
    project_id: owner.project_id,
    slug: 'doc',
    name: 'Doc',
    path: `${owner.path}-doc`,
    linked_component_id: owner.id,
    filemask: 'doc/*.po',
  });
  const author = await actors().addUser('Ana');
  await actors().edit(owner, 'cs', 'a', 'á', { author });
  await actors().edit(child, 'cs', 'b', 'bé', { author });

  await actors().run(child, 'commit', {});

  t.regex((await repository.show('po/cs.po')) ?? '', /"á"/);
  t.regex((await repository.show('doc/cs.po')) ?? '', /"bé"/);
});

test('without a push address commits stay here', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '' }) });
  const component = await actors().createComponent(repository.url);
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'á', { author });

  await actors().run(component, 'commit', {});

  t.is((await repository.log()).length, 1);
  t.regex(await readFile(actors().inCopy(component, 'po/cs.po'), 'utf8'), /"á"/);
});

test('a message of the component is used, and one that does not work gives way', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': poFile({ a: '' }) });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    commit_message: 'l10n({{ language_code }}): {{ filename }} by {{ author }}',
    own_settings: ['commit_message'],
  });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'a', 'á', { author });
  await actors().run(component, 'commit', {});
  await actors()
    .db.writer('components')
    .where('id', component.id)
    .update({ commit_message: '{{ nonsense }}' });
  await actors().edit(component, 'cs', 'a', 'áá', { author });

  await actors().run(component, 'commit', {});

  const [second, first] = await repository.log();
  t.regex(first?.message ?? '', new RegExp(`^l10n\\(cs\\): po/cs.po by Ana <${author.email}>\n`));
  t.regex(second?.message ?? '', /^Update the Czech translation\n/);
});
