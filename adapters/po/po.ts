import type { Adapter, FormatParam } from '../adapter.ts';
import { createPo } from './create.ts';
import { describePo } from './describe.ts';
import { openPo } from './document.ts';
import { readCatalog } from './entries.ts';
import { gettextWidth, neverWrap, onlyAtLineEnds } from './layout.ts';
import { applyPo } from './write.ts';

const params: readonly FormatParam[] = [
  {
    name: 'po_line_wrap',
    label:
      'Columns at which long texts are broken; 65535 breaks at line ends only, -1 never. With 77 the habit of each file is kept.',
    type: 'number',
    choices: [gettextWidth, onlyAtLineEnds, neverWrap],
    default: gettextWidth,
  },
  {
    name: 'po_set_language_team',
    label: 'Write the Language-Team header.',
    type: 'boolean',
    default: false,
  },
  {
    name: 'po_set_last_translator',
    label: 'Write the author of the newest edit into the Last-Translator header.',
    type: 'boolean',
    default: false,
  },
  {
    name: 'po_set_report_bugs_to',
    label: 'Write the Report-Msgid-Bugs-To header.',
    type: 'boolean',
    default: false,
  },
];

const shared = {
  extension: '.po',
  contentType: 'text/x-gettext-translation',
  plurals: true,
  multivalue: false,
  stores: ['fuzzy', 'translated'],
  add: true,
  remove: true,
  startsEmpty: true,
  writes: 'edits',
  unit: 'file',
  codeStyle: 'posix',
  params,
  create: createPo,
} as const satisfies Partial<Adapter>;

/** gettext PO with source and target in one file; also reads templates (POT). */
export const po: Adapter = {
  ...shared,
  id: 'po',
  name: 'gettext PO file',
  autoload: ['*.po', '*.pot'],
  monolingual: false,
  identity: 'context+source',
  sample: `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

#: main.c:11
#, c-format
msgid "Hello, %s!\\n"
msgstr "Ahoj, %s!\\n"

msgctxt "menu"
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d soubor"
msgstr[1] "%d soubory"
msgstr[2] "%d souborů"
`,
  parse: (bytes) => readCatalog(openPo(bytes), 'bilingual'),
  apply: (bytes, edits, options) => applyPo('bilingual', bytes, edits, options),
  describe: describePo,
};

/** gettext PO whose `msgid` are keys; the source texts are in a base file of the same form. */
export const poMono: Adapter = {
  ...shared,
  id: 'po-mono',
  name: 'gettext PO file (monolingual)',
  autoload: [],
  monolingual: true,
  identity: 'context',
  sample: `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

msgid "greeting"
msgstr "Ahoj!"

msgid "files"
msgid_plural "files"
msgstr[0] "%d soubor"
msgstr[1] "%d soubory"
msgstr[2] "%d souborů"
`,
  parse: (bytes) => readCatalog(openPo(bytes), 'monolingual'),
  apply: (bytes, edits, options) => applyPo('monolingual', bytes, edits, options),
};
