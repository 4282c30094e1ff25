import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { JobFailed } from '../../../actors/job.ts';
import { action } from '../../../models/actions.ts';
import { Alert } from '../../../models/alert.ts';
import { RepositoryState } from '../../../models/repository-state.ts';
import { useActors } from '../../helpers/components.ts';
import { temporaryFolder } from '../../helpers/folder.ts';
import { gitRepository, type TestRepository } from '../../helpers/git.ts';

const actors = useActors(test);

const header = (code: string, plural: string) => `msgid ""
msgstr ""
"Language: ${code}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: ${plural}\\n"
`;
const czech = header('cs', 'nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;');
const german = header('de', 'nplurals=2; plural=(n != 1);');

test('a bilingual component gets its languages, and the source language the union of their strings', async (t) => {
  const { url } = await gitRepository(t, {
    'po/cs.po': `${czech}
#: a.c:1
msgid "Hello"
msgstr "Ahoj"

#, fuzzy
#| msgid "By"
msgid "Bye"
msgstr "Sbohem"

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d soubor"
msgstr[1] "%d soubory"
msgstr[2] "%d souborů"
`,
    'po/de.po': `${german}
msgid "Hello"
msgstr ""

msgid "Only here"
msgstr "Nur hier"
`,
    'README.md': 'Nothing to translate\n',
  });

  const component = await actors().createComponent(url);

  t.deepEqual(await actors().languagesOf(component), ['cs', 'de', 'en']);
  t.deepEqual(await actors().texts(component, 'cs'), {
    Hello: 'Ahoj',
    Bye: 'Sbohem',
    '%d file': '%d soubor|%d soubory|%d souborů',
  });
  const bye = await actors().unit(component, 'cs', 'Bye');
  t.like(bye, { state: 10, previous_source: ['By'], position: 2 });
  const source = await actors().units(component, 'en');
  t.deepEqual(source.map((unit) => unit.source[0]).sort(), ['%d file', 'Bye', 'Hello', 'Only here']);
  t.true(source.every((unit) => unit.state === 100 && unit.source_unit_id === unit.id));
  const hello = source.find((unit) => unit.source[0] === 'Hello');
  t.is(hello?.location, 'a.c:1');
  t.is((await actors().unit(component, 'de', 'Hello')).source_unit_id, hello?.id ?? 0);
  t.like(await actors().translation(component, 'cs'), {
    total: 3,
    translated: 2,
    fuzzy: 1,
    filename: 'po/cs.po',
  });
  t.like(await actors().translation(component, 'en'), { total: 4, readonly: 4, filename: '' });
  t.deepEqual(await actors().drift(), []);
  t.deepEqual(await actors().alerts(component), []);
});

test('a monolingual component takes its source from the base file', async (t) => {
  const { url } = await gitRepository(t, {
    'app/en.json': '{\n  "hello": "Hello",\n  "bye": "Good bye"\n}\n',
    'app/cs.json': '{\n  "hello": "Ahoj",\n  "old": "Staré"\n}\n',
  });

  const component = await actors().createComponent(url, {
    filemask: 'app/*.json',
    template: 'app/en.json',
    file_format: 'json',
  });

  t.deepEqual(await actors().texts(component, 'en'), { hello: 'Hello', bye: 'Good bye' });
  t.deepEqual(await actors().texts(component, 'cs'), { hello: 'Ahoj', bye: '' });
  t.like(await actors().unit(component, 'cs', 'bye'), { source: ['Good bye'], state: 0 });
  t.like(await actors().translation(component, 'en'), { is_source: true, is_template: true, total: 2 });
  const source = await actors().unit(component, 'en', 'hello');
  t.like(source, { state: 20, source_unit_id: source.id });
  t.is((await actors().unit(component, 'cs', 'hello')).source_unit_id, source.id);
  t.deepEqual(await actors().drift(), []);
});

