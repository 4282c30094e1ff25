import { flagInteger, formatFlags } from '../../checks/flags.ts';
import { styledCode } from '../../languages/style.ts';
import { FormatError } from '../adapter.ts';
import type { ExportAbout, ExportString } from '../exports/exporter.ts';
import { exporterById } from '../exports/list.ts';
import { flagsIn, flagsOfString, type StringsPlace } from './surroundings.ts';

/** A string as the database has it. */
export interface StoredString {
  context: string;
  source: string[];
  target: string[];
  previousSource: string[];
  /** 0 untranslated, 10 to 12 asks for an edit, 20 translated, 30 approved, 100 read only. */
  state: number;
  /** Without flags that make it read only. */
  originalState: number;
  location: string;
  /** Comment in the file. */
  note: string;
  /** Of the source string. */
  explanation: string;
  /** Of the file, and those given to the source string here. */
  flags: string;
  extraFlags: string;
  /** Notes of translators. */
  translatorNotes: string[];
  idHash: string;
}

export interface ExportRequest {
  /** Id of the conversion. */
  format: string;
  strings: readonly StoredString[];
  place: Pick<StringsPlace, 'outerFlags'>;
  about: Omit<ExportAbout, 'languageTag' | 'sourceTag' | 'base'>;
  base: Uint8Array | null;
}

export interface ExportResult {
  bytes: Uint8Array;
}

/** Makes a file of stored strings. @throws {FormatError} when the format cannot express one of them. */
export function exportStrings({ format, strings, place, about, base }: ExportRequest): ExportResult {
  const exporter = exporterById(format);
  if (!exporter) {
    throw new FormatError(`there is no conversion "${format}"`);
  }
  const units = strings.map((stored) => exportString(stored, place));
  const languageTag = styledCode(about.language, 'bcp');
  const sourceTag = styledCode(about.sourceLanguage, 'bcp');
  return { bytes: exporter.export(units, { ...about, languageTag, sourceTag, base }) };
}

function exportString(stored: StoredString, place: ExportRequest['place']): ExportString {
  const { context, source, target, previousSource, location, note, explanation, idHash } = stored;
  const flags = flagsIn(place, flagsOfString(stored, stored.extraFlags));
  return {
    context,
    source,
    target,
    previousSource,
    state: stateOf(stored),
    isReadOnly: stored.originalState === readOnly || flags.has('read-only'),
    location,
    developerNotes: [note, explanation].filter((text) => text !== '').join('\n'),
    translatorNotes: stored.translatorNotes.join('\n'),
    flags: formatFlags(flags),
    maxLength: flagInteger(flags, 'max-length') ?? null,
    idHash,
  };
}

const readOnly = 100;

/** A string that may not be edited is in the state that it has otherwise. */
function stateOf({ state, originalState, target }: StoredString): ExportString['state'] {
  const value = state === readOnly ? originalState : state;
  if (target.every((form) => form === '')) {
    return 'untranslated';
  }
  if (value >= 10 && value < 20) {
    return 'fuzzy';
  }
  return value === 30 ? 'approved' : 'translated';
}
