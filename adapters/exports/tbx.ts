import type { ExportAbout, Exporter, ExportString } from './exporter.ts';
import { element, textElement, type XmlParent, xmlFile } from './xml.ts';

/** TBX: each string is a concept; its forms are terms of equal standing. */
export const tbx: Exporter = {
  id: 'tbx',
  name: 'TBX',
  extension: '.tbx',
  contentType: 'application/x-tbx',
  only: 'any',
  export(strings, about) {
    const description = textElement('p', {}, `${about.project} – ${about.component}`);
    const header = element('martifHeader', {}, [
      element('fileDesc', {}, [element('sourceDesc', {}, [description])]),
    ]);
    const parents: XmlParent[] = [
      { name: 'martif', attributes: { type: 'TBX', 'xml:lang': about.sourceTag }, before: [header] },
      { name: 'text', attributes: {} },
      { name: 'body', attributes: {} },
    ];
    return xmlFile(parents, strings, (unit) => [entryOf(unit, about)]);
  },
};

function entryOf(unit: ExportString, { sourceTag, languageTag }: ExportAbout): string {
  const { context, developerNotes, translatorNotes, source, target } = unit;
  const notes = [developerNotes, translatorNotes].filter((note) => note !== '');
  return element('termEntry', { id: `u${unit.idHash}` }, [
    ...(context === '' ? [] : [textElement('descrip', { type: 'context' }, context)]),
    ...notes.map((note) => textElement('note', {}, note)),
    ...languageSet(sourceTag, source),
    ...languageSet(languageTag, target),
  ]);
}

function languageSet(tag: string, forms: readonly string[]): string[] {
  const terms = [...new Set(forms)].filter((form) => form !== '');
  if (terms.length === 0) {
    return [];
  }
  const groups = terms.map((term) => element('tig', {}, [textElement('term', {}, term)]));
  return [element('langSet', { 'xml:lang': tag }, groups)];
}
