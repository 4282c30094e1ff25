import type { Knex } from 'knex';
import { z } from 'zod';
import { flagsOfFormat, flagsOfLocation } from '../../checks/file-flags.ts';
import { formatFlags, mergeFlags } from '../../checks/flags.ts';
import { splitForms } from '../../models/forms.ts';
import { labelsOf } from '../../models/label.ts';
import { placeholders, rawRows } from '../../models/raw-rows.ts';
import type { Urls } from '../http/urls.ts';
import type { Viewer } from './component.ts';
import { labelShape, presentLabel } from './label.ts';
import { presentTime } from './time.ts';

export const unitShape = z
  .object({
    id: z.int(),
    translation: z.string(),
    language_code: z.string(),
    source: z.array(z.string()),
    previous_source: z.string(),
    target: z.array(z.string()),
    id_hash: z.string(),
    content_hash: z.string(),
    location: z.string(),
    context: z.string(),
    note: z.string(),
    flags: z.string(),
    labels: z.array(labelShape),
    state: z.int(),
    fuzzy: z.boolean(),
    translated: z.boolean(),
    approved: z.boolean(),
    position: z.int(),
    has_suggestion: z.boolean(),
    has_comment: z.boolean(),
    has_failing_check: z.boolean(),
    num_words: z.int(),
    source_unit: z.string(),
    priority: z.int(),
    web_url: z.string(),
    url: z.string(),
    explanation: z.string(),
    extra_flags: z.string(),
    pending: z.boolean(),
    timestamp: z.string(),
    last_updated: z.string(),
    automatically_translated: z.boolean(),
    checks: z.array(z.string()).optional().meta({
      description: 'Ids of the checks that the string fails and nobody has dismissed; only of a single unit',
    }),
  })
  .meta({ id: 'Unit' });

export type UnitJson = z.infer<typeof unitShape>;

/** A row of `units` as the database gives it: forms joined (see forms.ts), booleans 0 or 1. */
export interface UnitRow {
  id: number;
  translation_id: number;
  source_unit_id: number | null;
  id_hash: string;
  content_hash: string;
  context: string;
  source: string;
  target: string;
  previous_source: string;
  state: number;
  location: string;
  note: string;
  flags: string;
  extra_flags: string;
  explanation: string;
  position: number;
  num_words: number;
  priority: number;
  pending: number;
  has_failing_check: number;
  has_suggestion: number;
  has_comment: number;
  automatically_translated: number;
  timestamp: number;
  last_updated: number;
}

/**
 * Presents rows of `units` in their order, with a fixed number of queries. The longest lists of the API are of units,
 * so they are mapped from plain rows.
 */
export async function presentUnits({ knex, urls }: Viewer, units: readonly UnitRow[]): Promise<UnitJson[]> {
  const places = await placesOf(knex, urls, units);
  const sourceFlags = await sourceFlagsOf(knex, units);
  const labels = await labelsOf(
    knex,
    units.map(({ id, source_unit_id }) => source_unit_id ?? id),
  );
  const mergedFlags = flagMerger();
  return units.map((unit) => {
    const { code, flags, url, page } = places.get(unit.translation_id)!;
    const { id, state } = unit;
    const ownSource = unit.source_unit_id ?? id;
    const extra = ownSource === id ? unit.extra_flags : (sourceFlags.get(ownSource) ?? '');
    return {
      id,
      translation: url,
      language_code: code,
      source: splitForms(unit.source),
      previous_source: unit.previous_source,
      target: splitForms(unit.target),
      id_hash: decimalHash(unit.id_hash),
      content_hash: decimalHash(unit.content_hash),
      location: unit.location,
      context: unit.context,
      note: unit.note,
      flags: mergedFlags([...flags, flagsOfLocation(unit.location), unit.flags, extra]),
      labels: (labels.get(ownSource) ?? []).map(presentLabel),
      state,
      fuzzy: state >= 10 && state < 20,
      translated: state === 20 || state === 30,
      approved: state === 30,
      position: unit.position,
      has_suggestion: unit.has_suggestion === 1,
      has_comment: unit.has_comment === 1,
      has_failing_check: unit.has_failing_check === 1,
      num_words: unit.num_words,
      source_unit: urls.unit(ownSource),
      priority: unit.priority,
      web_url: urls.unitOn(page, unit.id_hash),
      url: urls.unit(id),
      explanation: unit.explanation,
      extra_flags: unit.extra_flags,
      pending: unit.pending === 1,
      timestamp: presentTime(unit.timestamp),
      last_updated: presentTime(unit.last_updated),
      automatically_translated: unit.automatically_translated === 1,
    };
  });
}

