import { aresource as adapter } from '../android/aresource.ts';
import { type ExportAbout, type Exporter, type ExportString, isPlural } from './exporter.ts';
import { newFile } from './new-file.ts';
import { withoutControls } from './xml.ts';

/** Android resources. */
export const aresource: Exporter = {
  id: 'aresource',
  name: 'Android String Resource',
  extension: '.xml',
  contentType: 'application/xml',
  only: 'monolingual',
  export(strings, about) {
    const clean = strings.map((unit) => ({
      ...unit,
      context: withoutControls(unit.context),
      target: unit.target.map(withoutControls),
      developerNotes: withoutControls(unit.developerNotes),
      translatorNotes: withoutControls(unit.translatorNotes),
    }));
    return newFile(adapter, clean, about, pluralsOf(clean, about));
  },
};

/** Where a language has one form, a single text is no sign of a plural: then the sources say which strings are. */
function pluralsOf(strings: readonly ExportString[], about: ExportAbout): Uint8Array | null {
  const plurals = strings.filter((unit) => isPlural(unit) && unit.target.length === 1);
  if (plurals.length === 0) {
    return null;
  }
  const sources = plurals.map((unit) => ({ ...unit, target: unit.source.map(() => 'x') }));
  return newFile(adapter, sources, { ...about, plural: about.sourcePlural });
}
