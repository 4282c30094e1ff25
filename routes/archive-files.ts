import type { ZipFile } from '../adapters/zip/write.ts';
import type { Component } from '../models/component.ts';
import { Translation } from '../models/translation.ts';
import { filesOf } from './committed-files.ts';
import type { FoundComponent } from './find.ts';
import type { Call } from './http/endpoint.ts';

/** The files of components as the repositories have them, each below the component's path. */
export async function committedEntries(
  call: Call,
  components: readonly FoundComponent[],
  languageId: number | null,
): Promise<AsyncGenerator<ZipFile>> {
  // A copy that cannot be had is told before the first byte: after that an error could only cut the answer off.
  const found: { path: string; read(): Promise<Uint8Array> }[] = [];
  for (const component of components) {
    const paths = await pathsOf(call, component, languageId);
    for (const { path, read } of await filesOf(call, component, paths)) {
      found.push({ path: `${component.path}/${path}`, read });
    }
  }
  async function* entries(): AsyncGenerator<ZipFile> {
    for (const { path, read } of found) {
      yield { path, bytes: await read() };
    }
  }
  return entries();
}

/** Of one language only that language's files; of all of them the base files too. */
async function pathsOf(
  { services }: Call,
  component: Component,
  languageId: number | null,
): Promise<string[]> {
  const translations = Translation.query(services.db.reader)
    .where('component_id', component.id)
    .orderBy('filename');
  if (languageId !== null) {
    translations.where('language_id', languageId);
  }
  const rows = await translations.select('filename');
  const base = languageId === null ? [component.template, component.new_base, component.intermediate] : [];
  return [...new Set([...rows.map(({ filename }) => filename), ...base])].filter((path) => path !== '');
}
