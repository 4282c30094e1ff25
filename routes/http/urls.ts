/** Builders of every URL that answers carry. All are absolute and end with a slash where they name a resource. */
export class Urls {
  /** Public base without a final slash. */
  readonly base: string;

  constructor(base: string) {
    this.base = base;
  }

  /** `{base}/api/{parts…}/`. */
  api(...parts: readonly (string | number)[]): string {
    return `${this.base}/api/${parts.map((part) => `${segment(part)}/`).join('')}`;
  }

  user(username: string): string {
    return this.api('users', username);
  }

  language(code: string): string {
    return this.api('languages', code);
  }

  languagePage(code: string): string {
    return `${this.base}/languages/${segment(code)}/`;
  }

  project(slug: string): string {
    return this.api('projects', slug);
  }

  projectPage(slug: string): string {
    return `${this.base}/projects/${segment(slug)}/`;
  }

  /** Of a language inside a project. */
  projectLanguagePage(slug: string, code: string): string {
    return `${this.base}/projects/${segment(slug)}/-/${segment(code)}/`;
  }

  projectLanguageTranslatePage(slug: string, code: string): string {
    return `${this.base}/translate/${segment(slug)}/-/${segment(code)}/`;
  }

  /** `path` is `project/[category/…]component`, as in `components.path`. */
  component(path: string): string {
    return `${this.base}/api/components/${componentSegments(path)}/`;
  }

  componentPage(path: string): string {
    return `${this.base}/projects/${pagePath(path)}/`;
  }

  componentExport(path: string): string {
    return `${this.base}/git/${pagePath(path)}/`;
  }

  translation(path: string, code: string): string {
    return `${this.base}/api/translations/${componentSegments(path)}/${segment(code)}/`;
  }

  translationPage(path: string, code: string): string {
    return `${this.base}/projects/${pagePath(path)}/${segment(code)}/`;
  }

  translatePage(path: string, code: string): string {
    return `${this.base}/translate/${pagePath(path)}/${segment(code)}/`;
  }

  /** Page that invites to translate a project into one language. */
  engagePage(project: string, code: string): string {
    return `${this.base}/engage/${segment(project)}/-/${segment(code)}/`;
  }

  unit(id: number): string {
    return `${this.base}/api/units/${id}/`;
  }

  /** `idHash` is the 16 hex digits of `units.id_hash`. */
  unitPage(path: string, code: string, idHash: string): string {
    return this.unitOn(this.translatePage(path, code), idHash);
  }

  /** As `unitPage`, on the translation's page, which all strings of a list share. */
  unitOn(translatePage: string, idHash: string): string {
    return `${translatePage}?checksum=${idHash}`;
  }

  category(id: number): string {
    return this.api('categories', id);
  }

  componentList(slug: string): string {
    return this.api('component-lists', slug);
  }

  change(id: number): string {
    return this.api('changes', id);
  }

  task(uuid: string): string {
    return this.api('tasks', uuid);
  }
}

/** One path segment; `@` of codes such as `sr@latin` needs no escape. */
function segment(part: string | number): string {
  // Nearly all are ids and slugs, and a long list has hundreds of them.
  if (typeof part === 'number' || /^[\w.@-]*$/.test(part)) {
    return String(part);
  }
  return encodeURIComponent(part).replaceAll('%40', '@');
}

/**
 * A component in a category is one segment: the slugs are joined by a slash that is escaped twice, because the servers
 * and proxies on the way undo one escape and must not see a path separator then.
 */
function componentSegments(path: string): string {
  const [project = '', ...rest] = path.split('/');
  return `${segment(project)}/${rest.map(segment).join('%252F')}`;
}

function pagePath(path: string): string {
  return path.split('/').map(segment).join('/');
}
