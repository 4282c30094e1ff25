import type { Knex } from 'knex';
import type { QueryBuilder } from 'objection';
import { Plural, pluralSource } from './plural.ts';
import { Row } from './row.ts';

export class Language extends Row {
  static override tableName = 'languages';

  declare id: number;
  declare code: string;
  declare name: string;
  declare direction: string;
  declare population: number;
  /** The default rule, where fetched. */
  declare plural?: Plural;
  declare aliases?: LanguageAlias[];

  static override relationMappings = () => ({
    plural: {
      relation: Row.HasOneRelation,
      modelClass: Plural,
      join: { from: 'languages.id', to: 'plurals.language_id' },
      modify: (builder: QueryBuilder<Plural>) => {
        builder.where('plurals.source', pluralSource.default);
      },
    },
    aliases: {
      relation: Row.HasManyRelation,
      modelClass: LanguageAlias,
      join: { from: 'languages.id', to: 'language_aliases.language_id' },
      modify: (builder: QueryBuilder<LanguageAlias>) => {
        builder.orderBy('alias');
      },
    },
  });

  static coded(knex: Knex, code: string): Promise<Language | undefined> {
    return Language.query(knex).findOne({ code }).execute();
  }
}

/** Another code by which a language is found. */
export class LanguageAlias extends Row {
  static override tableName = 'language_aliases';
  static override idColumn = 'alias';

  declare alias: string;
  declare language_id: number;
}
