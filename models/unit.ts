import type { Knex } from 'knex';
import { Joined } from './joined.ts';
import { Row } from './row.ts';
import { aroundTranslations, placeTranslation, Translation } from './translation.ts';

/** How far a string is. */
export const unitState = {
  untranslated: 0,
  needsEditing: 10,
  needsRewriting: 11,
  needsChecking: 12,
  translated: 20,
  approved: 30,
  readonly: 100,
} as const;

/** Whether the state is one of those that ask for an edit. */
export function isFuzzy(state: number): boolean {
  return state >= unitState.needsEditing && state < unitState.translated;
}

/** One string in one language. */
export class Unit extends Row {
  static override tableName = 'units';
  static override booleans = [
    'pending',
    'has_failing_check',
    'has_suggestion',
    'has_comment',
    'automatically_translated',
  ];
  static override forms = ['source', 'target', 'previous_source'];
  static override optionalForms = ['previous_source'];

  declare id: number;
  declare translation_id: number;
  /** The string in the source language; its own id there. */
  declare source_unit_id: number | null;
  /** 16 hex digits each. */
  declare id_hash: string;
  declare content_hash: string;
  /** Key in monolingual formats. */
  declare context: string;
  declare source: string[];
  declare target: string[];
  /** `[]`: none. */
  declare previous_source: string[];
  /** See unitState. */
  declare state: number;
  /** State without flags that make the string read-only. */
  declare original_state: number;
  declare location: string;
  declare note: string;
  /** Flags of the file. */
  declare flags: string;
  /** Flags given here; only on source strings, for all languages. */
  declare extra_flags: string;
  declare explanation: string;
  /** From 1, in the file. */
  declare position: number;
  declare num_words: number;
  declare num_chars: number;
  declare priority: number;
  declare pending: boolean;
  declare has_failing_check: boolean;
  declare has_suggestion: boolean;
  declare has_comment: boolean;
  declare automatically_translated: boolean;
  /** Grows by one with each write of target or state. */
  declare version: number;
  declare timestamp: number;
  declare last_updated: number;
  declare translation?: Translation;
  declare source_unit?: Unit;

  static override relationMappings = () => ({
    translation: {
      relation: Row.BelongsToOneRelation,
      modelClass: Translation,
      join: { from: 'units.translation_id', to: 'translations.id' },
    },
    source_unit: {
      relation: Row.BelongsToOneRelation,
      modelClass: Unit,
      join: { from: 'units.source_unit_id', to: 'units.id' },
    },
  });

  /** The unit with its translation, and that with what is around it. */
  static async placed(knex: Knex, id: number): Promise<Unit | undefined> {
    const found = await placed.first(knex, 'unit.id = ?', [id]);
    return found && Object.assign(found.unit, { translation: placeTranslation(found) });
  }

  /** Whether source or target has plural forms. */
  get isPlural(): boolean {
    return this.source.length > 1 || this.target.length > 1;
  }
}

const placed = new Joined(
  { unit: Unit, ...aroundTranslations.parts },
  `units AS unit JOIN translations AS translation ON translation.id = unit.translation_id ${aroundTranslations.joins}`,
);
