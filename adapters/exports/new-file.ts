import type { Adapter, ApplyOptions, Edit, EntryState } from '../adapter.ts';
import type { ExportAbout, ExportString } from './exporter.ts';

/** A new file of a format that this server also reads: made and filled in as one for a new language would be. */
export function newFile(
  adapter: Adapter,
  strings: readonly ExportString[],
  about: ExportAbout,
  template: Uint8Array | null = null,
): Uint8Array {
  const options = optionsOf(adapter, about, template);
  return adapter.apply(adapter.create(null, options), strings.map(editOf), options);
}

function optionsOf(
  { params }: Adapter,
  { languageTag, plural, sourcePlural }: ExportAbout,
  template: Uint8Array | null,
): ApplyOptions {
  return {
    language: languageTag,
    plural,
    sourcePlural,
    params: Object.fromEntries(params.map((param) => [param.name, param.default])),
    template,
    header: {},
  };
}

function editOf(unit: ExportString): Edit {
  const { context, target, developerNotes, translatorNotes } = unit;
  return {
    type: 'set',
    context,
    source: [],
    target: [...target],
    state: stateOf(unit),
    note: [developerNotes, translatorNotes].filter((note) => note !== '').join('\n'),
  };
}

function stateOf({ isReadOnly, state }: ExportString): EntryState {
  if (isReadOnly) {
    return 'readonly';
  }
  return state === 'untranslated' ? 'translated' : state;
}
