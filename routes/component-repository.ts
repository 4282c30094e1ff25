import { openRemote, type RepositoryPolicy } from '../actors/repository-guard.ts';
import { sealCredentials } from '../actors/repository-secret.ts';
import {
  linkScheme,
  linkTarget,
  localRepository,
  parseRepositoryUrl,
  RepositoryUrlError,
} from '../actors/repository-url.ts';
import { may, seesComponent } from '../models/access.ts';
import { Component } from '../models/component.ts';
import type { Project } from '../models/project.ts';
import type { ComponentInput } from './component-input.ts';
import type { FoundComponent } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { invalid } from './http/errors.ts';

/** The columns that say where a component's repository is. */
export type RepositoryColumns = Pick<
  Component,
  'repo' | 'repo_secret' | 'push' | 'push_secret' | 'branch' | 'push_branch' | 'linked_component_id'
>;

type RepositoryInput = Pick<
  ComponentInput,
  | 'repo'
  | 'vcs'
  | 'push'
  | 'branch'
  | 'push_branch'
  | 'push_on_commit'
  | 'commit_pending_age'
  | 'auto_lock_error'
  | 'disable_autoshare'
>;

/**
 * Where a new component works: in a clone of its own, in that of the component its address names, or in that of a
 * component of the project which has the same address and branch already.
 * @throws {ApiError} 400 on `repo` and `push` for addresses that are not allowed
 */
export async function placeRepository(
  call: Call,
  project: Project,
  input: RepositoryInput,
): Promise<RepositoryColumns> {
  const target = linkTarget(input.repo);
  if (target !== null) {
    return linkTo(await linkedOwner(call, target), input);
  }
  checkLocal(input);
  if (input.repo === localRepository) {
    return {
      repo: localRepository,
      repo_secret: null,
      push: '',
      push_secret: null,
      branch: input.branch ?? '',
      push_branch: '',
      linked_component_id: null,
    };
  }
  const { repo, repo_secret } = await ownRepo(call, input.repo);
  const { push, push_secret } = await ownPush(call, input.push ?? '');
  const branch = input.branch ?? '';
  const shared = input.disable_autoshare
    ? undefined
    : await findShareable(call, project, { repo, branch, push });
  if (shared) {
    return linkTo(shared, { ...input, push: '', branch: '' });
  }
  const push_branch = input.push_branch ?? '';
  return { repo, repo_secret, push, push_secret, branch, push_branch, linked_component_id: null };
}

/** A repository that exists only here has an address of its own, and nowhere to push to. */
function checkLocal({ repo, vcs, push }: Partial<RepositoryInput>): void {
  if ((repo === localRepository) !== (vcs === 'local')) {
    throw invalid('vcs', `The kind "local" and the repository "${localRepository}" go together.`);
  }
  if (vcs === 'local' && push !== undefined && push !== '') {
    throw invalid('push', 'There is nowhere to push to.');
  }
}

/**
 * The addresses that `input` changes. An address equal to the one in answers is no change and keeps its credentials.
 * @throws {ApiError} 400 on what cannot be changed
 */
export async function changedRepository(
  call: Call,
  found: Component,
  input: Partial<RepositoryInput>,
): Promise<Partial<RepositoryColumns>> {
  if (found.linked_component_id !== null) {
    const owner = await Component.query(call.services.db.reader)
      .findById(found.linked_component_id)
      .throwIfNotFound();
    const named = [undefined, found.repo, owner.repo].includes(input.repo);
    if (!named && linkTarget(input.repo ?? '')?.toLowerCase() !== owner.path.toLowerCase()) {
      throw invalid(
        'repo',
        'This component works in the repository of another one, which cannot be changed.',
      );
    }
    checkOwnerSettings(owner, input);
    return {};
  }
  if (input.repo !== undefined && linkTarget(input.repo) !== null) {
    throw invalid(
      'repo',
      'A component with a repository of its own cannot be moved into that of another one.',
    );
  }
  checkLocal({ repo: found.repo, vcs: found.vcs, ...input } as Partial<RepositoryInput>);
  if (found.vcs === 'local') {
    return {};
  }
  return {
    ...(input.repo === undefined || input.repo === found.repo ? {} : await ownRepo(call, input.repo)),
    ...(input.push === undefined || input.push === found.push ? {} : await ownPush(call, input.push)),
  };
}

