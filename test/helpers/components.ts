import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestFn } from 'ava';
import { componentBehaviour, keyOf } from '../../actors/component.ts';
import type { ComponentJobKind, ComponentJobs } from '../../actors/component-jobs.ts';
import type { GitRunner } from '../../actors/git-process.ts';
import type { Behaviour } from '../../actors/job.ts';
import { ensureLanguage } from '../../actors/language-rows.ts';
import { LocalMailbox } from '../../actors/mailbox.ts';
import { ActorSystem } from '../../actors/system.ts';
import type { ComponentServices } from '../../actors/workplace.ts';
import { type FormatPool, openPool } from '../../adapters/pool.ts';
import { Alert } from '../../models/alert.ts';
import { Change } from '../../models/change.ts';
import { Component } from '../../models/component.ts';
import type { Database } from '../../models/database.ts';
import { findDrift } from '../../models/drift.ts';
import type { Job } from '../../models/job.ts';
import { Language } from '../../models/language.ts';
import { PendingChange } from '../../models/pending-change.ts';
import { Translation } from '../../models/translation.ts';
import { Unit } from '../../models/unit.ts';
import { editUnit } from '../../models/unit-edit.ts';
import { User } from '../../models/user.ts';
import { createDatabase, type Engine, type TestDatabase } from './database.ts';
import { addProject } from './rows.ts';

const languages = [
  ['en', 'English'],
  ['cs', 'Czech'],
  ['de', 'German'],
  ['fr', 'French'],
] as const;

/** Actors over a real database, real workers and real git: all of the server but HTTP. */
export class TestActors {
  readonly database: TestDatabase;
  readonly pool: FormatPool;
  readonly services: ComponentServices;
  #system: ActorSystem;
  #projects = 0;

  constructor(database: TestDatabase, pool: FormatPool, services: ComponentServices) {
    this.database = database;
    this.pool = pool;
    this.services = services;
    this.#system = this.#newSystem(componentBehaviour(services));
  }

  get db(): Database {
    return this.database.db;
  }

  get system(): ActorSystem {
    return this.#system;
  }

  async start(): Promise<void> {
    await this.#system.start();
  }

  async close(): Promise<void> {
    await this.#system.stop(10_000);
    await this.pool.close();
    await this.database.remove();
  }

  /** Starts anew, perhaps with another behaviour. Without `grace` jobs are cut off, as by a crash. */
  async restart(behaviour: Behaviour = componentBehaviour(this.services), grace = 10_000): Promise<void> {
    await this.#system.stop(grace);
    this.#system = this.#newSystem(behaviour);
    await this.#system.start();
  }

