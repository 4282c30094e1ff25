import test from 'ava';
import { action } from '../../../models/actions.ts';
import { Change } from '../../../models/change.ts';
import { Suggestion } from '../../../models/suggestion.ts';
import { useActors } from '../../helpers/components.ts';
import { gitRepository, type TestRepository } from '../../helpers/git.ts';

const actors = useActors(test);

const header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: cs\\n"\n';

/** A PO file of these strings, a blank line between neighbours. */
function po(strings: Record<string, string>, comment = ''): string {
  const entries = Object.entries(strings).map(
    ([id, text]) => `\n${comment}msgid "${id}"\nmsgstr "${text}"\n`,
  );
  return header + entries.join('');
}

async function upstreamText(repository: TestRepository): Promise<string> {
  return (await repository.show('po/cs.po')) ?? '';
}

test('neighbouring strings edited on both sides are merged, and pushing needs no force', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': po({ One: '', Two: '', Three: '' }) });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    push_on_commit: false,
  });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'Two', 'Dvě', { author });
  await actors().run(component, 'commit', {});
  const theirs = po({ One: 'Jedna', Two: '', Three: 'Tři' });
  const upstream = await repository.commit({ 'po/cs.po': theirs });

  const result = await actors().run(component, 'push', {});

  t.deepEqual(result, { result: true });
  t.is(await upstreamText(repository), po({ One: 'Jedna', Two: 'Dvě', Three: 'Tři' }));
  t.deepEqual(await actors().texts(component, 'cs'), { One: 'Jedna', Two: 'Dvě', Three: 'Tři' });
  const [newest, next] = await repository.log();
  t.is(newest?.author, `Ana <${author.email}>`);
  t.is(next?.sha, upstream);
  t.deepEqual(await actors().alerts(component), []);
  t.deepEqual(await actors().drift(), []);
});

for (const style of ['merge', 'rebase', 'merge_noff'] as const) {
  test(`a string both sides changed stays as upstream has it, ours becomes a suggestion (${style})`, async (t) => {
    const repository = await gitRepository(t, { 'po/cs.po': po({ One: '', Two: '', Three: '' }) });
    const component = await actors().createComponent(repository.url, {
      push: repository.url,
      merge_style: style,
    });
    const author = await actors().addUser('Ana');
    await actors().edit(component, 'cs', 'One', 'Naše', { author });
    await actors().edit(component, 'cs', 'Three', 'Tři', { author });
    await repository.commit({ 'po/cs.po': po({ One: 'Jejich', Two: 'Dvě', Three: '' }) });

    await actors().run(component, 'push', {});

    t.is(await upstreamText(repository), po({ One: 'Jejich', Two: 'Dvě', Three: 'Tři' }));
    const unit = await actors().unit(component, 'cs', 'One');
    t.deepEqual(unit.target, ['Jejich']);
    t.true(unit.has_suggestion);
    const suggestions = await Suggestion.query(actors().db.reader).where('unit_id', unit.id);
    t.deepEqual(
      suggestions.map(({ target, user_id }) => [target, user_id]),
      [[['Naše'], author.id]],
    );
    t.deepEqual(await actors().pending(component), []);
    t.deepEqual(await actors().drift(), []);
  });
}

const moved: Record<string, Record<string, string>> = {
  'strings that were swapped': { Two: '', One: '', Three: '' },
  'a string that was removed': { Three: '', Two: '' },
};

for (const [what, theirs] of Object.entries(moved)) {
  // Git sees an empty translation stay where it is and lines added below it; whose it is it does not see.
  test(`a merge line by line that would give our text to another string is made string by string: ${what}`, async (t) => {
    const repository = await gitRepository(t, { 'po/cs.po': po({ One: '', Two: '', Three: '' }) });
    const component = await actors().createComponent(repository.url, {
      push: repository.url,
      push_on_commit: false,
    });
    const author = await actors().addUser('Ana');
    const text = 'naše\nřeč';
    await actors().edit(component, 'cs', 'One', text, { author });
    await actors().run(component, 'commit', {});
    await repository.commit({ 'po/cs.po': po(theirs) });

    await actors().run(component, 'push', {});

    const expected = 'One' in theirs ? { ...theirs, One: text } : theirs;
    t.deepEqual(await actors().texts(component, 'cs'), expected);
    t.deepEqual(Object.keys(await actors().texts(component, 'cs')), Object.keys(theirs));
    const lost = await actors().changes(component, action.STRING_REMOVE);
    t.deepEqual(
      lost.map(({ target }) => target),
      'One' in theirs ? [] : [text],
    );
    t.deepEqual(await actors().drift(), []);
  });
}

