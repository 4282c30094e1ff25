import { type ExportAbout, type ExportString, isPlural, sourceForm } from './exporter.ts';
import { element, textElement, xmlFile } from './xml.ts';

/** What XLIFF with gettext's conventions has and plain XLIFF has not. */
export interface XliffProfile {
  datatype: string;
  /** Elements after the source and target of a string. */
  contextsOf(unit: ExportString): string[];
  /** Puts the elements of one plural together. */
  group(id: string, forms: readonly string[]): string[];
}

/** An XLIFF 1.1 file. Each form of a plural is an element of its own, with the number of the form behind its id. */
export function xliffFile(
  strings: readonly ExportString[],
  about: ExportAbout,
  profile: XliffProfile,
): Uint8Array {
  const idOf = namer();
  const root = {
    xmlns: 'urn:oasis:names:tc:xliff:document:1.1',
    'xmlns:dragoman': 'urn:dragoman:xliff',
    version: '1.1',
  };
  const file = {
    original: `${about.project}/${about.component}`,
    'source-language': about.sourceTag,
    'target-language': about.languageTag,
    datatype: profile.datatype,
  };
  const parents = [
    { name: 'xliff', attributes: root },
    { name: 'file', attributes: file },
    { name: 'body', attributes: {} },
  ];
  return xmlFile(parents, strings, (unit) => {
    const id = idOf(unit);
    if (!isPlural(unit)) {
      return [transUnit(id, unit, 0, profile)];
    }
    return profile.group(
      id,
      unit.target.map((_, index) => transUnit(`${id}[${index}]`, unit, index, profile)),
    );
  });
}

/** Ids are contexts, as long as each is another; else, and without one, the hash of the string. */
function namer(): (unit: ExportString) => string {
  const used = new Set<string>();
  return ({ context, idHash }) => {
    const id = context === '' || used.has(context) ? idHash : context;
    used.add(id);
    return id;
  };
}

function transUnit(id: string, unit: ExportString, form: number, profile: XliffProfile): string {
  const text = unit.target[form] ?? '';
  const attributes = {
    id,
    'xml:space': 'preserve',
    translate: unit.isReadOnly ? 'no' : null,
    approved: unit.state === 'approved' ? 'yes' : null,
    maxwidth: unit.maxLength,
    'size-unit': unit.maxLength === null ? null : 'char',
    'dragoman:flags': unit.flags === '' ? null : unit.flags,
  };
  return element('trans-unit', attributes, [
    textElement('source', {}, sourceForm(unit, form)),
    ...(text === '' ? [] : [textElement('target', { state: states[unit.state] }, text)]),
    ...profile.contextsOf(unit),
    ...noteElements('developer', unit.developerNotes),
    ...noteElements('translator', unit.translatorNotes),
  ]);
}

const states = {
  untranslated: 'needs-translation',
  fuzzy: 'needs-review-translation',
  translated: 'translated',
  approved: 'final',
};

function noteElements(from: string, text: string): string[] {
  return text === '' ? [] : [textElement('note', { from }, text)];
}