test('source strings of a base file that is not edited here are read only', async (t) => {
  const { url } = await gitRepository(t, { 'en.json': '{"a": "A"}', 'cs.json': '{"a": "Á"}' });

  const component = await actors().createComponent(url, {
    filemask: '*.json',
    template: 'en.json',
    file_format: 'json',
    edit_template: false,
  });

  t.like(await actors().unit(component, 'en', 'a'), { state: 100, original_state: 20 });
  t.like(await actors().unit(component, 'cs', 'a'), { state: 20 });
});

test('flags of project and component make strings read only', async (t) => {
  const { url } = await gitRepository(t, { 'po/cs.po': `${czech}\nmsgid "a"\nmsgstr "b"\n` });

  const component = await actors().createComponent(url, { check_flags: 'read-only, priority:120' });

  t.like(await actors().unit(component, 'cs', 'a'), { state: 100, original_state: 20, priority: 120 });
});

test('a POT gives source strings their places and notes', async (t) => {
  const { url } = await gitRepository(t, {
    'po/hello.pot': `${header('', 'nplurals=INTEGER; plural=EXPRESSION;')}
#. Greeting
#: main.c:7
msgid "Hello"
msgstr ""

#: main.c:9
msgid "In no translation"
msgstr ""
`,
    'po/cs.po': `${czech}\nmsgid "Hello"\nmsgstr "Ahoj"\n`,
  });

  const component = await actors().createComponent(url, { new_base: 'po/hello.pot' });

  t.deepEqual(Object.keys(await actors().texts(component, 'en')), ['Hello']);
  t.like(await actors().unit(component, 'en', 'Hello'), {
    note: 'Greeting',
    location: 'main.c:7',
    target: ['Hello'],
  });
  t.deepEqual(await actors().languagesOf(component), ['cs', 'en']);
});

test('an empty branch becomes the one that the remote names', async (t) => {
  const { url } = await gitRepository(t, { 'po/cs.po': `${czech}\nmsgid "a"\nmsgstr "b"\n` });

  const component = await actors().createComponent(url, { branch: '' });

  t.is(component.branch, 'main');
});

test('what is known of the repository is written down', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': `${czech}\nmsgid "a"\nmsgstr "b"\n` });
  const [commit] = await repository.log();

  const component = await actors().createComponent(repository.url);

  const state = await RepositoryState.query(actors().db.reader).findById(component.id);
  t.like(state, {
    remote_sha: commit?.sha,
    local_sha: commit?.sha,
    processed_sha: commit?.sha,
    outgoing: 0,
    missing: 0,
  });
});

test('components that share a repository share the working copy', async (t) => {
  const { url } = await gitRepository(t, {
    'po/cs.po': `${czech}\nmsgid "a"\nmsgstr "b"\n`,
    'doc/cs.po': `${czech}\nmsgid "c"\nmsgstr "d"\n`,
  });
  const owner = await actors().createComponent(url);

  const child = await actors().createComponent('', {
    project_id: owner.project_id,
    slug: 'doc',
    name: 'Doc',
    path: `${owner.path}-doc`,
    linked_component_id: owner.id,
    filemask: 'doc/*.po',
  });

  t.deepEqual(await actors().texts(child, 'cs'), { c: 'd' });
  t.deepEqual(await actors().texts(owner, 'cs'), { a: 'b' });
});

interface Mistake {
  title: string;
  files: Record<string, string>;
  fields: Parameters<ReturnType<typeof actors>['addComponent']>[1];
  attr: string;
  message: RegExp;
}