test('a text of ours for a string that the base file has lost stays in the history', async (t) => {
  const base = (...keys: string[]) => JSON.stringify(Object.fromEntries(keys.map((key) => [key, key])));
  const repository = await gitRepository(t, {
    'i18n/en.json': base('one', 'two'),
    'i18n/cs.json': '{"one": "jedna", "two": "dva"}',
  });
  const component = await actors().createComponent(repository.url, {
    ...{ file_format: 'json', filemask: 'i18n/*.json', template: 'i18n/en.json' },
    ...{ push: repository.url, push_on_commit: false },
  });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'two', 'dvě', { author });
  await actors().run(component, 'commit', {});
  const theirs = '{"one": "jedna", "two": "dvojka"}';
  await repository.commit({ 'i18n/en.json': base('one'), 'i18n/cs.json': theirs });

  await actors().run(component, 'push', {});

  t.is(await repository.show('i18n/cs.json'), theirs);
  const lost = await actors().changes(component, action.STRING_REMOVE);
  t.deepEqual(
    lost.map(({ target, author_id }) => [target, author_id]),
    [['dvě', author.id]],
  );
  t.deepEqual(await actors().drift(), []);
});

test('a squash merge of our commits upstream is recognised: nothing is doubled and nothing conflicts', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': po({ One: '', Two: '', Three: '' }) });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    push_on_commit: false,
  });
  const ana = await actors().addUser('Ana');
  const bob = await actors().addUser('Bob');
  await actors().edit(component, 'cs', 'One', 'Jedna', { author: ana });
  await actors().run(component, 'commit', {});
  await actors().edit(component, 'cs', 'One', 'Jednička', { author: bob });
  await actors().edit(component, 'cs', 'Two', 'Dvě', { author: bob });
  await actors().run(component, 'commit', {});
  await repository.commit({ 'po/cs.po': po({ One: 'Jednička', Two: 'Dvě', Three: 'Tři' }) });

  await actors().run(component, 'push', {});

  t.is(await upstreamText(repository), po({ One: 'Jednička', Two: 'Dvě', Three: 'Tři' }));
  t.is((await repository.log()).length, 2);
  const units = await actors().units(component, 'cs');
  t.false(units.some((unit) => unit.has_suggestion));
});

test('upstream that squashed a part of our commits gets the rest on top', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': po({ One: '', Two: '' }) });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    push_on_commit: false,
  });
  const ana = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'One', 'Jedna', { author: ana });
  await actors().run(component, 'commit', {});
  await repository.commit({ 'po/cs.po': po({ One: 'Jedna', Two: 'Dvě' }, '# moved\n') });
  await actors().edit(component, 'cs', 'One', 'Jednička', { author: ana });

  await actors().run(component, 'push', {});

  t.is(await upstreamText(repository), po({ One: 'Jednička', Two: 'Dvě' }, '# moved\n'));
});

test('a push with force upstream takes its commits back and leaves ours on top', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': po({ One: '', Two: '', Three: '' }) });
  await repository.commit({ 'po/cs.po': po({ One: 'Chyba', Two: '', Three: '' }) });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    push_on_commit: false,
  });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'Three', 'Tři', { author });
  await actors().run(component, 'commit', {});
  await repository.rewrite({ 'po/cs.po': po({ One: '', Two: 'Dvě', Three: '' }) });
  await actors().edit(component, 'cs', 'One', 'Jedna', { author });

  await actors().run(component, 'push', {});

  const text = await upstreamText(repository);
  t.true(text.includes('msgstr "Dvě"'));
  t.true(text.includes('msgstr "Tři"'));
  t.false(text.includes('Chyba'));
  const unit = await actors().unit(component, 'cs', 'One');
  const suggested = await Suggestion.query(actors().db.reader).where('unit_id', unit.id).resultSize();
  t.true(text.includes('msgstr "Jedna"') || suggested === 1);
});

test('our edit of a string that upstream removed stays in the history', async (t) => {
  const repository = await gitRepository(t, { 'po/cs.po': po({ One: '', Two: '', Three: '' }) });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    push_on_commit: false,
  });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'Two', 'Dvě', { author });
  await repository.commit({ 'po/cs.po': po({ One: 'Jedna', Three: 'Tři' }) });

  await actors().run(component, 'push', {});

  t.is(await upstreamText(repository), po({ One: 'Jedna', Three: 'Tři' }));
  const [lost] = await Change.query(actors().db.reader).where({ component_id: component.id, action: 63 });
  t.is(lost?.target, 'Dvě');
  t.is(lost?.author_id, author.id);
});

test('a merge line by line that would leave a string twice is made string by string', async (t) => {
  const strings = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`S${index}`, '']));
  const template = { 'l10n/en.json': '{\n  "a": "A",\n  "b": "B"\n}\n' };
  const repository = await gitRepository(t, { ...template, 'po/cs.po': po(strings) });
  const component = await actors().createComponent(repository.url, {
    push: repository.url,
    push_on_commit: false,
  });
  const author = await actors().addUser('Ana');
  await actors().edit(component, 'cs', 'S0', 'Nula', { author });
  await actors().run(component, 'commit', {});
  // The string moves to the end: by lines our change at its old place and the new copy do not touch.
  const { S0: moved, ...rest } = strings;
  await repository.commit({ 'po/cs.po': po({ ...rest, S0: moved ?? '' }) });

  await actors().run(component, 'push', {});

  const text = await upstreamText(repository);
  t.is(text.match(/msgid "S0"/g)?.length, 1);
  t.is(text, po({ ...rest, S0: 'Nula' }));
});
