import { readFile } from 'node:fs/promises';
import { fileOptions } from '../actors/component-files.ts';
import type { PlacedComponent } from '../actors/workplace.ts';
import { type Adapter, FormatError } from '../adapters/adapter.ts';
import { type FormatPool, PoolTimeout } from '../adapters/pool.ts';
import { adapterById, adapters } from '../adapters/registry.ts';
import type { ReadResult, SyncUnit } from '../adapters/tasks/read.ts';
import { FormulaError, samePlural } from '../languages/plurals.ts';
import type { FoundTranslation } from './find.ts';
import { invalid } from './http/errors.ts';
import type { UploadedFile } from './http/upload.ts';

/** Strings of an uploaded file. */
export interface UploadedRows {
  rows: SyncUnit[];
  /** Whether the file holds one language, so that only keys tell what a row belongs to. */
  monolingual: boolean;
}

/** What an upload is for, with what reading its files takes. */
export interface UploadTarget {
  translation: FoundTranslation;
  component: PlacedComponent;
}

/**
 * Reads an uploaded file: as a file of the component, else as what its name says it is.
 * @throws {ApiError} 400 on `file`
 */
export async function readUpload(
  pool: FormatPool,
  target: UploadTarget,
  file: UploadedFile,
): Promise<UploadedRows> {
  const bytes = await readFile(file.path);
  const own = adapterById(target.component.file_format);
  const candidates = [
    ...(own ? [own] : []),
    ...adapters.filter((adapter) => adapter !== own && isNamed(adapter, file.name)),
  ];
  let firstProblem: string | null = null;
  for (const adapter of candidates) {
    const result = await tryFormat(pool, adapter, target, bytes);
    if (typeof result !== 'string') {
      checkPlural(target.translation, result.plural);
      return { rows: result.units, monolingual: isMonolingual(adapter, target) };
    }
    firstProblem ??= result;
  }
  throw invalid('file', firstProblem ?? 'The format of the file is not known.');
}

function isMonolingual(adapter: Adapter, { component }: UploadTarget): boolean {
  return adapter.monolingual ?? component.template !== '';
}

/** Whether the name is one that files of the format have. */
function isNamed({ autoload }: Adapter, name: string): boolean {
  return autoload.some((mask) => {
    const pattern = mask.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${pattern.join('.*')}$`, 'i').test(name);
  });
}

/** The strings, or why the file cannot be read so. */
async function tryFormat(
  pool: FormatPool,
  adapter: Adapter,
  { component, translation }: UploadTarget,
  bytes: Uint8Array,
): Promise<ReadResult | string> {
  // Without the base file: the rows are matched with the strings of the database.
  const options = {
    ...fileOptions(component, translation, null),
    params: paramsFor(adapter, component),
  };
  const sourceLanguage = component.source_language.code;
  try {
    return await pool.read({ format: adapter.id, bytes, options, sourceLanguage });
  } catch (error) {
    if (error instanceof FormatError || error instanceof PoolTimeout) {
      return error.message;
    }
    throw error;
  }
}

function paramsFor(adapter: Adapter, component: PlacedComponent) {
  return adapter.id === component.file_format ? component.file_format_params : {};
}

/** Forms of another rule would end up in the wrong places. */
function checkPlural({ plural }: FoundTranslation, ofFile: ReadResult['plural']): void {
  if (ofFile === null) {
    return;
  }
  try {
    if (samePlural(ofFile, plural)) {
      return;
    }
  } catch (error) {
    if (!(error instanceof FormulaError)) {
      throw error;
    }
    throw invalid('file', `The plural formula of the file cannot be read: ${error.message}`);
  }
  throw invalid('file', 'The plural forms of the file are not those of the translation.');
}
