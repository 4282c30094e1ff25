import { may } from '../models/access.ts';
import { type InheritableSetting, inheritableSettings } from '../models/inheritable.ts';
import { Language } from '../models/language.ts';
import type { Project } from '../models/project.ts';
import type { ComponentInput, NewComponentInput } from './component-input.ts';
import type { FoundComponent } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { invalid } from './http/errors.ts';
import { namedComponent } from './named-component.ts';

/**
 * Settings that a new component takes from another one as they are: all but its names, its place, where its repository is and
 * where files are in that.
 */
const copied = [
  'check_flags',
  'push_on_commit',
  'commit_pending_age',
  'auto_lock_error',
  'merge_style',
  'edit_template',
  'language_regex',
  'variant_regex',
  'priority',
  'enforced_checks',
  'restricted',
  'report_source_bugs',
  'allow_translation_propagation',
  'manage_units',
  'enable_suggestions',
  'suggestion_voting',
  'suggestion_autoaccept',
  'is_glossary',
  'glossary_color',
] as const satisfies (keyof ComponentInput)[];

/**
 * `input` with the settings of the component that its `from_component` names, where it gives none itself.
 * @throws {ApiError} 400 on `from_component` unless the caller may edit that component
 */
export async function withCopiedSettings(
  call: Call,
  project: Project,
  input: NewComponentInput,
): Promise<NewComponentInput> {
  const { from_component: name } = input;
  if (name === undefined || name === null || name === '') {
    return input;
  }
  const origin = await namedComponent(call, 'from_component', name, project);
  if (!may(call.caller, 'component.edit', origin.project)) {
    throw invalid('from_component', `You may not edit "${origin.path}".`);
  }
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return { ...input, ...(await settingsOf(call, origin, input)), ...Object.fromEntries(given) };
}

async function settingsOf(
  { services }: Call,
  origin: FoundComponent,
  { file_format, template, docfile }: NewComponentInput,
): Promise<Partial<NewComponentInput>> {
  const language = await Language.query(services.db.reader)
    .findById(origin.source_language_id)
    .throwIfNotFound();
  const own = inheritableSettings.filter((name) => origin.own_settings.includes(name));
  return {
    source_language: { code: language.code },
    ...Object.fromEntries(copied.map((name) => [name, origin[name]])),
    ...Object.fromEntries(own.map((name) => [keyOfSetting(name), origin[name]])),
    // What means something only with such files.
    ...(file_format === origin.file_format ? { file_format_params: origin.file_format_params } : {}),
    ...(template || docfile ? { key_filter: origin.key_filter } : {}),
  };
}

/** The key of bodies: a language goes by another name there than in the database. */
function keyOfSetting(name: InheritableSetting): keyof NewComponentInput {
  return name === 'secondary_language_id' ? 'secondary_language' : name;
}
