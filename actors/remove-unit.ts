import { setImmediate as turn } from 'node:timers/promises';
import type { Knex } from 'knex';
import { FormatError } from '../adapters/adapter.ts';
import { PoolTimeout } from '../adapters/pool.ts';
import { Translation } from '../models/translation.ts';
import { Unit } from '../models/unit.ts';
import { languageMessage } from './commit-message.ts';
import { commitPending } from './commit-pending.ts';
import { adapterOf, fileOptions, revisionIn, templateOf } from './component-files.ts';
import type { OperationResult } from './component-jobs.ts';
import { commitFiles } from './git-commit.ts';
import { commitHead } from './head.ts';
import { JobFailed } from './job.ts';
import { pushIfNeeded } from './push.ts';
import { dropStrings } from './removed-strings.ts';
import { advanceHead } from './repository-change.ts';
import { headSnapshot, type Snapshot } from './snapshot.ts';
import type { PlacedTranslation } from './sync-subject.ts';
import { loadTranslations } from './translation-rows.ts';
import { writeToCopy } from './working-copy.ts';
import { type PlacedComponent, requesterOf, type Workplace } from './workplace.ts';

/**
 * Removes a string: of the source language from all languages, else from its own. Its entries go from the files in one commit
 * by the one who asked for it, after everything that waits is committed. Gone already is a success.
 * @throws {JobFailed} when a file cannot be read
 */
export async function removeUnit(
  place: Workplace,
  component: PlacedComponent,
  unitId: number,
): Promise<OperationResult> {
  const { ctx, services } = place;
  const unit = await Unit.query(services.db.writer).findById(unitId);
  if (!unit) {
    return { result: true };
  }
  await commitPending(place, { componentId: component.id });
  ctx.step('remove string');
  const translations = await loadTranslations(place, component.id);
  const units = await entriesOf(services.db.writer, unit);
  const before = await headSnapshot(place);
  const files = await filesWithout(place, component, before, { translations, units });
  for (const [path, bytes] of files) {
    await writeToCopy(place.folder, path, bytes);
  }
  const named = translations.find(({ id }) => id === unit.translation_id)!;
  await commitRemoval(place, component, named, [...files.keys()]);
  const after = await headSnapshot(place);
  await commitHead(place, async (trx) => {
    for (const one of translations) {
      // A file that was changed by somebody else and not read yet must still be read.
      const next = revisionIn(after, component, one);
      if (one.revision === revisionIn(before, component, one) && one.revision !== next) {
        await trx('translations').where('id', one.id).update({ revision: next });
      }
    }
    await advanceHead(trx, place, before.commit, after.commit);
    await dropStrings(trx, component, translations, units, place.userId);
  });
  for (const { translation_id, position } of units) {
    await closeGap(place, translation_id, position);
  }
  await pushIfNeeded(place);
  return { result: true };
}

/** The string in all languages that it is removed from. */
async function entriesOf(knex: Knex, unit: Unit): Promise<Unit[]> {
  const isSource = unit.source_unit_id === null || unit.source_unit_id === unit.id;
  const query = Unit.query(knex).where('id', unit.id);
  return (isSource ? query.orWhere('source_unit_id', unit.id) : query).orderBy('id');
}

/** New contents of the files that hold the string, by path. */
async function filesWithout(
  { services, ctx }: Workplace,
  component: PlacedComponent,
  head: Snapshot,
  { translations, units }: { translations: readonly PlacedTranslation[]; units: readonly Unit[] },
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const format = adapterOf(component).id;
  for (const { translation_id, context, source } of units) {
    const translation = translations.find(({ id }) => id === translation_id)!;
    const { filename } = translation;
    if (!head.hashes.has(filename)) {
      continue;
    }
    try {
      const old = files.get(filename) ?? (await head.read(filename));
      const template = await templateOf(component, translation, head);
      const options = { ...fileOptions(component, translation, template), header: {} };
      const request = { format, bytes: old, edits: [{ type: 'remove' as const, context, source }], options };
      const { bytes } = await services.pool.write(request, { signal: ctx.signal });
      if (bytes !== old && Buffer.compare(bytes, old) !== 0) {
        files.set(filename, bytes);
      }
    } catch (error) {
      if (error instanceof FormatError || error instanceof PoolTimeout) {
        throw new JobFailed(`${filename}: ${error.message}`, { code: 'unreadable', cause: error });
      }
      throw error;
    }
  }
  return files;
}

async function commitRemoval(
  place: Workplace,
  component: PlacedComponent,
  { id, language_code: fileCode, language, filename }: PlacedTranslation,
  files: string[],
): Promise<void> {
  const { ctx, folder, git, services } = place;
  if (files.length === 0) {
    return;
  }
  const author = await requesterOf(place);
  const counts = await Translation.query(services.db.writer).findById(id).throwIfNotFound();
  const about = { fileCode, language, filename, counts };
  await commitFiles(folder, {
    ...git,
    files,
    message: await languageMessage(place, component, 'commit', about, author),
    author,
    authorDate: ctx.createdAt,
    committer: services.committer,
    committerDate: ctx.createdAt,
    job: `${ctx.uuid}/remove-string`,
  });
}

/** Rows moved in one transaction. */
const gapStep = 2000;

/** Later strings of the language move up. Where a crash leaves some out, the next reading of the file says their places. */
async function closeGap({ ctx }: Workplace, translationId: number, position: number): Promise<void> {
  for (let from = position + 1; ; from += gapStep) {
    ctx.signal.throwIfAborted();
    const rest = await ctx.commit(async (trx) => {
      const later = trx('units').where('translation_id', translationId).where('position', '>=', from);
      await later
        .clone()
        .where('position', '<', from + gapStep)
        .update({ position: trx.raw('position - 1') });
      return later
        .clone()
        .where('position', '>=', from + gapStep)
        .first('id');
    });
    if (!rest) {
      return;
    }
    await turn();
  }
}
