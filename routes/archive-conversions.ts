import { FormatError } from '../adapters/adapter.ts';
import { PoolTimeout } from '../adapters/pool.ts';
import type { ZipFile } from '../adapters/zip/write.ts';
import { Translation } from '../models/translation.ts';
import { baseFor, type Conversion, conversionName, conversionRefusal, convert } from './file-conversion.ts';
import type { FoundComponent, FoundTranslation } from './find.ts';
import type { Call } from './http/endpoint.ts';

/**
 * A file for each translation of the components that has one in its repository, made of its strings. What cannot be made is
 * an entry with `.skipped` behind its name, which holds the reason.
 */
export async function convertedEntries(
  call: Call,
  components: readonly FoundComponent[],
  conversion: Conversion,
  languageId: number | null,
): Promise<AsyncGenerator<ZipFile>> {
  const { exporter } = conversion;
  // As with files as they are, a copy that cannot be had is told before the first byte.
  const bases = new Map<number, Uint8Array | null>();
  for (const component of components) {
    bases.set(component.id, await baseFor(call, component, exporter));
  }
  async function* entries(): AsyncGenerator<ZipFile> {
    const nameOf = namer();
    for (const component of components) {
      for (const translation of await translationsOf(call, component, languageId)) {
        const path = nameOf(conversionName(translation, exporter));
        const file = await convertedOrReason(call, translation, conversion, bases.get(component.id) ?? null);
        yield typeof file === 'string'
          ? { path: `${path}.skipped`, bytes: Buffer.from(`${file}\n`) }
          : { path, bytes: file };
      }
    }
  }
  return entries();
}

async function translationsOf(
  { services }: Call,
  component: FoundComponent,
  languageId: number | null,
): Promise<FoundTranslation[]> {
  const translations = await Translation.ofComponent(services.db.reader, component.id);
  return translations
    .filter(({ filename, language_id }) => filename !== '' && (languageId ?? language_id) === language_id)
    .map((translation) => Object.assign(translation, { component }) as FoundTranslation);
}

async function convertedOrReason(
  call: Call,
  translation: FoundTranslation,
  conversion: Conversion,
  base: Uint8Array | null,
): Promise<Uint8Array | string> {
  const refusal = conversionRefusal(translation.component, conversion.exporter);
  if (refusal !== null) {
    return refusal;
  }
  try {
    return await convert(call, translation, conversion, base);
  } catch (error) {
    if (error instanceof FormatError || error instanceof PoolTimeout) {
      return `The strings cannot be converted: ${error.message}.`;
    }
    throw error;
  }
}

/** Paths that differ only in where a dash is a slash have one name; the later ones get a number. */
function namer(): (name: string) => string {
  const used = new Set<string>();
  return (name) => {
    const [, stem = name, extension = ''] = /^(.*?)(\.\w+)$/.exec(name) ?? [];
    let free = name;
    for (let number = 2; used.has(free); number += 1) {
      free = `${stem}-${number}${extension}`;
    }
    used.add(free);
    return free;
  };
}
