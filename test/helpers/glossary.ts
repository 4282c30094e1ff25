import type { Component } from '../../models/component.ts';
import type { Database } from '../../models/database.ts';
import type { Project } from '../../models/project.ts';
import type { Translation } from '../../models/translation.ts';
import type { Unit } from '../../models/unit.ts';
import { addComponent, addLanguage, addTranslation, unitsOf } from './rows.ts';

/** An entry of a glossary: flags of the source string may say more of it; its source counts in the state 100. */
export type Term = readonly [source: string, target: string, flags?: string, sourceState?: number];

export interface SampleGlossary {
  component: Component;
  source: Unit[];
  translation: Translation;
}

/** A glossary of a project with terms in one language. */
export async function addGlossary(
  db: Database,
  project: Project,
  code: string,
  terms: readonly Term[],
  fields: Partial<Component> & { sourceLanguage?: string } = {},
): Promise<SampleGlossary> {
  const { sourceLanguage = 'en', ...columns } = fields;
  const { id } = await addLanguage(db, sourceLanguage);
  const component = await addComponent(db, project, 'glossary', {
    is_glossary: true,
    manage_units: true,
    allow_translation_propagation: false,
    source_language_id: id,
    ...columns,
  });
  const sources = terms.map(([source, , flags = '', state = 100]) => ({
    source: [source],
    target: [source],
    state,
    extra_flags: flags,
  }));
  const units = terms.map(([source, target, flags = '']) => ({
    source: [source],
    target: [target],
    ...(flags === 'read-only' ? { state: 100 } : {}),
  }));
  const english = await addTranslation(db, component, sourceLanguage, sources, {
    is_source: true,
    filename: '',
  });
  const translation = await addTranslation(db, component, code, units);
  return { component, translation, source: await unitsOf(db, english) };
}
