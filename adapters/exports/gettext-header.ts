import { headerTime } from '../po/header.ts';
import type { ExportAbout } from './exporter.ts';

/** Fields of the header of a gettext catalogue, in the order in which gettext writes them. */
export function gettextHeader(about: ExportAbout): Map<string, string> {
  const { language, languageName, plural, project, component, url, changed } = about;
  const fields: [string, string][] = [
    ['Project-Id-Version', `${project} – ${component}`],
    ['PO-Revision-Date', headerTime(new Date(changed ?? 0))],
    ['Language-Team', `${languageName} <${url}>`],
    ['Language', language],
    ['MIME-Version', '1.0'],
    ['Content-Type', 'text/plain; charset=UTF-8'],
    ['Content-Transfer-Encoding', '8bit'],
    ['Plural-Forms', `nplurals=${plural.number}; plural=${plural.formula};`],
    ['X-Generator', 'Dragoman'],
  ];
  // A line end would begin another field.
  return new Map(fields.map(([name, value]) => [name, value.replace(/\s+/g, ' ')]));
}