/** 16 hex digits as the decimal number that clients know: signed, half of the range below zero. */
function decimalHash(hex: string): string {
  return (BigInt(`0x${hex}`) - 2n ** 63n).toString();
}

interface PlaceRow {
  id: number;
  path: string;
  category_id: number | null;
  file_format: string;
  code: string;
  project_flags: string;
  component_flags: string;
  translation_flags: string;
}

interface Place {
  code: string;
  /** Of the translation: in the API, and the page to translate it on. */
  url: string;
  page: string;
  /** Flags of project, categories, file format, component and translation, outermost first. */
  flags: string[];
}

async function placesOf(knex: Knex, urls: Urls, units: readonly UnitRow[]): Promise<Map<number, Place>> {
  const ids = [...new Set(units.map(({ translation_id }) => translation_id))];
  const rows = await rawRows<PlaceRow>(
    knex,
    `SELECT translations.id, components.path, components.category_id, components.file_format, languages.code,
        projects.check_flags AS project_flags, components.check_flags AS component_flags,
        translations.check_flags AS translation_flags
      FROM translations JOIN components ON components.id = translations.component_id
      JOIN projects ON projects.id = components.project_id JOIN languages ON languages.id = translations.language_id
      WHERE translations.id IN (${placeholders(ids)})`,
    ids,
  );
  const categories = await categoryFlags(
    knex,
    rows.flatMap(({ category_id }) => category_id ?? []),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        code: row.code,
        url: urls.translation(row.path, row.code),
        page: urls.translatePage(row.path, row.code),
        flags: [
          row.project_flags,
          ...(categories.get(row.category_id ?? 0) ?? []),
          flagsOfFormat(row.file_format),
          row.component_flags,
          row.translation_flags,
        ],
      },
    ]),
  );
}

/** Flags of each category and those around it, outermost first. Categories nest at most three deep. */
async function categoryFlags(knex: Knex, ids: readonly number[]): Promise<Map<number, string[]>> {
  if (ids.length === 0) {
    return new Map();
  }
  const rows = await knex('categories as inner')
    .leftJoin('categories as middle', 'middle.id', 'inner.category_id')
    .leftJoin('categories as outer', 'outer.id', 'middle.category_id')
    .whereIn('inner.id', [...new Set(ids)])
    .select(
      'inner.id',
      'inner.check_flags as own',
      'middle.check_flags as parent',
      'outer.check_flags as grandparent',
    );
  return new Map(rows.map((row) => [row.id, [row.grandparent ?? '', row.parent ?? '', row.own]]));
}

/** `extra_flags` of the source strings that other strings of `units` belong to. */
async function sourceFlagsOf(knex: Knex, units: readonly UnitRow[]): Promise<Map<number, string>> {
  const ids = units.flatMap(({ id, source_unit_id }) =>
    source_unit_id === null || source_unit_id === id ? [] : source_unit_id,
  );
  if (ids.length === 0) {
    return new Map();
  }
  const distinct = [...new Set(ids)];
  const rows = await rawRows<Pick<UnitRow, 'id' | 'extra_flags'>>(
    knex,
    `SELECT id, extra_flags FROM units WHERE id IN (${placeholders(distinct)}) AND extra_flags <> ''`,
    distinct,
  );
  return new Map(rows.map(({ id, extra_flags }) => [id, extra_flags]));
}

/** Merges lists of flags; most strings of a page have the same ones, so each result is kept. */
function flagMerger(): (texts: readonly string[]) => string {
  const merged = new Map<string, string>();
  return (texts) => {
    const given = texts.filter((text) => text !== '');
    const key = given.join('\n');
    const known = merged.get(key);
    if (known !== undefined) {
      return known;
    }
    const text = formatFlags(mergeFlags(...given));
    merged.set(key, text);
    return text;
  };
}
