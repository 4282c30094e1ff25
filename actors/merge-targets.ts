import type { FileOptions } from '../adapters/adapter.ts';
import { fileOptions } from './component-files.ts';
import type { Snapshot } from './snapshot.ts';
import type { PlacedTranslation } from './sync-subject.ts';
import { loadTranslations } from './translation-rows.ts';
import type { PlacedComponent, Workplace } from './workplace.ts';

/** A file of translations: whose it is. */
export interface MergeTarget {
  component: PlacedComponent;
  translation: PlacedTranslation;
}

/** The translations of the working copy by the path of their file; some formats keep several in one. */
export async function mergeTargets(place: Workplace): Promise<Map<string, MergeTarget[]>> {
  const targets = new Map<string, MergeTarget[]>();
  for (const component of place.components) {
    for (const translation of await loadTranslations(place, component.id)) {
      const sharing = targets.get(translation.filename) ?? [];
      targets.set(translation.filename, [...sharing, { component, translation }]);
    }
  }
  targets.delete('');
  return targets;
}

/** How the file is read and written, with the base file of the given commit where it has one. */
export async function targetOptions(
  { component, translation }: MergeTarget,
  snapshot: Snapshot,
): Promise<FileOptions> {
  const usesTemplate =
    component.template !== '' && !translation.is_template && snapshot.hashes.has(component.template);
  const template = usesTemplate ? await snapshot.read(component.template) : null;
  return fileOptions(component, translation, template);
}
