import test from 'ava';
import { importComponent, poFile } from '../helpers/imported.ts';
import { forEachServer } from '../helpers/server.ts';

/** A plural string of a gettext file. */
const plural = (...forms: string[]) =>
  `\nmsgid "%d file"\nmsgid_plural "%d files"\n${forms.map((form, index) => `msgstr[${index}] "${form}"\n`).join('')}`;

const json = (strings: Record<string, string>) => `${JSON.stringify(strings, null, 2)}\n`;

const monolingual = { filemask: 'l/*.json', template: 'l/en.json', new_base: '', file_format: 'json' };

forEachServer(test, (name, server) => {
  test(name('texts go from files of one kind into files of another, with the next commit'), async (t) => {
    const { admin: token } = server();
    const template = poFile({ Hello: '', Bye: '' }, plural('', ''));
    await importComponent(t, server(), 'giver', {
      'po/hello.pot': template,
      'po/cs.po': poFile({ Hello: 'Ahoj', Bye: 'Čau' }, plural('%d soubor', '%d soubory', '%d souborů')),
    });
    const gettext = await importComponent(t, server(), 'taker', {
      'po/hello.pot': template,
      'po/cs.po': poFile({ Hello: 'Nazdar', Bye: '' }, plural('', '', '')),
    });
    const keys = { greeting: 'Hello', farewell: 'Bye' };
    const keyed = await importComponent(
      t,
      server(),
      'keyed',
      { 'l/en.json': json(keys), 'l/cs.json': json({ greeting: '' }) },
      monolingual,
    );
    const wanted = { mode: 'translate', q: 'state:<translated', auto_source: 'others' };

    const first = await server().post(`${gettext.cs}autotranslate/`, {
      token,
      json: { ...wanted, component: 'giver/web' },
    });
    const second = await server().post(`${keyed.cs}autotranslate/`, {
      token,
      json: { ...wanted, component: 'taker/web' },
    });

    t.is(first.json.details, 'Automatic translation completed, 2 strings were updated.');
    t.is(second.json.details, 'Automatic translation completed, 2 strings were updated.');
    for (const { path } of [gettext, keyed]) {
      await server().post(`${path}repository/`, { token, json: { operation: 'push' } });
    }
    const po = (await gettext.repository.show('po/cs.po')) ?? '';
    t.true(po.includes('msgid "Bye"\nmsgstr "Čau"'), po);
    t.true(po.includes(plural('%d soubor', '%d soubory', '%d souborů')), po);
    t.deepEqual(JSON.parse((await keyed.repository.show('l/cs.json')) ?? ''), {
      greeting: 'Nazdar',
      farewell: 'Čau',
    });
    const [commit] = await keyed.repository.log();
    t.is(commit?.author, 'Administrator <admin@example.com>');
  });

  test(name('strings of base files are found by what they say and not by their keys'), async (t) => {
    const { admin: token } = server();
    await importComponent(
      t,
      server(),
      'keys-a',
      { 'l/en.json': json({ a: 'Save', b: 'Open' }), 'l/cs.json': json({ a: 'Uložit', b: 'Otevřít' }) },
      monolingual,
    );
    const place = await importComponent(
      t,
      server(),
      'keys-b',
      { 'l/en.json': json({ b: 'Save', c: 'Close' }), 'l/cs.json': json({}) },
      monolingual,
    );

    const answer = await server().post(`${place.cs}autotranslate/`, {
      token,
      json: { mode: 'translate', filter_type: 'todo', auto_source: 'others', component: 'keys-a/web' },
    });

    t.is(answer.status, 200, answer.text);
    const { results } = (await server().get(`${place.cs}units/`)).json;
    t.deepEqual(
      results.map(({ context, target }: Record<string, unknown>) => [context, target]),
      [
        ['b', ['Uložit']],
        ['c', ['']],
      ],
    );
  });
});