  #newSystem(behaviour: Behaviour): ActorSystem {
    const log = { info: () => undefined, error: () => undefined };
    return new ActorSystem({ db: this.db, mailbox: new LocalMailbox(4), behaviour, log, sweepEvery: 200 });
  }

  /** A component in a project of its own whose files are read; PO files in `po/` unless `fields` says otherwise. */
  async createComponent(repo: string, fields: Partial<Component> = {}): Promise<Component> {
    const component = await this.addComponent(repo, fields);
    await this.run(component, 'create', {});
    return this.componentOf(component.id);
  }

  /** The row alone, as a request leaves it before its job has run. */
  async addComponent(repo: string, fields: Partial<Component> = {}): Promise<Component> {
    this.#projects += 1;
    const name = `p${this.#projects}-${randomBytes(3).toString('hex')}`;
    const project_id = fields.project_id ?? (await addProject(this.db, name)).id;
    const source = await Language.query(this.db.writer).findOne({ code: 'en' }).throwIfNotFound();
    const { id } = await Component.query(this.db.writer).insert({
      project_id,
      slug: 'web',
      name: 'Web',
      path: `${name}/web`,
      source_language_id: source.id,
      repo,
      branch: 'main',
      filemask: 'po/*.po',
      file_format: 'po',
      created_at: Date.now(),
      ...fields,
    });
    return this.componentOf(id);
  }

  componentOf(id: number): Promise<Component> {
    return Component.query(this.db.writer).findById(id).throwIfNotFound().execute();
  }

  /** Runs a job and waits for its result. */
  async run<Kind extends ComponentJobKind>(
    component: Component,
    kind: Kind,
    payload: Omit<ComponentJobs[Kind]['payload'], 'component_id'>,
  ): Promise<ComponentJobs[Kind]['result']> {
    const job = { ...payload, component_id: component.id };
    const options = { timeoutMs: 150_000, componentId: component.id };
    return (await this.#system.ask(keyOf(component), kind, job, options)) as ComponentJobs[Kind]['result'];
  }

  /** Adds a job without waiting. */
  async tell(component: Component, kind: ComponentJobKind, payload: object = {}): Promise<number> {
    const job = { ...payload, component_id: component.id };
    const { id } = await this.#system.tell(keyOf(component), kind, job, { componentId: component.id });
    return id;
  }

  finished(jobId: number): Promise<Job> {
    return this.#system.wait(jobId, () => false, 150_000);
  }

  translation(component: Component, code: string): Promise<Translation> {
    return Translation.query(this.db.writer)
      .joinRelated('language')
      .where({ component_id: component.id, 'language.code': code })
      .withGraphFetched('[language, plural]')
      .first()
      .throwIfNotFound()
      .execute();
  }

  async languagesOf(component: Component): Promise<string[]> {
    const rows = await Translation.ofComponent(this.db.writer, component.id);
    return rows.map((row) => row.language?.code ?? '').sort();
  }

  /** Strings of a language in the order of the file. */
  async units(component: Component, code: string): Promise<Unit[]> {
    const { id } = await this.translation(component, code);
    return Unit.query(this.db.writer).where('translation_id', id).orderBy('position').execute();
  }

  /** The string with this source text or this key. */
  async unit(component: Component, code: string, name: string): Promise<Unit> {
    const units = await this.units(component, code);
    const found = units.find((unit) => unit.source[0] === name || unit.context === name);
    if (!found) {
      throw new Error(`no string "${name}"`);
    }
    return found;
  }

  /** Texts by source text (bilingual) or key. */
  async texts(component: Component, code: string): Promise<Record<string, string>> {
    const units = await this.units(component, code);
    return Object.fromEntries(
      units.map((unit) => [
        component.template === '' ? (unit.source[0] ?? '') : unit.context,
        unit.target.join('|'),
      ]),
    );
  }

  async addUser(name: string, email: string | null = `${name}@example.org`): Promise<User> {
    const username = `${name}-${randomBytes(3).toString('hex')}`;
    const row = {
      username,
      full_name: name,
      email: email && `${username.replace(/[^a-z0-9-]/gi, '')}@example.org`,
    };
    const { id } = await User.query(this.db.writer).insert({
      ...row,
      is_superuser: false,
      is_active: true,
      is_bot: false,
      date_joined: Date.now(),
    });
    return User.query(this.db.writer).findById(id).throwIfNotFound();
  }

  /** Saves a string as a request does. */
  async edit(
    component: Component,
    code: string,
    name: string,
    target: string | string[],
    { author, state = 20 }: { author: User; state?: number },
  ): Promise<Unit> {
    const unit = await this.unit(component, code, name);
    const translation = await this.translation(component, code);
    await this.db.transaction((trx) =>
      editUnit(trx, {
        unit,
        translation,
        component,
        target: [target].flat(),
        state,
        author,
        user: author,
      }),
    );
    return this.unit(component, code, name);
  }

  pending(component: Component): Promise<PendingChange[]> {
    return PendingChange.query(this.db.writer).where('component_id', component.id).orderBy('id').execute();
  }

  /** Changes of the component with this action, oldest first. */
  changes(component: Component, action: number): Promise<Change[]> {
    return Change.query(this.db.writer).where({ component_id: component.id, action }).orderBy('id').execute();
  }

  async alerts(component: Component): Promise<string[]> {
    const rows = await Alert.query(this.db.writer).where('component_id', component.id).orderBy('name');
    return rows.map((row) => row.name);
  }

  /** How counters differ from what they count; empty when all is well. */
  drift(): Promise<unknown[]> {
    return findDrift(this.db);
  }

  /** Path in the component's working copy. */
  inCopy(component: Component, path: string): string {
    return join(this.services.vcsFolder, String(component.ownerId), path);
  }
}

/** Actors of their own for a test file, started before its first test. */
export function useActors(test: TestFn, engine: Engine = 'sqlite'): () => TestActors {
  let actors: TestActors | undefined;
  test.before(async () => {
    actors = await startActors(engine);
  });
  test.after.always(async () => {
    await actors?.close();
  });
  return () => {
    if (!actors) {
      throw new Error('The actors exist only while tests run.');
    }
    return actors;
  };
}

/**
 * Actors for those who close them themselves.
 * @param newRunner makes what starts git commands, given the folder of working copies; left out: this process starts them
 */
export async function startActors(
  engine: Engine,
  newRunner?: (vcsFolder: string) => GitRunner,
): Promise<TestActors> {
  const database = await createDatabase(engine);
  const vcsFolder = join(database.folder, 'vcs');
  await mkdir(vcsFolder);
  await database.db.transaction(async (trx) => {
    for (const [code, name] of languages) {
      await ensureLanguage(trx, { code, name, direction: 'ltr', base: null });
    }
  });
  const pool = openPool({ threads: 2 });
  const actors = new TestActors(database, pool, {
    db: database.db,
    pool,
    ...(newRunner === undefined ? {} : { runner: newRunner(vcsFolder) }),
    vcsFolder,
    repositories: { allowLocal: true },
    secretKey: randomBytes(32),
    committer: { name: 'Localisation', email: 'l10n@example.org' },
    siteTitle: 'Test',
    siteUrl: 'https://l10n.example.org',
    version: '1.0.0',
  });
  await actors.start();
  return actors;
}
