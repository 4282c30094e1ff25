import type { PluralCategory, PluralRule } from '../adapters/adapter.ts';
import { type Exporter, refusalOf } from '../adapters/exports/exporter.ts';
import { adapterById } from '../adapters/registry.ts';
import type { Component } from '../models/component.ts';
import { Language } from '../models/language.ts';
import type { Plural } from '../models/plural.ts';
import { loadPlace } from '../models/surroundings.ts';
import { filesOf } from './committed-files.ts';
import type { FoundTranslation } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { searchFor } from './search-context.ts';
import { storedStrings } from './stored-strings.ts';

/** What to make of the strings of translations. */
export interface Conversion {
  exporter: Exporter;
  /** Search query that chooses strings; '': all. */
  q: string;
}

/** Why the component's strings cannot be had in the format; null when they can. */
export function conversionRefusal(component: Component, exporter: Exporter): string | null {
  return refusalOf(exporter, {
    adapter: adapterById(component.file_format),
    monolingual: component.isMonolingual,
  });
}

/** @throws {ApiError} 400 on `q` for a query that cannot be read */
export function checkQuery({ services: { db } }: Call, q: string): void {
  searchFor(db.reader('units'), q, { engine: db.engine, now: Date.now() });
}

/**
 * A new file of strings of the translation as the database has them, edits that wait for the repository included.
 * @param base what `baseFor` gives
 * @throws {FormatError} when the format cannot express one of them
 * @throws {PoolTimeout} when there are too many
 */
export async function convert(
  call: Call,
  translation: FoundTranslation,
  { exporter, q }: Conversion,
  base: Uint8Array | null,
): Promise<Uint8Array> {
  const { services, urls } = call;
  const { component, language, plural } = translation;
  const { reader } = services.db;
  const place = await loadPlace(reader, translation.id);
  const source = await Language.query(reader)
    .findById(component.source_language_id)
    .withGraphFetched('plural')
    .throwIfNotFound();
  const request = {
    format: exporter.id,
    strings: [],
    place: { outerFlags: place.outerFlags },
    about: {
      monolingual: component.isMonolingual,
      language: language.code,
      sourceLanguage: source.code,
      languageName: language.name,
      plural: ruleOf(plural),
      sourcePlural: ruleOf(source.plural!),
      project: component.project.name,
      component: component.name,
      url: urls.translationPage(component.path, language.code),
      changed: translation.last_change_at,
    },
    base,
  };
  const { bytes } = await services.pool.export(request, {
    complete: async () => ({ strings: await storedStrings(call, translation, q) }),
  });
  return bytes;
}

/** The monolingual base file where the format needs it: keys of a gettext catalogue have parts that only it tells. */
export async function baseFor(
  call: Call,
  component: Component,
  { only }: Exporter,
): Promise<Uint8Array | null> {
  if (only !== 'gettext' || !component.isMonolingual) {
    return null;
  }
  const [file] = await filesOf(call, component, [component.template]);
  return file ? file.read() : null;
}

/** The path with categories, the language and the format: `project-category-component-cs.csv`. */
export function conversionName({ component, language }: FoundTranslation, { extension }: Exporter): string {
  return `${component.path.replaceAll('/', '-')}-${language.code}${extension}`;
}

function ruleOf({ number, formula, categories }: Plural): PluralRule {
  return { number, formula, categories: categories.split(',') as PluralCategory[] };
}
