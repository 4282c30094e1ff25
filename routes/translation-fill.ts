import { z } from 'zod';
import { may } from '../models/access.ts';
import type { AutomaticResult } from '../models/automatic-translation.ts';
import { Component } from '../models/component.ts';
import { originsIn } from '../models/texts-elsewhere.ts';
import { Translation } from '../models/translation.ts';
import { unitState } from '../models/unit.ts';
import { closedRefusal } from '../models/unit-rights.ts';
import { fillFrom } from './fill-from.ts';
import type { FoundComponent, FoundTranslation } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { denied, invalid, notFound, refuse } from './http/errors.ts';
import { removeLanguage } from './language-jobs.ts';
import { isComponentName, namedComponent } from './named-component.ts';

/** Components that give a new language its first texts: ids, or `project/component`. What is wrong with one is wrong with all. */
export function fillingComponents() {
  return z
    .array(z.unknown() as z.ZodType<string | number>)
    .max(100)
    .refine((names) => names.every(isComponentName), {
      message: 'Name components by id or project/component.',
    })
    .meta({ type: 'array', items: { type: ['integer', 'string'] } });
}

/**
 * Ids of the components that `names` name.
 * @throws {ApiError} 400 on `from_component` unless each has the same source language, and one of them the language `code`
 */
export async function findFilling(
  call: Call,
  component: FoundComponent,
  names: readonly (string | number)[],
  code: string,
): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) {
    const named = await namedComponent(call, 'from_component', name, component.project);
    if (named.source_language_id !== component.source_language_id) {
      throw invalid('from_component', `The source language of "${named.path}" is another one.`);
    }
    ids.push(named.id);
  }
  if (ids.length > 0 && !(await anyHas(call, ids, code))) {
    throw invalid('from_component', `None of these components has the language "${code}".`);
  }
  return ids;
}

async function anyHas({ services }: Call, componentIds: readonly number[], code: string): Promise<boolean> {
  const found = await Translation.query(services.db.reader)
    .joinRelated('language')
    .where('language.code', code)
    .whereIn('translations.component_id', [...componentIds])
    .first();
  return found !== undefined;
}

/** @throws {ApiError} 403 unless the caller may translate automatically */
export function refuseFilling({ caller }: Call, component: FoundComponent): void {
  if (!may(caller, 'translation.auto', component.project)) {
    throw denied('You may not have strings translated automatically.');
  }
  refuse(closedRefusal(caller, { component }));
}

/**
 * Fills a language that was just added. One that cannot get its first texts is removed again; one whose component is
 * locked meanwhile keeps what it has got.
 * @throws {ApiError} 400 on `from_component`, 403 for the lock
 */
export async function fillNew(
  call: Call,
  component: FoundComponent,
  code: string,
  componentIds: readonly number[],
): Promise<void> {
  const translation = await addedTranslation(call, component, code);
  const { count, isLocked } = await fillLanguage(call, translation, componentIds).catch(
    async (error: unknown) => {
      call.services.log.error(
        { err: error, translation: translation.id },
        'a new language could not be filled',
      );
      await removeLanguage(call, component, translation.id);
      throw invalid('from_component', 'The language could not be filled, and was removed again.');
    },
  );
  if (isLocked) {
    const done = `the language was added, and ${count} of its strings got texts`;
    throw denied(`The component was locked meanwhile: ${done}.`);
  }
}

async function addedTranslation(
  { services }: Call,
  { path }: FoundComponent,
  code: string,
): Promise<FoundTranslation> {
  const found = await Translation.at(services.db.writer, path, code);
  if (!found) {
    throw notFound();
  }
  return found as FoundTranslation;
}

/** Translates what the new language has not got, with texts of the components. */
async function fillLanguage(
  call: Call,
  translation: FoundTranslation,
  componentIds: readonly number[],
): Promise<AutomaticResult> {
  const components = Component.query()
    .select('components.id')
    .whereIn('components.id', [...componentIds]);
  const origins = await originsIn(call.services.db.reader, components, translation.language_id);
  return fillFrom(call, translation, origins, {
    mode: 'translate',
    narrow: (units) => units.where('units.state', '<', unitState.translated),
  });
}