const simple = { 'po/cs.po': `${czech}\nmsgid "a"\nmsgstr "b"\n` };
const mistakes: Mistake[] = [
  { title: 'a missing branch', files: simple, fields: { branch: 'nope' }, attr: 'branch', message: /nope/ },
  {
    title: 'a mask that fits nothing',
    files: simple,
    fields: { filemask: 'lang/*.po' },
    attr: 'filemask',
    message: /lang\/\*\.po/,
  },
  {
    title: 'a mask that gives no language',
    files: { 'po/%%.po': czech },
    fields: {},
    attr: 'filemask',
    message: /%%/,
  },
  {
    title: 'a missing base file',
    files: { 'cs.json': '{}' },
    fields: { filemask: '*.json', file_format: 'json', template: 'en.json' },
    attr: 'template',
    message: /en\.json/,
  },
  {
    title: 'a base file that cannot be read',
    files: { 'en.json': '{\n"a": "A",\n}}', 'cs.json': '{}' },
    fields: { filemask: '*.json', file_format: 'json', template: 'en.json' },
    attr: 'template',
    message: /en\.json: line 3/,
  },
  {
    title: 'a missing file for new languages',
    files: simple,
    fields: { new_base: 'po/x.pot' },
    attr: 'new_base',
    message: /x\.pot/,
  },
  {
    title: 'a language filter that is no regular expression',
    files: simple,
    fields: { language_regex: '(' },
    attr: 'language_regex',
    message: /filter/,
  },
];

for (const { title, files, fields, attr, message } of mistakes) {
  test(`${title} fails the job on its field`, async (t) => {
    const { url } = await gitRepository(t, files);
    const component = await actors().addComponent(url, fields);

    const error = await t.throwsAsync(actors().run(component, 'create', {}), {
      instanceOf: JobFailed,
      message,
    });

    t.is(error?.attr, attr);
  });
}

test('a repository that cannot be reached fails the job on its field', async (t) => {
  const component = await actors().addComponent('/nowhere/at/all.git');

  const error = await t.throwsAsync(actors().run(component, 'create', {}), { instanceOf: JobFailed });

  t.is(error?.attr, 'repo');
  t.false(error?.message.includes('/nowhere/at'));
});

test('a file that cannot be read is named with its line, and the others go on', async (t) => {
  const { url } = await gitRepository(t, {
    'po/cs.po': `${czech}\nmsgid "a"\nmsgstr "b"\n`,
    'po/de.po': `${german}\nmsgid "a"\nmsgstr "b\n`,
  });

  const component = await actors().createComponent(url);

  t.deepEqual(await actors().texts(component, 'cs'), { a: 'b' });
  t.deepEqual(await actors().texts(component, 'de'), {});
  t.deepEqual(await actors().alerts(component), ['ParseError']);
  const [change] = await actors().changes(component, action.PARSE_ERROR);
  t.like(change?.details, { filename: 'po/de.po' });
  t.regex(String(change?.details.error_message), /^line 8: /);
  t.true((await actors().componentOf(component.id)).auto_locked);
  t.deepEqual(await actors().drift(), []);
});

