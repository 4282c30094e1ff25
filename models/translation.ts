import type { Knex } from 'knex';
import { Component } from './component.ts';
import { Counted } from './counted.ts';
import { Joined } from './joined.ts';
import { Language } from './language.ts';
import { Plural } from './plural.ts';
import { Project } from './project.ts';
import { Row } from './row.ts';
import { User } from './user.ts';

/** One language of a component. Its counters are kept by counters.ts alone. */
export class Translation extends Counted {
  static override tableName = 'translations';
  static override booleans = ['is_source', 'is_template'];
  static override initial = { check_flags: '' };

  declare id: number;
  declare component_id: number;
  declare language_id: number;
  declare plural_id: number;
  /** Code as in the file's name. */
  declare language_code: string;
  /** Path in the repository; '' for a source language without a file of its own. */
  declare filename: string;
  /** Hash of the file last read. */
  declare revision: string;
  declare is_source: boolean;
  declare is_template: boolean;
  declare check_flags: string;
  declare component?: Component;
  declare language?: Language;
  declare plural?: Plural;
  declare last_author?: User | null;

  static override relationMappings = () => ({
    component: {
      relation: Row.BelongsToOneRelation,
      modelClass: Component,
      join: { from: 'translations.component_id', to: 'components.id' },
    },
    language: {
      relation: Row.BelongsToOneRelation,
      modelClass: Language,
      join: { from: 'translations.language_id', to: 'languages.id' },
    },
    plural: {
      relation: Row.BelongsToOneRelation,
      modelClass: Plural,
      join: { from: 'translations.plural_id', to: 'plurals.id' },
    },
    last_author: {
      relation: Row.BelongsToOneRelation,
      modelClass: User,
      join: { from: 'translations.last_author_id', to: 'users.id' },
    },
  });

  /** The translation of the component at `path` into the language `code`, with component, project, language and plural. */
  static async at(knex: Knex, path: string, code: string): Promise<Translation | undefined> {
    const found = await placed.first(knex, 'component.path = ? AND language.code = ?', [path, code]);
    return found && placeTranslation(found);
  }

  static ofComponent(knex: Knex, componentId: number): Promise<Translation[]> {
    return Translation.query(knex)
      .where('component_id', componentId)
      .orderBy('id')
      .withGraphFetched('[language, plural]')
      .execute();
  }

  /** The source language's; undefined before the first scan. */
  static sourceOf(knex: Knex, componentId: number): Promise<Translation | undefined> {
    return Translation.query(knex).findOne({ component_id: componentId, is_source: 1 }).execute();
  }
}

/** Tables around that of translations, for `Joined`. */
export const aroundTranslations = {
  parts: {
    translation: Translation,
    component: Component,
    project: Project,
    language: Language,
    plural: Plural,
  },
  joins: `
    JOIN components AS component ON component.id = translation.component_id
    JOIN projects AS project ON project.id = component.project_id
    JOIN languages AS language ON language.id = translation.language_id
    JOIN plurals AS plural ON plural.id = translation.plural_id`,
};

const placed = new Joined(
  aroundTranslations.parts,
  `translations AS translation ${aroundTranslations.joins}`,
);

/** The translation with what is around it. */
export function placeTranslation({
  translation,
  component,
  project,
  language,
  plural,
}: {
  translation: Translation;
  component: Component;
  project: Project;
  language: Language;
  plural: Plural;
}): Translation {
  return Object.assign(translation, { component: Object.assign(component, { project }), language, plural });
}