/** `columns` without those that belong to the owner of the repository where the component is not that itself. */
export function withoutOwnerSettings(found: Component, columns: Partial<Component>): Partial<Component> {
  const entries = Object.entries(columns);
  const isOwners = (key: string) => (ownerSettings as readonly string[]).includes(key);
  return found.linked_component_id === null
    ? columns
    : Object.fromEntries(entries.filter(([key]) => !isOwners(key)));
}

/** The address without its credentials, and these encrypted. @throws {ApiError} 400 on `repo` */
async function ownRepo(call: Call, address: string): Promise<Pick<Component, 'repo' | 'repo_secret'>> {
  const { url, secret } = await allowedAddress(call, 'repo', address);
  return { repo: url, repo_secret: secret };
}

/** As `ownRepo`; empty: the component does not push. */
async function ownPush(call: Call, address: string): Promise<Pick<Component, 'push' | 'push_secret'>> {
  if (address === '') {
    return { push: '', push_secret: null };
  }
  const { url, secret } = await allowedAddress(call, 'push', address);
  return { push: url, push_secret: secret };
}

async function allowedAddress(
  { services }: Call,
  attr: 'repo' | 'push',
  address: string,
): Promise<{ url: string; secret: string | null }> {
  const { policy, secretKey } = services.repositories;
  const { url, credentials } = await checkedAddress(attr, address, policy);
  return { url, secret: credentials === null ? null : sealCredentials(credentials, secretKey) };
}

async function checkedAddress(attr: string, address: string, policy: RepositoryPolicy) {
  try {
    await openRemote(address, policy);
    return parseRepositoryUrl(address);
  } catch (error) {
    if (error instanceof RepositoryUrlError) {
      throw invalid(attr, error.message);
    }
    throw error;
  }
}

/** The component at `path`, slugs in any case, if the caller may share its repository. */
async function linkedOwner({ services, caller }: Call, path: string): Promise<FoundComponent> {
  const found = await Component.query(services.db.reader)
    .whereRaw('LOWER(path) = ?', [path.toLowerCase()])
    .first()
    .withGraphFetched('project');
  if (!found?.project || !seesComponent(caller, found, found.project)) {
    throw invalid('repo', `There is no component "${path}" to share the repository of.`);
  }
  if (found.linked_component_id !== null) {
    throw invalid('repo', 'That component shares the repository of another one itself; link to that one.');
  }
  if (!may(caller, 'component.edit', found.project)) {
    throw invalid('repo', 'You may not share the repository of that component.');
  }
  return found as FoundComponent;
}

/** Settings of a shared repository are the owner's: given along, they must be the same. */
function linkTo(owner: Component, input: RepositoryInput): RepositoryColumns {
  checkOwnerSettings(owner, input);
  return {
    repo: `${linkScheme}${owner.path}`,
    repo_secret: null,
    push: '',
    push_secret: null,
    branch: '',
    push_branch: '',
    linked_component_id: owner.id,
  };
}

const ownerSettings = [
  'push',
  'branch',
  'push_branch',
  'push_on_commit',
  'commit_pending_age',
  'auto_lock_error',
] as const;

/** @throws {ApiError} 400 on the first setting that differs from the owner's */
function checkOwnerSettings(owner: Component, input: Partial<RepositoryInput>): void {
  for (const key of ownerSettings) {
    const value = input[key];
    if (value !== undefined && value !== '' && value !== owner[key]) {
      throw invalid(key, 'This setting belongs to the component that owns the repository.');
    }
  }
}

/** A component of the project with the same repository, which the caller may edit. */
async function findShareable(
  { services, caller }: Call,
  project: Project,
  { repo, branch, push }: { repo: string; branch: string; push: string },
): Promise<Component | undefined> {
  if (!may(caller, 'component.edit', project)) {
    return undefined;
  }
  const candidates = await Component.query(services.db.reader)
    .where({ project_id: project.id, repo, branch })
    .whereNull('linked_component_id')
    .orderBy('id');
  return candidates.find(
    (component) => seesComponent(caller, component, project) && (push === '' || push === component.push),
  );
}
