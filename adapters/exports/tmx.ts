import { type ExportAbout, type Exporter, type ExportString, sourceForm } from './exporter.ts';
import { element, textElement, type XmlParent, xmlFile } from './xml.ts';

/** TMX 1.4: a pair for each form that is translated. */
export const tmx: Exporter = {
  id: 'tmx',
  name: 'TMX',
  extension: '.tmx',
  contentType: 'application/x-tmx',
  only: 'any',
  export(strings, about) {
    const header = element(
      'header',
      {
        creationtool: 'Dragoman',
        creationtoolversion: '1',
        segtype: 'block',
        'o-tmf': 'Dragoman',
        adminlang: 'en',
        srclang: about.sourceTag,
        datatype: 'plaintext',
      },
      [],
    );
    const parents: XmlParent[] = [
      { name: 'tmx', attributes: { version: '1.4' }, before: [header] },
      { name: 'body', attributes: {} },
    ];
    return xmlFile(parents, strings, (unit) => pairsOf(unit, about));
  },
};

function pairsOf(unit: ExportString, { sourceTag, languageTag }: ExportAbout): string[] {
  const { idHash, context, developerNotes, translatorNotes, target } = unit;
  const notes = [developerNotes, translatorNotes].filter((note) => note !== '');
  return target.flatMap((text, form) => {
    if (text === '') {
      return [];
    }
    const pair = element('tu', { tuid: target.length > 1 ? `${idHash}[${form}]` : idHash }, [
      ...notes.map((note) => textElement('note', {}, note)),
      ...(context === '' ? [] : [textElement('prop', { type: 'x-context' }, context)]),
      variant(sourceTag, sourceForm(unit, form)),
      variant(languageTag, text),
    ]);
    return [pair];
  });
}

function variant(tag: string, text: string): string {
  return element('tuv', { 'xml:lang': tag }, [textElement('seg', {}, text)]);
}
