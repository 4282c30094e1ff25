import { headerLine } from '../po/header.ts';
import { type PoWrapping, quotePo } from '../po/wrap.ts';
import { type Exporter, type ExportString, isPlural } from './exporter.ts';
import { gettextHeader } from './gettext-header.ts';
import { joinPieces } from './pieces.ts';

/** gettext PO: keys of monolingual components are contexts, so that `msgid` is always what is translated. */
export const po: Exporter = {
  id: 'po',
  name: 'gettext PO',
  extension: '.po',
  contentType: 'text/x-po',
  only: 'any',
  export(strings, about) {
    const fields = [...gettextHeader(about)].map(([name, value]) => headerLine(name, value));
    const header = ['msgid ""', 'msgstr ""', ...fields].join('\n');
    return joinPieces(fileOf(header, strings));
  },
};

const wrapping: PoWrapping = { kind: 'width', width: 77 };

function* fileOf(header: string, strings: readonly ExportString[]): Generator<string> {
  yield `${header}\n`;
  for (const unit of strings) {
    yield `\n${entryOf(unit)}\n`;
  }
}

function entryOf(unit: ExportString): string {
  const { source, target, idHash } = unit;
  // Without context and source it would be a second header.
  const context = unit.context === '' && (source[0] ?? '') === '' ? idHash : unit.context;
  const lines = commentsOf(unit);
  if (context !== '') {
    lines.push(field('msgctxt', context));
  }
  lines.push(field('msgid', source[0] ?? ''));
  if (isPlural(unit)) {
    lines.push(field('msgid_plural', source.at(-1) ?? ''));
    lines.push(...target.map((form, index) => field(`msgstr[${index}]`, form)));
  } else {
    lines.push(field('msgstr', target[0] ?? ''));
  }
  return lines.join('\n');
}

function commentsOf({
  translatorNotes,
  developerNotes,
  location,
  flags,
  state,
  previousSource,
}: ExportString): string[] {
  const marks = [state === 'fuzzy' ? 'fuzzy' : '', flags].filter((flag) => flag !== '');
  return [
    ...commentLines('#', translatorNotes),
    ...commentLines('#.', developerNotes),
    ...referencesIn(location).map((reference) => `#: ${reference}`),
    ...(marks.length > 0 ? [`#, ${marks.join(', ')}`] : []),
    ...previousSource
      .slice(0, 2)
      .map((text, index) => `#| ${field(index === 0 ? 'msgid' : 'msgid_plural', text, '\n#| ')}`),
  ];
}

function commentLines(mark: string, text: string): string[] {
  return text === '' ? [] : text.split(/\r\n?|\n/).map((line) => `${mark} ${line}`.trimEnd());
}

/** Names of files that hold spaces stand between U+2068 and U+2069. */
function referencesIn(location: string): string[] {
  return location
    .split(/,\s+/)
    .map((reference) => reference.trim().replace(/\s+/g, ' '))
    .filter((reference) => reference !== '')
    .map((reference) =>
      reference.includes(' ') && !reference.includes('\u2068') ? `\u2068${reference}\u2069` : reference,
    );
}

function field(keyword: string, text: string, eol = '\n'): string {
  return `${keyword} ${quotePo(keyword, text, wrapping, eol)}`;
}
