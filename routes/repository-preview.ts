import type { Preview } from '../actors/component-jobs.ts';
import { Component } from '../models/component.ts';
import { askActor, patienceMs } from './ask-actor.ts';
import type { Call } from './http/endpoint.ts';
import { invalid } from './http/errors.ts';
import {
  askedUntil,
  kindOf,
  type OperationJson,
  type OperationName,
  oncePerWorkingCopy,
} from './repository-operations.ts';

/**
 * Tells what an operation would do with our strings: commits that are not pushed and edits that are not committed, on
 * top of what is new upstream. The remote is asked for that; strings, files and the branch stay as they are.
 * @throws {ApiError} 400 for operations other than pulls and pushes; 423 when another operation holds the repository
 */
export async function previewOperation(
  call: Call,
  name: OperationName,
  components: readonly Component[],
): Promise<OperationJson> {
  const operation = kindOf(name);
  if (operation !== 'pull' && operation !== 'push') {
    throw invalid('dry_run', 'Only pulls and pushes can be tried without doing them.');
  }
  const deadline = performance.now() + patienceMs;
  const answer = { result: true, dry_run: true as const, files: [] as NonNullable<OperationJson['files']> };
  const details: string[] = [];
  for (const component of oncePerWorkingCopy(components)) {
    const { result, detail, files } = await askPreview(call, component, operation, deadline);
    answer.result &&= result;
    answer.files.push(...(await present(call, files)));
    if (detail !== undefined) {
      details.push(detail);
    }
  }
  return details.length > 0 ? { ...answer, detail: details.join('\n') } : answer;
}

function askPreview(
  call: Call,
  component: Component,
  operation: 'pull' | 'push',
  deadline: number,
): Promise<Preview> {
  return askActor(
    call,
    component,
    'preview',
    { operation },
    {
      ...askedUntil(deadline),
      failed: ({ message }) => ({ result: false, detail: message, files: [] }),
    },
  );
}

async function present({ services, urls }: Call, files: Preview['files']) {
  const ids = files.map((file) => file.component_id);
  const components = await Component.query(services.db.reader).findByIds(ids).select('id', 'path');
  const paths = new Map(components.map(({ id, path }) => [id, path]));
  return files.flatMap(({ component_id, ...file }) => {
    const path = paths.get(component_id);
    // One that was removed since has no address any more.
    return path === undefined ? [] : [{ ...file, component: urls.component(path) }];
  });
}
