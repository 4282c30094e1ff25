import type { Knex } from 'knex';
import { fitForms } from '../adapters/forms.ts';
import { contentHash, idHash } from '../adapters/identity.ts';
import { adapterById } from '../adapters/registry.ts';
import { correctorFor, flagsIn, flagsOfString } from '../adapters/tasks/surroundings.ts';
import { priorityOf } from '../checks/flags.ts';
import { countChars, countWords } from '../languages/words.ts';
import { type ActionId, action } from './actions.ts';
import { insertChanges } from './change.ts';
import { checkUnits } from './check-units.ts';
import type { Component } from './component.ts';
import { CounterBatch } from './counters.ts';
import { noCounts } from './counts.ts';
import { fitState } from './edit-values.ts';
import { joinForms } from './forms.ts';
import { insertPending } from './pending-rows.ts';
import { type CheckPlace, loadPlaces } from './surroundings.ts';
import { Translation } from './translation.ts';
import { Unit, unitState } from './unit.ts';
import { insertUnits, type NewUnit } from './unit-rows.ts';
import type { User } from './user.ts';

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

export interface StringAddition {
  component: Component;
  /** Where the string is added: the source language stands for all languages. */
  translation: Translation;
  string: NewString;
  user: Pick<User, 'id'>;
  /** Who is credited; left out: who acts. */
  author?: Pick<User, 'id'>;
  /** What the history calls the string in its source language and in the others; left out: both a new string. */
  actions?: { source: ActionId; target: ActionId };
}

/** The language has the string already. */
export class StringExists extends Error {
  override name = 'StringExists';
}

/**
 * Adds a string to all languages or, in one of a bilingual component, to that one and the source. The next commit puts it into
 * the files. Gives its id in `translation`.
 * @throws {StringExists}
 */
export async function addString(trx: Knex.Transaction, addition: StringAddition): Promise<number> {
  const { component, translation, string } = addition;
  const languages = await lockLanguages(trx, component.id);
  const source = languages.find((language) => language.is_source);
  if (!source) {
    throw new Error(`Component ${component.id} has no source language.`);
  }
  const identity = identityIn(component, string);
  if (await holds(trx, translation.id, component, string)) {
    throw new StringExists('There is such a string already.');
  }
  const places = await loadPlaces(
    trx,
    languages.map(({ id }) => id),
  );
  const counters = new CounterBatch();
  const added: Unit[] = [];
  let sourceUnit = await Unit.query(trx).findOne({ translation_id: source.id, id_hash: identity.id_hash });
  if (!sourceUnit) {
    const rows = [rowOf(addition, identity, source, places.get(source.id)!, null)];
    sourceUnit = (await insert(trx, counters, rows))[0]!;
    await trx('units').where('id', sourceUnit.id).update({ source_unit_id: sourceUnit.id });
    added.push(sourceUnit);
  }
  const targets = languages.filter(
    (language) => !language.is_source && (translation.is_source || language.id === translation.id),
  );
  const origin = sourceUnit;
  const rows = targets.map((language) =>
    rowOf(addition, identity, language, places.get(language.id)!, origin),
  );
  added.push(...(await insert(trx, counters, rows)));
  await record(trx, counters, addition, added, languages);
  await checkUnits(trx, counters, added);
  if (isTerminology(component, places.get(source.id)!, flagsOfString(origin, origin.extra_flags))) {
    await addToAllLanguages(trx, counters, { ...addition, source: origin });
  }
  await counters.apply(trx);
  return added.find((unit) => unit.translation_id === translation.id)!.id;
}

/**
 * Adds a string, untranslated, to the languages that lack it. The next commit puts it into their files.
 * @param source the string in the source language
 */
export async function addToAllLanguages(
  trx: Knex.Transaction,
  counters: CounterBatch,
  { component, source, user, author }: Omit<Addition, 'string'> & { source: Unit },
): Promise<void> {
  const languages = await lockLanguages(trx, component.id);
  const { id_hash, content_hash, context } = source;
  const ids = languages.map(({ id }) => id);
  const having: number[] = await trx('units')
    .whereIn('translation_id', ids)
    .where({ id_hash })
    .pluck('translation_id');
  const lacking = languages.filter(({ id }) => !having.includes(id));
  if (lacking.length === 0) {
    return;
  }
  const string = { context, source: source.source, target: [], state: null };
  const addition = { component, string, user, author };
  const places = await loadPlaces(trx, ids);
  const rows = lacking.map((language) =>
    rowOf(addition, { id_hash, content_hash }, language, places.get(language.id)!, source),
  );
  const added = await insert(trx, counters, rows);
  await record(trx, counters, addition, added, languages);
  await checkUnits(trx, counters, added);
}

