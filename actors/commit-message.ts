import { Category } from '../models/category.ts';
import type { Counts } from '../models/counted.ts';
import { effectiveSettings } from '../models/inheritable.ts';
import type { Identity } from './git-commit.ts';
import { renderMessage } from './message.ts';
import { MessageError } from './message-tree.ts';
import {
  defaultMessages,
  type MessageFacts,
  type MessageKind,
  messageVariables,
} from './message-variables.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

/** The language that a commit is about. */
export interface CommittedLanguage {
  /** As in the file's name. */
  fileCode: string;
  language: { code: string; name: string };
  filename: string;
  counts: Counts;
}

/** Message of a commit about one language. */
export function languageMessage(
  place: Workplace,
  component: PlacedComponent,
  kind: 'commit' | 'add' | 'delete',
  { fileCode, language, filename, counts }: CommittedLanguage,
  author: Identity,
): Promise<string> {
  const facts = componentFacts(place, component);
  return fillIn(place, component, kind, {
    ...facts,
    url: facts.url && `${facts.url}${encodeURIComponent(language.code)}/`,
    author: `${author.name} <${author.email}>`,
    translation: { languageCode: fileCode, languageName: language.name, filename, counts },
  });
}

/** Message of a merge commit. */
export function mergeMessage(place: Workplace): Promise<string> {
  return fillIn(place, place.owner, 'merge', componentFacts(place, place.owner));
}

/** A template that does not work, for all that was checked when it was stored, must not keep translations back. */
async function fillIn(
  place: Workplace,
  component: PlacedComponent,
  kind: MessageKind,
  facts: MessageFacts,
): Promise<string> {
  const variables = messageVariables(kind, facts);
  const template = (await templateOf(place, component, kind)) || defaultMessages[kind];
  try {
    return renderMessage(template, variables);
  } catch (error) {
    if (!(error instanceof MessageError)) {
      throw error;
    }
    place.ctx.log(`The ${kind} message of ${component.path} does not work: ${error.message}`);
    return renderMessage(defaultMessages[kind], variables);
  }
}

async function templateOf(place: Workplace, component: PlacedComponent, kind: MessageKind): Promise<string> {
  const categories = await Category.chain(place.services.db.reader, component.category_id);
  return effectiveSettings([component, ...categories, component.project])[`${kind}_message`];
}

/** Without a public address there are no links: a bare path would lead nowhere for those who read it in a commit. */
function componentFacts({ services, components }: Workplace, component: PlacedComponent): MessageFacts {
  const link = (path: string) => (services.siteUrl === null ? '' : services.siteUrl + path);
  const page = ({ path }: PlacedComponent) =>
    link(`/projects/${path.split('/').map(encodeURIComponent).join('/')}/`);
  const { project } = component;
  return {
    project: { name: project.name, slug: project.slug },
    component: { name: component.name, slug: component.slug, branch: component.branch },
    site: { title: services.siteTitle, url: link('/') },
    url: page(component),
    widgetUrl: link(
      `/widget/${encodeURIComponent(project.slug)}/${encodeURIComponent(component.slug)}/status.svg`,
    ),
    linkedChildren: components
      .filter((one) => one.linked_component_id === component.id)
      .map((one) => ({ project_name: one.project.name, name: one.name, url: page(one) })),
  };
}
