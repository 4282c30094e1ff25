import type { ExportAbout, ExportString } from '../../adapters/exports/exporter.ts';

let count = 0;

/** A translated string without anything around it, but for what is given. */
export function exportString(fields: Partial<ExportString>): ExportString {
  count += 1;
  return {
    context: '',
    source: ['Hello'],
    target: ['Ahoj'],
    previousSource: [],
    state: 'translated',
    isReadOnly: false,
    location: '',
    developerNotes: '',
    translatorNotes: '',
    flags: '',
    maxLength: null,
    idHash: count.toString(16).padStart(16, '0'),
    ...fields,
  };
}

/** A Czech translation of a bilingual component with English sources. */
export const czechAbout: ExportAbout = {
  monolingual: false,
  language: 'cs',
  sourceLanguage: 'en',
  languageTag: 'cs',
  sourceTag: 'en',
  languageName: 'Czech',
  plural: { number: 3, formula: '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2', categories: ['one', 'few', 'other'] },
  sourcePlural: { number: 2, formula: 'n != 1', categories: ['one', 'other'] },
  project: 'Hello',
  component: 'Web & "more"',
  url: 'https://example.org/projects/hello/web/cs/',
  changed: Date.parse('2026-01-31T12:30:00Z'),
  base: null,
};

/** A plural in Czech. */
export const files: Partial<ExportString> = {
  source: ['%d file', '%d files'],
  target: ['%d soubor', '%d soubory', '%d souborů'],
};