/**
 * Whether a string of a glossary shall exist in all of its languages.
 * @param own lists of the string's own flags
 */
export function isTerminology(
  { is_glossary }: Pick<Component, 'is_glossary'>,
  place: CheckPlace,
  own: readonly string[],
): boolean {
  return is_glossary && flagsIn(place, own).has('terminology');
}

/** Whether the language has a string that a file cannot tell from this one. */
async function holds(
  trx: Knex.Transaction,
  translationId: number,
  component: Component,
  string: NewString,
): Promise<boolean> {
  const { context, source } = string;
  const singular = identityIn(component, { context, source: source.slice(0, 1) });
  const hashes = [singular.id_hash, identityIn(component, string).id_hash];
  const units = trx('units').where('translation_id', translationId);
  if (await units.clone().whereIn('id_hash', hashes).first('id')) {
    return true;
  }
  if (adapterById(component.file_format)?.identity === 'context') {
    return false;
  }
  // Files tell plural strings apart by their first forms.
  const beginning = joinForms([source[0] ?? '', '']);
  const plural = await units
    .clone()
    .where('context', context)
    .where('source', '>=', beginning)
    .where('source', '<', `${beginning}\u{10ffff}`)
    .first('id');
  return plural !== undefined;
}

function identityIn(component: Component, { context, source }: Pick<NewString, 'context' | 'source'>) {
  const adapter = adapterById(component.file_format) ?? { identity: 'context+source' as const };
  return {
    id_hash: idHash(adapter, { context, source: [...source] }),
    content_hash: contentHash(source, context),
  };
}

type Language = Translation & Required<Pick<Translation, 'language' | 'plural'>>;

/** Of two who add strings to a component, the second waits here. */
async function lockLanguages(trx: Knex.Transaction, componentId: number): Promise<Language[]> {
  const languages = await Translation.query(trx)
    .where('component_id', componentId)
    .orderBy('id')
    .forUpdate()
    .withGraphFetched('[language, plural]');
  return languages as unknown as Language[];
}

type Addition = Omit<StringAddition, 'translation'>;

function rowOf(
  { component, string }: Addition,
  identity: ReturnType<typeof identityIn>,
  language: Language,
  place: CheckPlace,
  sourceUnit: Unit | null,
): NewUnit {
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
    position: language.total + 1,
    num_words: countWords(source, place.sourceLanguage),
    num_chars: countChars(source),
    priority: priorityOf(inForce),
    pending: isWritten(component, language),
  };
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

/** Languages of a monolingual component lack the string in their files until somebody translates it. */
function isWritten(component: Component, language: Language): boolean {
  return component.isMonolingual ? language.is_source : !language.is_source;
}

async function insert(
  trx: Knex.Transaction,
  counters: CounterBatch,
  rows: readonly NewUnit[],
): Promise<Unit[]> {
  await insertUnits(trx, counters, rows);
  return Unit.query(trx)
    .whereIn(
      'translation_id',
      rows.map((row) => row.translation_id),
    )
    .where('id_hash', rows[0]?.id_hash ?? '')
    .orderBy('id');
}

async function record(
  trx: Knex.Transaction,
  counters: CounterBatch,
  { component, user, author = user, actions }: Addition,
  units: readonly Unit[],
  languages: readonly Language[],
): Promise<void> {
  const at = Date.now();
  const places = new Map(languages.map((language) => [language.id, language]));
  const [authorId, componentId] = [author.id, component.id];
  await insertPending(
    trx,
    units
      .filter((unit) => isWritten(component, places.get(unit.translation_id)!))
      .map((unit) => {
        const { target, state } = unit;
        return { unit, isNew: true, componentId, authorId, target, state, automatic: false, at };
      }),
  );
  await insertChanges(
    trx,
    units.map((unit) => ({
      action: actionIn(places.get(unit.translation_id)!, actions),
      project_id: component.project_id,
      component_id: componentId,
      translation_id: unit.translation_id,
      language_id: places.get(unit.translation_id)!.language_id,
      unit_id: unit.id,
      user_id: user.id,
      author_id: authorId,
      target: joinForms(unit.target),
      details: {
        state: unit.state,
        old_state: unitState.untranslated,
        source: joinForms(unit.source),
        context: unit.context,
      },
      timestamp: at,
    })),
  );
  for (const unit of units) {
    counters.add(unit.translation_id, noCounts(), { at, authorId });
  }
}

function actionIn({ is_source }: Language, actions: StringAddition['actions']): ActionId {
  if (!actions) {
    return action.NEW_UNIT;
  }
  return is_source ? actions.source : actions.target;
}
