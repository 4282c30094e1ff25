import { z } from 'zod';
import { keyOf } from '../actors/component.ts';
import type { ComponentJobKind, MergeMethod, OperationResult } from '../actors/component-jobs.ts';
import { JobFailed, JobTimeout } from '../actors/job.ts';
import type { Component } from '../models/component.ts';
import type { ProjectPermission } from '../models/permissions.ts';
import type { Call } from './http/endpoint.ts';
import { repositoryBusy } from './http/errors.ts';

interface Operation {
  permission: ProjectPermission;
  kind: ComponentJobKind;
  /** How a pull brings both sides together; null: as the component is set up. */
  method?: MergeMethod | null;
}

const operations = {
  push: { permission: 'vcs.push', kind: 'push' },
  pull: { permission: 'vcs.update', kind: 'pull', method: null },
  commit: { permission: 'vcs.commit', kind: 'commit' },
  reset: { permission: 'vcs.reset', kind: 'reset' },
  cleanup: { permission: 'vcs.reset', kind: 'cleanup' },
  'file-sync': { permission: 'vcs.reset', kind: 'file-sync' },
  'file-scan': { permission: 'vcs.reset', kind: 'file-scan' },
  'pull-merge': { permission: 'vcs.update', kind: 'pull', method: 'merge' },
  'pull-rebase': { permission: 'vcs.update', kind: 'pull', method: 'rebase' },
  'pull-merge-noff': { permission: 'vcs.update', kind: 'pull', method: 'merge_noff' },
  'reset-keep': { permission: 'vcs.reset', kind: 'reset-keep' },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

export const operationBody = z.object({
  operation: z.enum(Object.keys(operations) as [OperationName, ...OperationName[]]),
});

export const operationShape = z
  .object({ result: z.boolean(), detail: z.string().optional() })
  .meta({ id: 'RepositoryOperation' });

export const operationAnswer = {
  200: { description: 'Whether it worked; the detail says why not', schema: operationShape },
};

export function permissionFor(name: OperationName): ProjectPermission {
  return operations[name].permission;
}

/** Longest wait for an operation; it goes on after that, as the task that the answer names. */
const patienceMs = 60_000;

/**
 * Runs an operation on the working copies of `components`, one after the other, each once. With `translationId` a
 * commit writes that translation alone.
 * @throws {ApiError} 423 when it is not over in time: another operation holds the repository.
 */
export async function runOperation(
  call: Call,
  name: OperationName,
  components: readonly Component[],
  translationId?: number,
): Promise<OperationResult> {
  const deadline = performance.now() + patienceMs;
  const details: string[] = [];
  let succeeded = true;
  for (const component of oncePerWorkingCopy(components)) {
    const { result, detail } = await runOn(call, name, component, { translationId, deadline });
    succeeded &&= result;
    if (detail !== undefined) {
      details.push(detail);
    }
  }
  return { result: succeeded, ...(details.length > 0 ? { detail: details.join('\n') } : {}) };
}

function oncePerWorkingCopy(components: readonly Component[]): Component[] {
  const byKey = new Map<string, Component>();
  for (const component of components) {
    const key = keyOf(component);
    const isOwner = component.linked_component_id === null;
    if (isOwner || !byKey.has(key)) {
      byKey.set(key, component);
    }
  }
  return [...byKey.values()];
}

async function runOn(
  { services, caller, urls }: Call,
  name: OperationName,
  component: Component,
  { translationId, deadline }: { translationId: number | undefined; deadline: number },
): Promise<OperationResult> {
  const operation: Operation = operations[name];
  const userId = caller.user?.id;
  const payload = {
    component_id: component.id,
    user_id: userId ?? null,
    ...(operation.method === undefined ? {} : { method: operation.method }),
    ...(translationId === undefined ? {} : { translation_id: translationId }),
  };
  try {
    const result = await services.actors.ask(keyOf(component), operation.kind, payload, {
      timeoutMs: Math.max(1, deadline - performance.now()),
      componentId: component.id,
      ...(userId === undefined ? {} : { userId }),
    });
    return result as OperationResult;
  } catch (error) {
    if (error instanceof JobTimeout) {
      const task = urls.task(error.uuid);
      throw repositoryBusy(`The repository is still busy; try again later or follow ${task}.`);
    }
    if (error instanceof JobFailed) {
      return { result: false, detail: error.message };
    }
    throw error;
  }
}
