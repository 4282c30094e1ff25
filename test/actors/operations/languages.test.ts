import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { JobFailed } from '../../../actors/job.ts';
import { action } from '../../../models/actions.ts';
import type { Component } from '../../../models/component.ts';
import { Language } from '../../../models/language.ts';
import { useActors } from '../../helpers/components.ts';
import { temporaryFolder } from '../../helpers/folder.ts';
import { gitRepository } from '../../helpers/git.ts';

const actors = useActors(test);

const header = 'msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n';
const pot =
  'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr ""\n\nmsgid "b"\nmsgstr ""\n';

test('a new language gets a file from the base, in a commit of the one who asked', async (t) => {
  const repository = await gitRepository(t, { 'po/x.pot': pot });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    new_base: 'po/x.pot',
  });
  const user = await actors().addUser('Ana');

  const result = await actors().run(component, 'add-translation', {
    language_id: await idOf('cs'),
    user_id: user.id,
  });

  const translation = await actors().translation(component, 'cs');
  t.is(result.translation, translation.id);
  t.deepEqual(await actors().texts(component, 'cs'), { a: '', b: '' });
  const file = (await repository.show('po/cs.po')) ?? '';
  t.regex(file, /"Language: cs\\n"/);
  t.regex(file, /nplurals=3/);
  const [commit] = await repository.log();
  t.is(commit?.author, `Ana <${user.email}>`);
  t.regex(commit?.message ?? '', /^Add the Czech translation\n/);
  t.is((await actors().changes(component, action.ADDED_LANGUAGE)).length, 1);
  t.is((await actors().changes(component, action.COMMIT)).length, 1);
  t.deepEqual(await actors().alerts(component), []);
  t.deepEqual(await actors().drift(), []);
});

test('edits that wait are committed before a language is added', async (t) => {
  const repository = await gitRepository(t, {
    'po/x.pot': pot,
    'po/de.po': `${header}\nmsgid "a"\nmsgstr ""\n`,
  });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    new_base: 'po/x.pot',
  });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'de', 'a', 'ah', { author });

  await actors().run(component, 'add-translation', { language_id: await idOf('cs') });

  t.deepEqual(await actors().pending(component), []);
  t.deepEqual(
    (await repository.log()).map(({ message }) => message.split('\n')[0]),
    ['Add the Czech translation', 'Update the German translation', 'Start'],
  );
});

test('a monolingual language starts empty and fills up with its translations', async (t) => {
  const repository = await gitRepository(t, { 'en.json': '{\n  "a": "A",\n  "b": "B"\n}\n' });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    filemask: '*.json',
    template: 'en.json',
    file_format: 'json',
  });
  const author = await actors().addUser('Ana');

  await actors().run(component, 'add-translation', { language_id: await idOf('cs') });
  await actors().edit(component, 'cs', 'b', 'Bé', { author });
  await actors().run(component, 'commit', {});

  t.deepEqual(JSON.parse((await repository.show('cs.json')) ?? ''), { b: 'Bé' });
  t.deepEqual(await actors().texts(component, 'cs'), { a: '', b: 'Bé' });
});

test('the name of a new file follows the code style of the component', async (t) => {
  const repository = await gitRepository(t, { 'en.json': '{"a": "A"}', 'de_DE.json': '{}' });
  const component = await actors().createComponent(repository.url, {
    filemask: '*.json',
    template: 'en.json',
    file_format: 'json',
    language_code_style: 'posix_long',
    own_settings: ['language_code_style'],
  });

  await actors().run(component, 'add-translation', { language_id: await idOf('cs') });

  t.like(await actors().translation(component, 'cs'), { filename: 'cs_CZ.json', language_code: 'cs_CZ' });
});

test('a language that the filter refuses is refused by name', async (t) => {
  const repository = await gitRepository(t, { 'po/x.pot': pot, 'po/de.po': header });
  const component = await actors().createComponent(repository.url, {
    new_base: 'po/x.pot',
    language_regex: '^de$',
  });

  const adding = actors().run(component, 'add-translation', { language_id: await idOf('cs') });

  const error = await t.throwsAsync(adding, { instanceOf: JobFailed });
  t.is(error?.attr, 'language_code');
  t.deepEqual(await actors().languagesOf(component), ['de', 'en']);
});

test('a removed language leaves the repository in a commit of its own', async (t) => {
  const repository = await gitRepository(t, {
    'po/cs.po': `${header}\nmsgid "a"\nmsgstr "á"\n\nmsgid "only"\nmsgstr ""\n`,
    'po/de.po': `${header}\nmsgid "a"\nmsgstr ""\n`,
  });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  const { id } = await actors().translation(component, 'cs');

  const result = await actors().run(component, 'remove-translation', { translation_id: id });

  t.deepEqual(result, { result: true });
  t.deepEqual(await actors().languagesOf(component), ['de', 'en']);
  t.deepEqual(Object.keys(await actors().texts(component, 'en')), ['a']);
  t.deepEqual(await repository.list(), ['po/de.po']);
  const [commit] = await repository.log();
  t.regex(commit?.message ?? '', /^Remove the Czech translation\n/);
  const [change] = await actors().changes(component, action.REMOVE_TRANSLATION);
  t.is(change?.target, 'po/cs.po');
  t.deepEqual(await actors().drift(), []);
  const again = await actors().run(component, 'remove-translation', { translation_id: id });
  t.deepEqual(again, { result: true });
});

test('an uploaded file takes the place of the old one, and its strings are read', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': `${header}\nmsgid "a"\nmsgstr "á"\n` });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  const user = await actors().addUser('Ana');
  const { id } = await actors().translation(component, 'cs');
  const content = `${header}\nmsgid "a"\nmsgstr "new"\n\nmsgid "b"\nmsgstr "bé"\n`;
  const file = await upload(t, content);

  const result = await actors().run(component, 'replace-file', {
    translation_id: id,
    file,
    user_id: user.id,
  });

  t.deepEqual(result, { total: 2, accepted: 2 });
  t.is(await repository.show('po/cs.po'), content);
  const [commit] = await repository.log();
  t.is(commit?.author, `Ana <${user.email}>`);
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'new', b: 'bé' });
  t.is((await actors().changes(component, action.REPLACE_UPLOAD)).length, 1);
  t.is((await actors().changes(component, action.STRING_UPLOAD_UPDATE)).length, 1);
  t.is((await actors().changes(component, action.NEW_UNIT_UPLOAD)).length, 1);
  await t.throwsAsync(access(file));
  t.deepEqual(await actors().drift(), []);
});

test('an uploaded file that cannot be read is refused and changes nothing', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': `${header}\nmsgid "a"\nmsgstr "á"\n` });
  const component = await actors().createComponent(repository.url, { push: repository.url });
  const { id } = await actors().translation(component, 'cs');
  const file = await upload(t, 'msgid "a\n');

  const replacing = actors().run(component, 'replace-file', { translation_id: id, file });

  const error = await t.throwsAsync(replacing, { instanceOf: JobFailed, message: /^line 1: / });
  t.is(error?.attr, 'file');
  t.is((await repository.log()).length, 1);
  t.deepEqual(await actors().texts(component, 'cs'), { a: 'á' });
});

async function idOf(code: string): Promise<Component['id']> {
  const language = await Language.query(actors().db.reader).findOne({ code }).throwIfNotFound();
  return language.id;
}

async function upload(t: Parameters<typeof temporaryFolder>[0], content: string): Promise<string> {
  const path = join(await temporaryFolder(t), 'upload');
  await writeFile(path, content);
  return path;
}
