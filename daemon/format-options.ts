import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Adapter, ApplyOptions, FormatParam } from '../adapters/adapter.ts';
import { defaultPlural } from '../languages/plurals.ts';
import { UsageError } from './command.ts';
import { Failure } from './failure.ts';

/** Language of source texts, and of files whose name does not tell theirs. */
export const sourceLanguage = 'en';

/** Options of the command line that tell how to read a file. */
export interface Choices {
  language?: string;
  /** Path of the base file. */
  template?: string;
  /** `name=value` each. */
  param?: string[];
}

/** What an adapter must know to read `path`. @throws {UsageError | Failure} */
export async function optionsFor(adapter: Adapter, path: string, choices: Choices): Promise<ApplyOptions> {
  const language = choices.language ?? languageOf(path);
  return {
    language,
    plural: defaultPlural(language),
    sourcePlural: defaultPlural(sourceLanguage),
    params: { ...defaultParams(adapter), ...readParams(adapter, choices.param ?? []) },
    template: choices.template === undefined ? null : await load(choices.template),
    header: {},
  };
}

/** The code that a file's name starts with, or else the source language. */
function languageOf(path: string): string {
  const code = /^(?<code>[a-z]{2,3}(?:[-_@][A-Za-z0-9]+)*)\./.exec(basename(path))?.groups?.code;
  return code ?? sourceLanguage;
}

/** The settings of a component that changes none. */
export function defaultParams({ params }: Adapter): Record<string, string | number | boolean> {
  return Object.fromEntries(params.map((param) => [param.name, param.default]));
}

function readParams(
  adapter: Adapter,
  settings: readonly string[],
): Record<string, string | number | boolean> {
  const params = settings.map((setting) => {
    const [name = '', ...value] = setting.split('=');
    const param = adapter.params.find((candidate) => candidate.name === name);
    if (!param || value.length === 0) {
      const names = adapter.params.map((candidate) => candidate.name).join(', ') || 'none';
      throw new UsageError(`--param takes NAME=VALUE, and ${adapter.id} has these: ${names}`);
    }
    return [name, readParam(param, value.join('='))];
  });
  return Object.fromEntries(params);
}

function readParam({ name, type, choices }: FormatParam, text: string): string | number | boolean {
  const values = { string: text, number: Number(text), boolean: text === 'true' };
  const value = values[type];
  const isBoolean = text === 'true' || text === 'false';
  if (
    Number.isNaN(value) ||
    (type === 'boolean' && !isBoolean) ||
    (choices && !choices.some((choice) => choice === value))
  ) {
    throw new UsageError(`"${text}" is no value of ${name}${choices ? `: ${choices.join(', ')}` : ''}`);
  }
  return value;
}

/** @throws {Failure} when the file cannot be read. */
export async function load(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreadable';
    throw new Failure(`cannot read ${path} (${code})`, { cause });
  }
}
