import { z } from 'zod';
import { seesComponent } from '../models/access.ts';
import { Component } from '../models/component.ts';
import type { Project } from '../models/project.ts';
import type { FoundComponent } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { invalid } from './http/errors.ts';

/** Whether the value can name a component. */
export function isComponentName(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** What names a component in a body; null and '' name none. */
export function componentName() {
  return (z.unknown() as z.ZodType<string | number | null>)
    .refine((value) => value === null || isComponentName(value), {
      message: 'Name a component by its id or project/component.',
    })
    .meta({ type: ['integer', 'string', 'null'] });
}

/**
 * The component that a value of a body names: by its id, by `project/[category/…]slug`, or by its slug in `project`. One that
 * the caller does not see is none.
 * @throws {ApiError} 400 on `attr`
 */
export async function namedComponent(
  { services, caller }: Call,
  attr: string,
  name: string | number,
  project: Project,
): Promise<FoundComponent> {
  const text = `${name}`.trim();
  const found = (await byId(services.db.reader, text)) ?? (await byName(services.db.reader, text, project));
  if (!found?.project || !seesComponent(caller, found, found.project)) {
    throw invalid(attr, `There is no component "${text}".`);
  }
  return found as FoundComponent;
}

type Reader = Call['services']['db']['reader'];

async function byId(knex: Reader, text: string): Promise<Component | undefined> {
  return /^\d{1,15}$/.test(text)
    ? Component.query(knex).findById(Number(text)).withGraphFetched('project')
    : undefined;
}

async function byName(knex: Reader, text: string, project: Project): Promise<Component | undefined> {
  if (text.includes('/')) {
    return Component.at(knex, text);
  }
  // Outside all categories first: there the slug is the name that is left.
  return Component.query(knex)
    .where({ project_id: project.id, slug: text })
    .orderByRaw('CASE WHEN category_id IS NULL THEN 0 ELSE 1 END, id')
    .first()
    .withGraphFetched('project');
}
