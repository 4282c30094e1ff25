import { itemContext, openPo } from '../po/document.ts';
import { type ExportAbout, type Exporter, type ExportString, isBlank, isPlural } from './exporter.ts';
import { gettextHeader } from './gettext-header.ts';

/** gettext MO, as programs load it: every string with a text, whatever its state; the strings in order of their bytes. */
export const mo: Exporter = {
  id: 'mo',
  name: 'gettext MO',
  extension: '.mo',
  contentType: 'application/x-gettext-catalog',
  only: 'gettext',
  export(strings, about) {
    const header = [...gettextHeader(about)].map(([name, value]) => `${name}: ${value}\n`).join('');
    const texts = new Map([['', header]]);
    const nameOf = about.monolingual ? namesInBase(about) : bilingualName;
    for (const unit of strings) {
      const name = nameOf(unit);
      if (!isBlank(unit) && !texts.has(name)) {
        texts.set(name, unit.target.join('\0'));
      }
    }
    return catalogue(texts);
  },
};

/** Between context and `msgid`. */
const joint = '\u0004';

function bilingualName(unit: ExportString): string {
  const { context, source } = unit;
  return moName(
    context === '' ? null : context,
    source[0] ?? '',
    isPlural(unit) ? (source.at(-1) ?? '') : null,
  );
}

/** Keys as programs ask for them: the base file says what of a key is its context, which may be all of it. */
function namesInBase({ base }: ExportAbout): (unit: ExportString) => string {
  const items = base ? openPo(base).items : [];
  const known = new Map(items.map((item) => [itemContext(item, 'monolingual'), item]));
  return (unit) => {
    const item = known.get(unit.context);
    if (item) {
      return moName(item.context?.value ?? null, item.id.value, item.idPlural?.value ?? null);
    }
    return moName(null, unit.context, isPlural(unit) ? unit.context : null);
  };
}

function moName(context: string | null, id: string, idPlural: string | null): string {
  return `${context === null ? '' : context + joint}${id}${idPlural === null ? '' : `\0${idPlural}`}`;
}

/** The file: magic number, revision, number of strings, tables of lengths and offsets, then all texts, each with a NUL. */
function catalogue(texts: ReadonlyMap<string, string>): Uint8Array {
  const entries = [...texts]
    .map(([name, text]) => ({ name: Buffer.from(name), text: Buffer.from(text) }))
    .sort((a, b) => Buffer.compare(a.name, b.name));
  const headerSize = 28;
  const tableSize = 8 * entries.length;
  const head = Buffer.alloc(headerSize + 2 * tableSize);
  const [names, translations, end] = [headerSize, headerSize + tableSize, headerSize + 2 * tableSize];
  // The last two: no hash table, which readers do not need.
  for (const [index, value] of [0x950412de, 0, entries.length, names, translations, 0, end].entries()) {
    head.writeUInt32LE(value, index * 4);
  }
  const body: Buffer[] = [];
  let offset = end;
  function write(text: Buffer, table: number, index: number): void {
    head.writeUInt32LE(text.length, table + index * 8);
    head.writeUInt32LE(offset, table + index * 8 + 4);
    body.push(text, Buffer.alloc(1));
    offset += text.length + 1;
  }
  for (const [index, { name }] of entries.entries()) {
    write(name, names, index);
  }
  for (const [index, { text }] of entries.entries()) {
    write(text, translations, index);
  }
  return Buffer.concat([head, ...body]);
}
