import type { Exporter, ExportString } from './exporter.ts';
import { xliffFile } from './xliff-file.ts';
import { element, textElement } from './xml.ts';

/**
 * XLIFF 1.1 by the representation guide for gettext PO: plurals are groups, locations and comments are groups of
 * contexts.
 */
export const xliff: Exporter = {
  id: 'xliff',
  name: 'XLIFF 1.1 with gettext extensions',
  extension: '.xlf',
  contentType: 'application/x-xliff+xml',
  only: 'any',
  export: (strings, about) =>
    xliffFile(strings, about, {
      datatype: 'po',
      contextsOf: (unit) => [...locationGroups(unit), ...commentGroup(unit)],
      group: (id, forms) => [element('group', { id, restype: 'x-gettext-plurals' }, forms)],
    }),
};

function locationGroups({ location }: ExportString): string[] {
  const references = location.split(/,\s+/).filter((reference) => reference !== '');
  return references.map((reference) => {
    const [, file = reference, line] = /^(.*):(\d+)$/s.exec(reference) ?? [];
    return element('context-group', { name: 'po-reference', purpose: 'location' }, [
      textElement('context', { 'context-type': 'sourcefile' }, file),
      ...(line === undefined ? [] : [textElement('context', { 'context-type': 'linenumber' }, line)]),
    ]);
  });
}

function commentGroup({ developerNotes, translatorNotes }: ExportString): string[] {
  const comments = [
    { type: 'x-po-autocomment', text: developerNotes },
    { type: 'x-po-trancomment', text: translatorNotes },
  ].filter(({ text }) => text !== '');
  if (comments.length === 0) {
    return [];
  }
  return [
    element(
      'context-group',
      { name: 'po-entry', purpose: 'information' },
      comments.map(({ type, text }) => textElement('context', { 'context-type': type }, text)),
    ),
  ];
}
