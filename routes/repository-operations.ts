import { z } from 'zod';
import { keyOf } from '../actors/component.ts';
import type { ComponentJobs, MergeMethod, OperationResult } from '../actors/component-jobs.ts';
import type { Component } from '../models/component.ts';
import type { ProjectPermission } from '../models/permissions.ts';
import { askActor, patienceMs } from './ask-actor.ts';
import type { Call } from './http/endpoint.ts';

type OperationKind = keyof Pick<
  ComponentJobs,
  'push' | 'pull' | 'commit' | 'reset' | 'cleanup' | 'file-sync' | 'file-scan' | 'reset-keep'
>;

interface Operation {
  permission: ProjectPermission;
  kind: OperationKind;
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

/** `dry_run`: tells what a pull or a push would do instead of doing it. */
export const operationQuery = z.object({ dry_run: z.boolean().optional() });

const previewedFile = z
  .object({
    filename: z.string(),
    component: z.string(),
    added: z.int(),
    changed: z.int(),
    conflicting: z.int(),
    lost: z.int(),
  })
  .meta({ id: 'PreviewedFile' });

export const operationShape = z
  .object({
    result: z.boolean(),
    detail: z.string().optional(),
    dry_run: z.literal(true).optional(),
    files: z.array(previewedFile).optional(),
  })
  .meta({ id: 'RepositoryOperation' });

export type OperationJson = z.infer<typeof operationShape>;

export const operationAnswer = {
  200: { description: 'Whether it worked; the detail says why not', schema: operationShape },
};

export function permissionFor(name: OperationName): ProjectPermission {
  return operations[name].permission;
}

export function kindOf(name: OperationName): OperationKind {
  return operations[name].kind;
}

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

/** One component for each working copy, the one that owns it if it is among them. */
export function oncePerWorkingCopy(components: readonly Component[]): Component[] {
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
  call: Call,
  name: OperationName,
  component: Component,
  { translationId, deadline }: { translationId: number | undefined; deadline: number },
): Promise<OperationResult> {
  const operation: Operation = operations[name];
  const particulars = {
    ...(operation.method === undefined ? {} : { method: operation.method }),
    ...(translationId === undefined ? {} : { translation_id: translationId }),
  };
  return askActor(call, component, operation.kind, particulars, {
    ...askedUntil(deadline),
    failed: ({ message }) => ({ result: false, detail: message }),
  });
}

/** How operations are asked for that have to be over at `deadline` (of `performance.now`) together. */
export function askedUntil(deadline: number) {
  return {
    timeoutMs: Math.max(1, deadline - performance.now()),
    busy: (task: string) => `The repository is still busy; try again later or follow ${task}.`,
    isOwn: true,
  };
}
