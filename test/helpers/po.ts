import type { ApplyOptions, Catalog, Edit, EntryState } from '../../adapters/adapter.ts';
import { applyVerified } from '../../adapters/edit.ts';
import { po } from '../../adapters/po/po.ts';
import { czechOptions } from './format-options.ts';

/** Header of a Czech PO file without a revision date, which edits therefore leave alone. */
export const czechHeader = `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"
`;

export function readPo(text: string): Catalog {
  return po.parse(Buffer.from(text), czechOptions(po));
}

/** `text` with the edits in it, verified as the server does. */
export function editPo(text: string, edits: Edit[], changes: Partial<ApplyOptions> = {}): string {
  const options = czechOptions(po, changes);
  return Buffer.from(applyVerified(po, Buffer.from(text), edits, options)).toString();
}

/** An edit of the string with the source `source`, without context. */
export function setText(
  source: string | string[],
  target: string | string[],
  state: EntryState = 'translated',
): Edit {
  return { type: 'set', context: '', source: [source].flat(), target: [target].flat(), state };
}
