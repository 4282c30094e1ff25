import type { Counts } from '../models/counted.ts';
import { percent } from '../models/percent.ts';
import { type MessageVariables, renderMessage } from './message.ts';

/** The settings of a component that are templates, without their ending `_message`. */
export const messageKinds = ['commit', 'add', 'delete', 'merge', 'addon', 'pull'] as const;

export type MessageKind = (typeof messageKinds)[number];

/** What messages may tell of. */
export interface MessageFacts {
  project: { name: string; slug: string };
  component: { name: string; slug: string; branch: string };
  site: { title: string; url: string };
  /** Page of what the message is about: of the translation for commit, add and delete, else of the component; '' if unknown. */
  url: string;
  /** Picture that shows how far the translations are; '' if the server does not know its address. */
  widgetUrl: string;
  /** Other components in the same repository. */
  linkedChildren: readonly { project_name: string; name: string; url: string }[];
  /** For commit, add and delete. */
  translation?: { languageCode: string; languageName: string; filename: string; counts: Counts };
  /** `Name <mail>`, for commit, add and delete. */
  author?: string;
  /** For addon. */
  addonName?: string;
}

/** The variables of a message. Those of another kind are not there, so that a template that names them is refused. */
export function messageVariables(kind: MessageKind, facts: MessageFacts): MessageVariables {
  const { project, component, site, translation } = facts;
  const everywhere = {
    project_name: project.name,
    project_slug: project.slug,
    component_name: component.name,
    component_slug: component.slug,
    component_remote_branch: `origin/${component.branch}`,
    component_linked_children: facts.linkedChildren.map((child) => ({ ...child })),
    site_title: site.title,
    site_url: site.url,
    widget_url: facts.widgetUrl,
    url: facts.url,
  };
  if (kind === 'addon') {
    return { ...everywhere, addon_name: facts.addonName ?? '', hook_name: facts.addonName ?? '' };
  }
  if (kind === 'merge' || kind === 'pull') {
    return everywhere;
  }
  return {
    ...everywhere,
    author: facts.author ?? '',
    language_code: translation?.languageCode ?? '',
    language_name: translation?.languageName ?? '',
    filename: translation?.filename ?? '',
    stats: translation ? statsVariables(translation.counts) : {},
  };
}

/**
 * Checks a template before it is stored, by filling it in with sample values.
 * @throws {MessageError} with the place of the mistake
 */
export function checkMessage(kind: MessageKind, template: string): void {
  renderMessage(template, messageVariables(kind, sample));
}

/** Texts of a component whose settings, and those above it, say nothing. */
export const defaultMessages: Readonly<Record<MessageKind, string>> = {
  commit: `Update the {{ language_name }} translation

Translation: {{ project_name }}/{{ component_name }}
Language: {{ language_name }}
Progress: {{ stats.translated_percent }}% ({{ stats.translated }} of {{ stats.all }} strings)
{% if url %}Translate-URL: {{ url }}
{% endif %}`,
  add: `Add the {{ language_name }} translation

Translation: {{ project_name }}/{{ component_name }}
Language: {{ language_name }}
{% if url %}Translate-URL: {{ url }}
{% endif %}`,
  delete: `Remove the {{ language_name }} translation

Translation: {{ project_name }}/{{ component_name }}
Language: {{ language_name }}
{% if url %}Translate-URL: {{ url }}
{% endif %}`,
  merge: `Merge remote changes

Translation: {{ project_name }}/{{ component_name }}
Remote-Branch: {{ component_remote_branch }}
{% if url %}Translate-URL: {{ url }}
{% endif %}`,
  addon: `Update translation files

Translation: {{ project_name }}/{{ component_name }}
Add-on: {{ addon_name }}
{% if url %}Translate-URL: {{ url }}
{% endif %}`,
  pull: `Update translations of {{ project_name }}/{{ component_name }}

{% if url %}Translations of [{{ project_name }}/{{ component_name }}]({{ url }}) from [{{ site_title }}]({{ site_url }}).
{% else %}Translations of {{ project_name }}/{{ component_name }} from {{ site_title }}.
{% endif %}{% if component_linked_children %}
Also included:

{% for child in component_linked_children %}* {% if child.url %}[{{ child.project_name }}/{{ child.name }}]({{ child.url }}){% else %}{{ child.project_name }}/{{ child.name }}{% endif %}
{% endfor %}{% endif %}
{% if widget_url %}![Translation status]({{ widget_url }})
{% endif %}`,
};

const sample: MessageFacts = {
  project: { name: 'Greetings', slug: 'greetings' },
  component: { name: 'Web site', slug: 'web', branch: 'main' },
  site: { title: 'Translations', url: 'https://l10n.example.org' },
  url: 'https://l10n.example.org/projects/greetings/web/',
  widgetUrl: 'https://l10n.example.org/widget/greetings/web/status.svg',
  linkedChildren: [
    { project_name: 'Greetings', name: 'Mobile', url: 'https://l10n.example.org/projects/greetings/mobile/' },
  ],
  author: 'Ana Nova <ana@example.org>',
  addonName: 'Squash commits',
  translation: {
    languageCode: 'cs',
    languageName: 'Czech',
    filename: 'locale/cs.po',
    counts: {
      ...{ total: 40, total_words: 120, total_chars: 700 },
      ...{ translated: 30, translated_words: 90, translated_chars: 520 },
      ...{ fuzzy: 5, fuzzy_words: 15, fuzzy_chars: 90 },
      ...{ approved: 10, approved_words: 30, approved_chars: 170 },
      ...{ readonly: 1, readonly_words: 2, readonly_chars: 10 },
      ...{ failing: 2, failing_words: 6, failing_chars: 40 },
      ...{ suggestions: 3, comments: 1 },
    },
  },
};

/** `stats.translated`, `stats.translated_words`, `stats.translated_percent` and so on; `all` counts every string. */
function statsVariables(counts: Counts): MessageVariables {
  const all = [counts.total, counts.total_words, counts.total_chars] as const;
  const untranslated = [
    counts.total - counts.translated - counts.fuzzy,
    counts.total_words - counts.translated_words - counts.fuzzy_words,
    counts.total_chars - counts.translated_chars - counts.fuzzy_chars,
  ] as const;
  const unfinished = [
    counts.total - counts.translated,
    counts.total_words - counts.translated_words,
    counts.total_chars - counts.translated_chars,
  ] as const;
  return {
    ...numbers('all', all, all),
    ...numbers('translated', [counts.translated, counts.translated_words, counts.translated_chars], all),
    ...numbers('fuzzy', [counts.fuzzy, counts.fuzzy_words, counts.fuzzy_chars], all),
    ...numbers('approved', [counts.approved, counts.approved_words, counts.approved_chars], all),
    ...numbers('readonly', [counts.readonly, counts.readonly_words, counts.readonly_chars], all),
    ...numbers('allchecks', [counts.failing, counts.failing_words, counts.failing_chars], all),
    ...numbers('nottranslated', untranslated, all),
    ...numbers('todo', unfinished, all),
    suggestions: counts.suggestions,
    comments: counts.comments,
  };
}

type Numbers = readonly [strings: number, words: number, chars: number];

function numbers(name: string, [strings, words, chars]: Numbers, all: Numbers): MessageVariables {
  const isFinished = name === 'all' || name === 'translated';
  return {
    [name]: strings,
    [`${name}_words`]: words,
    [`${name}_chars`]: chars,
    [`${name}_percent`]: percent(strings, all[0], isFinished),
    [`${name}_words_percent`]: percent(words, all[1], isFinished),
    [`${name}_chars_percent`]: percent(chars, all[2], isFinished),
  };
}
