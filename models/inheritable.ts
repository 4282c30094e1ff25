import { Row } from './row.ts';

/** Settings that a component takes from its category or project unless it has its own. */
export const inheritableSettings = [
  'license',
  'agreement',
  'new_lang',
  'language_code_style',
  'secondary_language_id',
  'commit_message',
  'add_message',
  'delete_message',
  'merge_message',
  'addon_message',
  'pull_message',
] as const;

export type InheritableSetting = (typeof inheritableSettings)[number];

/** A row with these settings: a project, category or component. */
export class Inheritable extends Row {
  static override json = ['own_settings'];
  static override initial: Record<string, unknown> = {
    check_flags: '',
    agreement: '',
    commit_message: '',
    add_message: '',
    delete_message: '',
    merge_message: '',
    addon_message: '',
    pull_message: '',
    own_settings: [],
  };

  declare check_flags: string;
  declare license: string;
  declare agreement: string;
  declare new_lang: string;
  declare language_code_style: string;
  declare secondary_language_id: number | null;
  declare commit_message: string;
  declare add_message: string;
  declare delete_message: string;
  declare merge_message: string;
  declare addon_message: string;
  declare pull_message: string;
  /** Names of those that this object does not take from its parent. */
  declare own_settings: InheritableSetting[];
}

/** As much of an object as decides what counts. */
type Level = Settings & Pick<Inheritable, 'own_settings'>;

/** The settings themselves. */
export type Settings = Pick<Inheritable, InheritableSetting>;

/** The values that count for the first of `levels` (component, then its categories inside out, then the project). */
export function effectiveSettings(levels: readonly [Level, ...Level[]]): Settings {
  const root = levels[levels.length - 1]!;
  const owner = (name: InheritableSetting): Level =>
    levels.find((level) => level.own_settings.includes(name)) ?? root;
  return {
    license: owner('license').license,
    agreement: owner('agreement').agreement,
    new_lang: owner('new_lang').new_lang,
    language_code_style: owner('language_code_style').language_code_style,
    secondary_language_id: owner('secondary_language_id').secondary_language_id,
    commit_message: owner('commit_message').commit_message,
    add_message: owner('add_message').add_message,
    delete_message: owner('delete_message').delete_message,
    merge_message: owner('merge_message').merge_message,
    addon_message: owner('addon_message').addon_message,
    pull_message: owner('pull_message').pull_message,
  };
}
