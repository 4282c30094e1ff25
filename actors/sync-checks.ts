import type { Knex } from 'knex';
import { type FileChecks, placedString } from '../adapters/tasks/check.ts';
import type { SyncUnit } from '../adapters/tasks/read.ts';
import {
  evaluatorFor,
  type PlacedString,
  type StringsPlace,
  sourcePlace,
} from '../adapters/tasks/surroundings.ts';
import type { CounterBatch } from '../models/counters.ts';
import { withTerms } from '../models/glossary-terms.ts';
import { insertRows } from '../models/insert-rows.ts';
import { unitState } from '../models/unit.ts';
import { type JudgedUnit, Verdicts } from '../models/verdicts.ts';
import { sameForms } from './sync-plan.ts';
import type { PlacedTranslation, SyncSubject } from './sync-subject.ts';
import type { PlacedComponent } from './workplace.ts';

/** What a worker needs to check the strings of a file. `flags`: those of all levels above the translation. */
export function fileChecks(
  component: PlacedComponent,
  translation: PlacedTranslation,
  flags: readonly string[],
  extraFlags: FileChecks['extraFlags'],
): FileChecks {
  const { source_language: source, project } = component;
  const place: StringsPlace = {
    sourceLanguage: source.code,
    language: translation.language.code,
    sourcePlural: { number: source.plural.number, formula: source.plural.formula },
    plural: { number: translation.plural.number, formula: translation.plural.formula },
    fileFormat: component.file_format,
    isSource: translation.is_source,
    isGlossary: component.is_glossary,
    names: [project.name, component.name],
    outerFlags: [...flags, translation.check_flags],
  };
  const givesSources = !translation.is_source && !component.isMonolingual;
  return {
    place,
    sourcePlace: givesSources ? sourcePlace({ ...place, outerFlags: flags }) : null,
    extraFlags,
  };
}

/** Flags given to the source strings of a component, by id hash. */
export async function loadExtraFlags(
  knex: Knex,
  sourceTranslationId: number,
): Promise<FileChecks['extraFlags']> {
  const rows: { id_hash: string; extra_flags: string }[] = await knex('units')
    .where('translation_id', sourceTranslationId)
    .whereNot('extra_flags', '')
    .select('id_hash', 'extra_flags');
  return Object.fromEntries(rows.map(({ id_hash, extra_flags }) => [id_hash, extra_flags]));
}

/** A file as far as the checks of its strings ask. */
export type CheckedFile = Pick<SyncSubject, 'place' | 'component' | 'translation' | 'checks'>;

/** Strings of one request: a second or two of work at most. */
const requestLength = 500;

/** Has those strings checked that the worker left out, for want of time or because they need the terms of glossaries. */
export async function checkRest(subject: CheckedFile, units: readonly SyncUnit[]) {
  const {
    place: { services, ctx },
    checks,
  } = subject;
  const rest = units.filter((unit) => unit.checks === undefined);
  for (let start = 0; start < rest.length; start += requestLength) {
    const page = rest.slice(start, start + requestLength);
    const { place, sourcePlace: sources } = checks;
    const own = await findTerms(subject, page);
    const { failing } = await services.pool.check({ place, units: own }, { signal: ctx.signal });
    page.forEach((unit, index) => {
      unit.checks = failing[index]!;
    });
    if (sources) {
      const asSource = page.map((unit) => placedString(unit, checks, true));
      const found = await services.pool.check({ place: sources, units: asSource }, { signal: ctx.signal });
      page.forEach((unit, index) => {
        unit.sourceChecks = found.failing[index]!;
      });
    }
  }
}

/** Strings as their checks see them. The file keeps what glossaries say of them: edits may have them checked once more. */
async function findTerms(
  { place: { services }, component, translation, checks }: CheckedFile,
  units: readonly SyncUnit[],
): Promise<PlacedString[]> {
  const place = {
    ...checks.place,
    projectId: component.project_id,
    languageId: translation.language_id,
    sourceLanguageId: component.source_language_id,
  };
  const own = units.map((unit) => placedString(unit, checks));
  const strings = await withTerms(services.db.reader, place, own);
  for (const [index, { terms }] of strings.entries()) {
    if (terms) {
      units[index]!.terms = terms;
    }
  }
  return strings;
}

/** What decides about the checks of a string besides its place. */
export type FinalString = Pick<SyncUnit, 'source' | 'target' | 'state'>;

/** Ids of the checks that a string of a file fails when its row says `final`, which edits make differ from the file. */
export function failingOf(
  { checks, translation: { is_source, plural } }: SyncSubject,
  entry: SyncUnit,
  final: FinalString,
): readonly string[] {
  const isUntouched = final.state === unitState.untranslated || final.state === unitState.readonly;
  if (isUntouched && !is_source && !checks.place.isGlossary) {
    return [];
  }
  if (entry.checks && sameForms(final.target, entry.target) && sameForms(final.source, entry.source)) {
    return entry.checks;
  }
  const { source, target, state } = final;
  const place = { ...checks.place, plural: { number: plural.number, formula: plural.formula } };
  return evaluatorFor(place)({ ...placedString(entry, checks), source, target, state });
}

/** Ids of the checks that the source string of an entry fails. */
export function failingAsSource({ checks }: Pick<SyncSubject, 'checks'>, entry: SyncUnit): readonly string[] {
  return (
    entry.sourceChecks ?? evaluatorFor(checks.sourcePlace ?? checks.place)(placedString(entry, checks, true))
  );
}

/** A string that has just been inserted, by its id hash. */
export interface AddedString {
  idHash: string;
  failing: readonly string[];
}

/** Inserts the failing checks of new strings, which are marked already. */
export async function insertChecks(
  trx: Knex.Transaction,
  translationId: number,
  added: readonly AddedString[],
): Promise<void> {
  const failing = added.filter((string) => string.failing.length > 0);
  if (failing.length === 0) {
    return;
  }
  const rows: { id: number; id_hash: string }[] = await trx('units')
    .where('translation_id', translationId)
    .whereIn(
      'id_hash',
      failing.map(({ idHash }) => idHash),
    )
    .select('id', 'id_hash');
  const ids = new Map(rows.map(({ id, id_hash }) => [id_hash, id]));
  await insertRows(
    trx,
    'unit_checks',
    failing.flatMap((string) =>
      string.failing.map((name) => ({ unit_id: ids.get(string.idHash)!, name, dismissed: 0 })),
    ),
  );
}

/** Writes what is new of the checks of stored strings. */
export async function writeChecks(
  trx: Knex.Transaction,
  counters: CounterBatch,
  strings: readonly { unit: JudgedUnit; failing: readonly string[] }[],
): Promise<void> {
  const verdicts = new Verdicts();
  for (const { unit, failing } of strings) {
    verdicts.read(unit, failing);
  }
  await verdicts.write(trx, counters);
}
