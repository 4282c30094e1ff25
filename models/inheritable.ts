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

export interface Inheritable {
  license: string;
  agreement: string;
  new_lang: string;
  language_code_style: string;
  secondary_language_id: number | null;
  commit_message: string;
  add_message: string;
  delete_message: string;
  merge_message: string;
  addon_message: string;
  pull_message: string;
  /** Names of those that this object does not take from its parent. */
  own_settings: InheritableSetting[];
}

/** For `Row.initial` of the models that have them. */
export const inheritableInitial = {
  check_flags: '',
  agreement: '',
  commit_message: '',
  add_message: '',
  delete_message: '',
  merge_message: '',
  addon_message: '',
  pull_message: '',
  own_settings: [],
} as const;

/** The values that count for the first of `levels` (component, then its categories inside out, then the project). */
export function effectiveSettings(
  levels: readonly [Inheritable, ...Inheritable[]],
): Omit<Inheritable, 'own_settings'> {
  const root = levels[levels.length - 1]!;
  const owner = (name: InheritableSetting): Inheritable =>
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
