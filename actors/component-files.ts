import type { Adapter, FileOptions, PluralRule } from '../adapters/adapter.ts';
import { adapterById } from '../adapters/registry.ts';
import type { PluralCategory } from '../languages/plural-rule.ts';
import type { Plural } from '../models/plural.ts';
import type { Translation } from '../models/translation.ts';
import { JobFailed } from './job.ts';
import { revisionOf, type Snapshot } from './snapshot.ts';
import type { PlacedComponent } from './workplace.ts';

/** The component's format. @throws {JobFailed} when this server does not have it (any more) */
export function adapterOf(component: Pick<PlacedComponent, 'file_format'>): Adapter {
  const adapter = adapterById(component.file_format);
  if (!adapter) {
    throw new JobFailed(`The file format ${component.file_format} is not available.`, {
      attr: 'file_format',
      code: 'invalid_choice',
    });
  }
  return adapter;
}

/** How a file of the component is read and written. */
export function fileOptions(
  component: PlacedComponent,
  file: { language_code: string; plural: Plural },
  template: Uint8Array | null,
): FileOptions {
  return {
    language: file.language_code,
    plural: ruleOf(file.plural),
    sourcePlural: ruleOf(component.source_language.plural),
    params: component.file_format_params,
    template,
  };
}

/** The base file that the file's source texts come from; null where the file itself holds them. */
export async function templateOf(
  component: Pick<PlacedComponent, 'template'>,
  translation: Pick<Translation, 'is_template'>,
  snapshot: Snapshot,
): Promise<Uint8Array | null> {
  if (component.template === '' || translation.is_template) {
    return null;
  }
  return snapshot.read(component.template);
}

/** What `translations.revision` is when the translation's files are as in the snapshot. */
export function revisionIn(
  snapshot: Snapshot,
  component: Pick<PlacedComponent, 'template' | 'new_base'>,
  translation: Pick<Translation, 'filename' | 'is_template' | 'is_source'>,
): string {
  if (translation.filename === '') {
    return component.new_base === '' ? '' : revisionOf(snapshot, component.new_base);
  }
  if (component.template === '' || translation.is_template) {
    return revisionOf(snapshot, translation.filename);
  }
  return revisionOf(snapshot, translation.filename, component.template);
}

function ruleOf({ number, formula, categories }: Plural): PluralRule {
  return { number, formula, categories: categories.split(',') as PluralCategory[] };
}
