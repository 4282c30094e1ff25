import { LanguageFilterError, languageFilter } from '../languages/language-filter.ts';
import { languageFiles } from '../languages/mask.ts';
import { type LanguageIndex, type LanguageMatch, matchLanguage } from '../languages/match.ts';
import { parseLanguageAliases, resolveFileCode } from '../languages/project-aliases.ts';
import { JobFailed } from './job.ts';
import type { MissingLanguage, StoredLanguage } from './language-rows.ts';
import type { PlacedComponent } from './workplace.ts';

/** A file that the component translates. */
export interface FoundFile {
  path: string;
  /** As in the path; the source language's own for the base file. */
  code: string;
  isTemplate: boolean;
  language: StoredLanguage | MissingLanguage;
}

export interface Discovery {
  /** The base file first, then by path; at most one of each language. */
  files: FoundFile[];
  /** Files whose language another file has already. */
  duplicates: { path: string; language: string; used: string }[];
  /** Files of which the code is none that a language can have. */
  invalid: { path: string; code: string }[];
}

/**
 * Looks for the component's files among `paths`. In a bilingual component a file of the source language is no translation,
 * and neither is the file that new translations are made from.
 * @throws {JobFailed} naming `language_regex` when that cannot be used
 */
export function discoverFiles(
  component: PlacedComponent,
  paths: Iterable<string>,
  languages: LanguageIndex<StoredLanguage>,
): Discovery {
  const { filemask: mask, template, intermediate, new_base, source_language } = component;
  const aliases = parseLanguageAliases(component.project.language_aliases);
  const isWanted = filterOf(component);
  const discovery: Discovery = { files: [], duplicates: [], invalid: [] };
  const used = new Map<string, string>();
  for (const { path, code } of languageFiles(paths, { mask, template, intermediate, isWanted })) {
    const isTemplate = code === null;
    if (path === new_base && !isTemplate) {
      continue;
    }
    const meant = isTemplate ? source_language.code : resolveFileCode(code, aliases, source_language.code);
    const match = matchLanguage(meant, languages);
    if (match.kind === 'invalid') {
      discovery.invalid.push({ path, code: code ?? meant });
      continue;
    }
    const language = match.kind === 'known' ? match.language : missingLanguage(match);
    const owner = used.get(language.code);
    if (owner !== undefined) {
      discovery.duplicates.push({ path, language: language.code, used: owner });
    } else if (isTemplate || template !== '' || language.code !== source_language.code) {
      used.set(language.code, path);
      discovery.files.push({ path, code: code ?? source_language.code, isTemplate, language });
    }
  }
  return discovery;
}

function missingLanguage({
  code,
  name,
  direction,
  base,
}: Extract<LanguageMatch<StoredLanguage>, { kind: 'new' }>): MissingLanguage {
  return { code, name, direction, base: base?.code ?? null };
}

function filterOf({ language_regex }: PlacedComponent): (code: string) => boolean {
  try {
    const isWanted = languageFilter(language_regex);
    return (code) => test(isWanted, code);
  } catch (error) {
    throw asJobFailed(error);
  }
}

function test(isWanted: (code: string) => boolean, code: string): boolean {
  try {
    return isWanted(code);
  } catch (error) {
    throw asJobFailed(error);
  }
}

function asJobFailed(error: unknown): unknown {
  if (!(error instanceof LanguageFilterError)) {
    return error;
  }
  return new JobFailed(`The language filter cannot be used: ${error.message}.`, {
    attr: 'language_regex',
    cause: error,
  });
}