test('flags of a file that cannot be read are an error of the file, wrong values are told in the log', async (t) => {
  const { url } = await gitRepository(t, {
    'po/cs.po': `${czech}\n#, max-length:abc\nmsgid "a"\nmsgstr "b"\n`,
    'po/de.po': `${german}\n#, max-length:"9\nmsgid "a"\nmsgstr "b"\n`,
  });

  const component = await actors().createComponent(url);

  t.deepEqual(await actors().texts(component, 'cs'), { a: 'b' });
  t.deepEqual(await actors().texts(component, 'de'), {});
  t.deepEqual(await actors().alerts(component), ['ParseError']);
  const [change] = await actors().changes(component, action.PARSE_ERROR);
  t.regex(String(change?.details.error_message), /^line \d+: the flags "max-length:"9" cannot be read: /);
  const { log } = await actors().db.writer('jobs').where('component_id', component.id).first('log');
  t.regex(log, /^po\/cs\.po: line \d+: flag "max-length": needs a whole number; it does nothing$/m);
});

test('of two files of one language the first is used and an alert tells of the other', async (t) => {
  const { url } = await gitRepository(t, {
    'po/cs.po': `${czech}\nmsgid "a"\nmsgstr "first"\n`,
    'po/cs_CZ.po': `${czech}\nmsgid "a"\nmsgstr "second"\n`,
  });

  const component = await actors().createComponent(url);

  t.deepEqual(await actors().texts(component, 'cs'), { a: 'first' });
  t.deepEqual(await actors().alerts(component), ['DuplicateLanguage']);
});

test('of a string that stands twice in a file the first is used and an alert tells of the other', async (t) => {
  const { url } = await gitRepository(t, {
    'cs.json': '{"a": "first", "a": "second"}',
    'en.json': '{"a": "A"}',
  });

  const component = await actors().createComponent(url, {
    filemask: '*.json',
    template: 'en.json',
    file_format: 'json',
  });

  t.deepEqual(await actors().texts(component, 'cs'), { a: 'first' });
  const alert = await Alert.query(actors().db.reader).findOne({ component_id: component.id });
  t.is(alert?.name, 'DuplicateString');
  t.like(alert?.details, { occurrences: [{ filename: 'cs.json' }] });
});

test('a plural rule of the file is kept with the language', async (t) => {
  const { url } = await gitRepository(t, {
    'po/cs.po': `${header('cs', 'nplurals=2; plural=(n > 4);')}
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d soubor"
msgstr[1] "%d souborů"
`,
  });

  const component = await actors().createComponent(url);

  const translation = await actors().translation(component, 'cs');
  t.like(translation.plural, { number: 2, formula: '(n > 4)', source: 1 });
  t.deepEqual(await actors().texts(component, 'cs'), { '%d file': '%d soubor|%d souborů' });
});

test('forms that a file has too few or too many of are filled up or cut', async (t) => {
  const { url } = await gitRepository(t, {
    'po/cs.po': `${czech}
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "one"
msgstr[1] "few"

msgid "%d line"
msgid_plural "%d lines"
msgstr[0] "one"
msgstr[1] "few"
msgstr[2] "many"
msgstr[3] "surplus"
`,
  });

  const component = await actors().createComponent(url);

  t.deepEqual(await actors().texts(component, 'cs'), { '%d file': 'one|few|', '%d line': 'one|few|many' });
});

test('symbolic links are no translation files, wherever they lead', async (t) => {
  const repository = await gitRepository(t, simple);
  await addLink(t, repository, 'po/de.po', '../../../../../../etc/hostname');
  await addLink(t, repository, 'po/fr.po', 'cs.po');

  const component = await actors().createComponent(repository.url);

  t.deepEqual(await actors().languagesOf(component), ['cs', 'en']);
});

test('a base file that is a symbolic link out of the repository is refused', async (t) => {
  const repository = await gitRepository(t, { 'cs.json': '{}' });
  await addLink(t, repository, 'en.json', '../../../../../../etc/hostname');
  const fields = { filemask: '*.json', file_format: 'json', template: 'en.json' };
  const component = await actors().addComponent(repository.url, fields);

  const error = await t.throwsAsync(actors().run(component, 'create', {}), { instanceOf: JobFailed });

  t.is(error?.attr, 'template');
});

test('a file of more than 50 MB is refused, and the others go on', async (t) => {
  const { url } = await gitRepository(t, {
    ...simple,
    'po/de.po': Buffer.concat([Buffer.from(german), Buffer.alloc(50 * 1024 * 1024, '#\n')]),
  });

  const component = await actors().createComponent(url);

  t.deepEqual(await actors().texts(component, 'cs'), { a: 'b' });
  t.deepEqual(await actors().alerts(component), ['ParseError']);
});

/** Commits a symbolic link to the remote repository. */
async function addLink(
  t: ExecutionContext,
  { git }: TestRepository,
  path: string,
  to: string,
): Promise<void> {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'link'), to);
  const blob = (await git('hash-object', '-w', join(folder, 'link'))).trim();
  await git('read-tree', 'main');
  await git('update-index', '--add', '--cacheinfo', `120000,${blob},${path}`);
  const tree = (await git('write-tree')).trim();
  const commit = (await git('commit-tree', '-p', 'main', '-m', 'Link', tree)).trim();
  await git('update-ref', 'refs/heads/main', commit);
}
