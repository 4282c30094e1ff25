import test from 'ava';
import type { Component } from '../../../models/component.ts';
import { useActors } from '../../helpers/components.ts';
import { gitRepository } from '../../helpers/git.ts';

const actors = useActors(test);

interface Format {
  id: string;
  fields: Partial<Component>;
  files: Record<string, string>;
  /** Name of the string to edit, and the file with it edited. */
  edit: { name: string; target: string | string[]; path: string; content: string };
  texts: Record<string, string>;
}

const poHeader =
  'msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"\n';

const formats: Format[] = [
  {
    id: 'po',
    fields: {},
    files: {
      'po/cs.po': `${poHeader}\n#  keep  this \nmsgid "Hello"\nmsgstr "Ahoj"\n\nmsgid "Bye"\nmsgstr ""\n`,
    },
    texts: { Hello: 'Ahoj', Bye: '' },
    edit: {
      name: 'Bye',
      target: 'Sbohem',
      path: 'po/cs.po',
      content: `${poHeader}\n#  keep  this \nmsgid "Hello"\nmsgstr "Ahoj"\n\nmsgid "Bye"\nmsgstr "Sbohem"\n`,
    },
  },
  {
    id: 'json-nested',
    fields: { file_format: 'json-nested', filemask: 'i18n/*.json', template: 'i18n/en.json' },
    files: {
      'i18n/en.json': '{"menu": {"open": "Open"}, "n": 1}\n',
      'i18n/cs.json': '{ "menu" : {"open": "Otevřít"} }\n',
    },
    texts: { 'menu.open': 'Otevřít' },
    edit: {
      name: 'menu.open',
      target: 'Otevři',
      path: 'i18n/cs.json',
      content: '{ "menu" : {"open": "Otevři"} }\n',
    },
  },
  {
    id: 'aresource',
    fields: {
      file_format: 'aresource',
      filemask: 'res/values-*/strings.xml',
      template: 'res/values/strings.xml',
    },
    files: {
      'res/values/strings.xml':
        '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <string name="hi">Hi</string>\n    <plurals name="n">\n        <item quantity="one">%d file</item>\n        <item quantity="other">%d files</item>\n    </plurals>\n</resources>\n',
      'res/values-cs/strings.xml':
        '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <!-- greeting -->\n    <string name="hi">Ahoj</string>\n</resources>\n',
    },
    texts: { hi: 'Ahoj', n: '||' },
    edit: {
      name: 'hi',
      target: "To je 'ono'",
      path: 'res/values-cs/strings.xml',
      content:
        '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <!-- greeting -->\n    <string name="hi">To je \\\'ono\\\'</string>\n</resources>\n',
    },
  },
  {
    id: 'properties',
    fields: { file_format: 'properties', filemask: 'app_*.properties', template: 'app.properties' },
    files: {
      'app.properties': 'open = Open\nclose = Close\n',
      'app_cs.properties': '! comment\nopen=Otev\\u0159\\u00edt\n',
    },
    texts: { open: 'Otevřít', close: '' },
    edit: {
      name: 'close',
      target: 'Zavrit',
      path: 'app_cs.properties',
      content: '! comment\nopen=Otev\\u0159\\u00edt\nclose=Zavrit\n',
    },
  },
];

for (const { id, fields, files, texts, edit } of formats) {
  test(`${id}: a component is read, and an edit comes back upstream with every other byte as it was`, async (t) => {
    const repository = await gitRepository(t, files);
    const component = await actors().createComponent(repository.url, { ...fields, push: repository.url });
    const author = await actors().addUser('Ana');
    t.deepEqual(await actors().texts(component, 'cs'), texts);
    t.deepEqual(await actors().alerts(component), []);

    await actors().edit(component, 'cs', edit.name, edit.target, { author });
    await actors().run(component, 'commit', {});

    t.is(await repository.show(edit.path), edit.content);
    t.deepEqual(await actors().pending(component), []);
    t.deepEqual(await actors().drift(), []);
  });
}
