import test from 'ava';
import { renderMessage } from '../../actors/message.ts';
import { MessageError } from '../../actors/message-tree.ts';
import {
  checkMessage,
  defaultMessages,
  type MessageFacts,
  messageKinds,
  messageVariables,
} from '../../actors/message-variables.ts';
import { noCounts } from '../../models/counts.ts';

const facts: MessageFacts = {
  project: { name: 'Hello', slug: 'hello' },
  component: { name: 'Web', slug: 'web', branch: 'main' },
  site: { title: 'Our site', url: 'https://l10n.test' },
  url: 'https://l10n.test/projects/hello/web/cs/',
  widgetUrl: 'https://l10n.test/widget.svg',
  linkedChildren: [],
  translation: {
    languageCode: 'cs',
    languageName: 'Czech',
    filename: 'cs.po',
    counts: { ...noCounts(), total: 3, total_words: 9, translated: 2, translated_words: 5, fuzzy: 1 },
  },
  author: 'Ana Nova <ana@example.org>',
  addonName: 'Squash',
};

for (const kind of messageKinds) {
  test(`the default text for ${kind} can be filled in`, (t) => {
    t.notThrows(() => checkMessage(kind, defaultMessages[kind]));
    t.notRegex(renderMessage(defaultMessages[kind], messageVariables(kind, facts)), /\{|undefined|NaN/);
  });
}

test('a commit tells what it changed and how far the translation is', (t) => {
  t.is(
    renderMessage(defaultMessages.commit, messageVariables('commit', facts)),
    `Update the Czech translation

Translation: Hello/Web
Language: Czech
Progress: 66.6% (2 of 3 strings)
Translate-URL: https://l10n.test/projects/hello/web/cs/
`,
  );
});

test('a server that does not know its address names none', (t) => {
  const child = { project_name: 'Hello', name: 'App', url: '' };
  const unknown = {
    ...facts,
    url: '',
    widgetUrl: '',
    site: { ...facts.site, url: '' },
    linkedChildren: [child],
  };

  for (const kind of messageKinds) {
    const text = renderMessage(defaultMessages[kind], messageVariables(kind, unknown));
    t.notRegex(text, /URL|\]\(|\n\n\n/);
  }
});

test('a pull request lists the components that share the repository', (t) => {
  const linkedChildren = [
    { project_name: 'Hello', name: 'App', url: 'https://l10n.test/app/' },
    { project_name: 'Hello', name: 'Docs', url: 'https://l10n.test/docs/' },
  ];

  const text = renderMessage(defaultMessages.pull, messageVariables('pull', { ...facts, linkedChildren }));

  t.true(text.startsWith('Update translations of Hello/Web\n\n'));
  t.true(text.includes('* [Hello/App](https://l10n.test/app/)\n* [Hello/Docs](https://l10n.test/docs/)\n'));
});

test('statistics come as strings, words, characters and shares', (t) => {
  const template =
    '{{ stats.all_words }} {{ stats.translated_words }} {{ stats.fuzzy_percent }} {{ stats.nottranslated }} {{ stats.todo }}';

  t.is(renderMessage(template, messageVariables('add', facts)), '9 5 33.3 0 1');
});

test('a template that names the variable of another kind of message is refused', (t) => {
  const mistake = { instanceOf: MessageError, message: /no variable "addon_name"/ };

  t.throws(() => checkMessage('commit', '{{ addon_name }}'), mistake);
  t.throws(() => checkMessage('merge', '{{ language_name }}'), { instanceOf: MessageError });
  t.notThrows(() => checkMessage('addon', '{{ hook_name }}'));
});
