import type { Knex } from 'knex';
import { action } from '../models/actions.ts';
import { recordChange } from '../models/change.ts';
import { glossaryOf, projectsUsing } from '../models/glossary.ts';
import { removeTranslation } from '../models/removal.ts';
import { Translation } from '../models/translation.ts';
import type { Discovery, FoundFile } from './discover.ts';
import { defaultPluralOf, ensureLanguage } from './language-rows.ts';
import { recheck, translatedIn } from './recheck.ts';
import type { PlacedTranslation } from './sync-subject.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

/** The languages of a component after looking for its files. */
export interface PlacedLanguages {
  source: PlacedTranslation;
  /** All others, by file name. */
  targets: PlacedTranslation[];
  /** Whether a language went, and perhaps the last translation of a string with it. */
  removed: boolean;
}

/**
 * Makes the component's translations those of the files that were found: adds, renames and removes them. The source
 * language always has one: that of the base file, or of a bilingual component's strings, which has no file.
 */
export async function placeTranslations(
  place: Workplace,
  component: PlacedComponent,
  { files }: Discovery,
): Promise<PlacedLanguages> {
  const { ctx } = place;
  const template = files.find((file) => file.isTemplate);
  await ctx.commit((trx) => placeSource(trx, component, template));
  for (const file of files) {
    if (!file.isTemplate) {
      await ctx.commit((trx) => placeTarget(trx, component, file));
    }
  }
  const removed = await removeGone(place, component, files);
  const translations = await loadTranslations(place, component.id);
  const source = translations.find((translation) => translation.is_source)!;
  const targets = translations
    .filter((translation) => !translation.is_source)
    .sort((a, b) => (a.filename < b.filename ? -1 : 1));
  return { source, targets, removed };
}

export async function loadTranslations(place: Workplace, componentId: number): Promise<PlacedTranslation[]> {
  const rows = await Translation.ofComponent(place.services.db.writer, componentId);
  return rows as PlacedTranslation[];
}

async function placeSource(
  trx: Knex.Transaction,
  component: PlacedComponent,
  template: FoundFile | undefined,
): Promise<void> {
  await placeRow(trx, component.id, component.source_language_id, {
    filename: template?.path ?? component.template,
    language_code: component.source_language.code,
    is_source: true,
    is_template: component.template !== '',
  });
}

async function placeTarget(
  trx: Knex.Transaction,
  component: PlacedComponent,
  file: FoundFile,
): Promise<void> {
  const languageId = 'id' in file.language ? file.language.id : await ensureLanguage(trx, file.language);
  await placeRow(trx, component.id, languageId, {
    filename: file.path,
    language_code: file.code,
    is_source: false,
    is_template: false,
  });
}

type FileColumns = Pick<Translation, 'filename' | 'language_code' | 'is_source' | 'is_template'>;

/** Another file for the same language is read as if nothing of it were known. */
async function placeRow(
  trx: Knex.Transaction,
  componentId: number,
  languageId: number,
  columns: FileColumns,
): Promise<void> {
  const found = await Translation.query(trx).findOne({ component_id: componentId, language_id: languageId });
  if (!found) {
    const plural = await defaultPluralOf(trx, languageId);
    await Translation.query(trx).insert({
      component_id: componentId,
      language_id: languageId,
      plural_id: plural.id,
      revision: '',
      ...columns,
    });
    return;
  }
  const names = Object.keys(columns) as (keyof FileColumns)[];
  if (names.some((name) => found[name] !== columns[name])) {
    await Translation.query(trx)
      .findById(found.id)
      .patch({ ...columns, revision: '' });
  }
}

/** Languages whose file is no longer in the repository, or no longer one of the component's. */
async function removeGone(
  place: Workplace,
  component: PlacedComponent,
  files: readonly FoundFile[],
): Promise<boolean> {
  const paths = new Set(files.map((file) => file.path));
  const translations = await loadTranslations(place, component.id);
  const gone = translations.filter(
    (translation) => !translation.is_source && !paths.has(translation.filename),
  );
  for (const translation of gone) {
    await place.ctx.commit((trx) => dropTranslation(trx, translation, place.userId));
    place.ctx.log(`${translation.filename}: the file is gone`);
  }
  return gone.length > 0;
}

/** Removes a language with its strings; the history of the component keeps the name of its file. */
export async function dropTranslation(
  trx: Knex.Transaction,
  translation: PlacedTranslation,
  userId: number | null,
): Promise<void> {
  await removeTranslation(trx, translation.id);
  await recheck(trx, (components) => components.where('id', translation.component_id));
  if (await glossaryOf(trx, translation.component_id)) {
    await recheck(trx, translatedIn(await projectsUsing(trx, translation.component_id)));
  }
  await recordChange(trx, {
    action: action.REMOVE_TRANSLATION,
    component_id: translation.component_id,
    language_id: translation.language_id,
    user_id: userId,
    target: translation.filename,
    details: { language_code: translation.language_code },
  });
}
