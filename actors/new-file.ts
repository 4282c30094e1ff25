import { FormatError } from '../adapters/adapter.ts';
import { languageFilter } from '../languages/language-filter.ts';
import { pathForCode } from '../languages/mask.ts';
import { matchLanguage } from '../languages/match.ts';
import { parseLanguageAliases, resolveFileCode } from '../languages/project-aliases.ts';
import { type CodeStyle, codeStyles, fileCode } from '../languages/style.ts';
import { Category } from '../models/category.ts';
import { effectiveSettings } from '../models/inheritable.ts';
import type { Plural } from '../models/plural.ts';
import { adapterOf, fileOptions } from './component-files.ts';
import type { Identity } from './git-commit.ts';
import { JobFailed } from './job.ts';
import { loadLanguages } from './language-rows.ts';
import type { Snapshot } from './snapshot.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

export interface NewFile {
  /** As in the path. */
  code: string;
  path: string;
}

/**
 * Where the file of a language would be. Its code is spelled as the component asks for, and must be read back as the same
 * language.
 * @throws {JobFailed} on `language_code` when there is no such spelling
 */
export async function newFileFor(
  place: Workplace,
  component: PlacedComponent,
  language: { id: number; code: string },
): Promise<NewFile> {
  const aliases = parseLanguageAliases(component.project.language_aliases);
  const code = fileCode(language.code, await styleOf(place, component), aliases);
  const languages = await loadLanguages(place.services.db.reader);
  const match = matchLanguage(resolveFileCode(code, aliases, component.source_language.code), languages);
  if (match.kind !== 'known' || match.language.id !== language.id) {
    throw refused(`The code ${code} would be read as another language.`);
  }
  if (!languageFilter(component.language_regex)(code)) {
    throw refused(`The language filter of the component does not admit the code ${code}.`);
  }
  return { code, path: pathForCode(component.filemask, code) };
}

/**
 * Content of a new translation file: the base with all translations emptied, or the smallest file of the format.
 * @throws {FormatError} when the base is missing or cannot be used
 */
export async function newFileContent(
  place: Workplace,
  component: PlacedComponent,
  file: { code: string; plural: Plural },
  snapshot: Snapshot,
  author: Identity,
): Promise<Uint8Array> {
  const adapter = adapterOf(component);
  // A monolingual file may start empty: strings come in as they are translated.
  const basePath = component.new_base || (adapter.startsEmpty ? '' : component.template);
  if (basePath === '' && !adapter.startsEmpty) {
    throw new FormatError(`a new ${adapter.name} needs a base file`);
  }
  const template = component.template === '' ? null : await snapshot.read(component.template);
  const { bytes } = await place.services.pool.create(
    {
      format: adapter.id,
      base: basePath === '' ? null : await snapshot.read(basePath),
      options: {
        ...fileOptions(component, { language_code: file.code, plural: file.plural }, template),
        header: {
          language: file.code,
          revised: place.ctx.createdAt,
          lastTranslator: `${author.name} <${author.email}>`,
          reportBugsTo: component.report_source_bugs || undefined,
        },
      },
    },
    { signal: place.ctx.signal },
  );
  return bytes;
}

async function styleOf(place: Workplace, component: PlacedComponent): Promise<CodeStyle> {
  const categories = await Category.chain(place.services.db.reader, component.category_id);
  const { language_code_style } = effectiveSettings([component, ...categories, component.project]);
  const wanted = language_code_style || adapterOf(component).codeStyle;
  return codeStyles.find((style) => style === wanted) ?? 'posix';
}

function refused(message: string): JobFailed {
  return new JobFailed(message, { attr: 'language_code' });
}
