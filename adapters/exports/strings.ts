import type { Exporter, ExportString } from './exporter.ts';
import { generalForms } from './general-form.ts';
import { joinPieces } from './pieces.ts';

/** Strings files of Apple's systems, in UTF-8. */
export const strings: Exporter = {
  id: 'strings',
  name: 'iOS strings',
  extension: '.strings',
  contentType: 'text/plain',
  only: 'monolingual',
  export: (units) => joinPieces(fileOf(units)),
};

function* fileOf(units: readonly ExportString[]): Generator<string> {
  for (const [index, unit] of generalForms(units).entries()) {
    yield index === 0 ? entryOf(unit) : `\n${entryOf(unit)}`;
  }
}

function entryOf({ context, target, developerNotes, translatorNotes }: ExportString): string {
  const notes = [developerNotes, translatorNotes].filter((note) => note !== '').join('\n');
  // The end of a comment inside of it would end it.
  const comment = notes === '' ? '' : `/* ${notes.replaceAll('*/', '* /')} */\n`;
  return `${comment}${quoted(context)} = ${quoted(target[0] ?? '')};\n`;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function quoted(text: string): string {
  const escaped = text.replace(/[\\"\0-\x1f\x7f]/g, (char) => escapes[char] ?? unicodeEscape(char));
  return `"${escaped}"`;
}

function unicodeEscape(char: string): string {
  return `\\U${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
