import type { Adapter } from '../adapters/adapter.ts';
import { fitForms } from '../adapters/forms.ts';
import { contentHash, idHash } from '../adapters/identity.ts';
import { adapterById } from '../adapters/registry.ts';
import { correctorFor, flagsIn, flagsOfString } from '../adapters/tasks/surroundings.ts';
import { priorityOf } from '../checks/flags.ts';
import { countChars, countWords } from '../languages/words.ts';
import type { Component } from './component.ts';
import { fitState } from './edit-values.ts';
import type { CheckPlace } from './surroundings.ts';
import type { Translation } from './translation.ts';
import { type Unit, unitState } from './unit.ts';
import type { NewUnit } from './unit-rows.ts';

/** A string that a component does not have yet. */
export interface NewString {
  /** The key, in monolingual components. */
  context: string;
  source: readonly string[];
  /** Text in the languages that get it; of a monolingual component the source stands for it. */
  target: readonly string[];
  /** Null: what the texts say. */
  state: number | null;
  /** What a file says of it; left out: nothing. */
  facts?: Pick<Unit, 'note' | 'location' | 'flags' | 'explanation'>;
  /** Its file keeps it from being edited. */
  isReadOnly?: boolean;
}

/** A language of the component. */
export type Language = Translation & Required<Pick<Translation, 'language' | 'plural'>>;

export type StringIdentity = Pick<Unit, 'id_hash' | 'content_hash'>;

/** Its place is where it is stored. */
export type StringRow = Omit<NewUnit, 'position'>;

/** The row of a new string in one language. */
export function rowOf(
  { component, string }: { component: Component; string: NewString },
  identity: StringIdentity,
  language: Language,
  place: CheckPlace,
  sourceUnit: Unit | null,
): StringRow {
  const { context, source, facts } = string;
  const flags = flagsOfString(facts ?? { location: '', flags: '' }, sourceUnit?.extra_flags ?? '');
  const inForce = flagsIn(place, flags);
  const isReadOnly = place.isReadOnly || string.isReadOnly === true || inForce.has('read-only');
  // A term that stays as it is has no translations.
  const text = component.is_glossary && isReadOnly ? { ...string, target: [], state: null } : string;
  const target = targetIn(component, text, language, place, flags);
  const state = stateIn(component, text, language, target);
  return {
    ...identity,
    ...facts,
    translation_id: language.id,
    source_unit_id: sourceUnit?.id ?? null,
    context,
    source: [...source],
    target,
    state: isReadOnly ? unitState.readonly : state,
    original_state: state,
    num_words: countWords(source, place.sourceLanguage),
    num_chars: countChars(source),
    priority: priorityOf(inForce),
    pending: isWritten(component, language),
  };
}

/** What tells the string from others in the database. */
export function identityIn(
  component: Component,
  { context, source }: Pick<NewString, 'context' | 'source'>,
): StringIdentity {
  return {
    id_hash: idHash(namingIn(component), { context, source }),
    content_hash: contentHash(source, context),
  };
}

/** How files of the component tell strings apart. */
export function namingIn({ file_format }: Pick<Component, 'file_format'>): Pick<Adapter, 'identity'> {
  return adapterById(file_format) ?? { identity: 'context+source' };
}

/** Languages of a monolingual component lack the string in their files until somebody translates it. */
export function isWritten(component: Component, language: Language): boolean {
  return component.isMonolingual ? language.is_source : !language.is_source;
}

function targetIn(
  component: Component,
  { context, source, target }: NewString,
  language: Language,
  place: CheckPlace,
  flags: readonly string[],
): string[] {
  if (language.is_source) {
    return [...source];
  }
  const count = source.length > 1 ? language.plural.number : 1;
  const forms = fitForms(adapterById(component.file_format), component.isMonolingual ? [] : target, count);
  if (forms.every((form) => form === '')) {
    return forms;
  }
  const unit = { context, source, target: forms, state: 0, note: '', flags };
  return correctorFor(place)(forms, unit);
}

/** Source strings of a bilingual component are what they are. */
function stateIn(
  component: Component,
  { state }: NewString,
  language: Language,
  target: readonly string[],
): number {
  if (language.is_source && !component.isMonolingual) {
    return unitState.readonly;
  }
  return fitState(state ?? unitState.translated, target);
}
