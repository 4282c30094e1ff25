import { z } from 'zod';
import { visibleComponents } from '../../models/access.ts';
import { Component } from '../../models/component.ts';
import type { ComponentList } from '../../models/component-list.ts';
import { ComponentListRule } from '../../models/component-list-rule.ts';
import type { Viewer } from './component.ts';

export const componentListShape = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    show_dashboard: z.boolean(),
    components: z.array(z.string()),
    auto_assign: z.array(z.object({ project_match: z.string(), component_match: z.string() })),
    url: z.string(),
  })
  .meta({ id: 'ComponentList' });

export type ComponentListJson = z.infer<typeof componentListShape>;

/** Presents `lists` in their order, with a fixed number of queries; of their components those that the caller sees. */
export async function presentComponentLists(
  viewer: Viewer,
  lists: readonly ComponentList[],
): Promise<ComponentListJson[]> {
  const { knex, urls } = viewer;
  const ids = lists.map(({ id }) => id);
  const components = await componentUrls(viewer, ids);
  const rules = await ComponentListRule.query(knex).whereIn('component_list_id', ids).orderBy('id');
  return lists.map(({ id, name, slug, show_dashboard }) => ({
    id,
    name,
    slug,
    show_dashboard,
    components: components.get(id) ?? [],
    auto_assign: rules
      .filter(({ component_list_id }) => component_list_id === id)
      .map(({ project_match, component_match }) => ({ project_match, component_match })),
    url: urls.componentList(slug),
  }));
}

/** The one list, presented. */
export async function presentComponentList(viewer: Viewer, found: ComponentList): Promise<ComponentListJson> {
  const [presented] = await presentComponentLists(viewer, [found]);
  return presented!;
}

/** URLs of the visible components of each list, by its id. */
async function componentUrls(
  { knex, caller, urls }: Viewer,
  listIds: readonly number[],
): Promise<Map<number, string[]>> {
  const components = visibleComponents(Component.query(knex), caller)
    .join('component_list_members', 'component_list_members.component_id', 'components.id')
    .whereIn('component_list_members.component_list_id', [...listIds])
    .orderBy('components.id')
    .select('components.path', 'component_list_members.component_list_id');
  const rows: { path: string; component_list_id: number }[] = await components.toKnexQuery();
  const byList = Map.groupBy(rows, (row) => row.component_list_id);
  return new Map([...byList].map(([id, members]) => [id, members.map(({ path }) => urls.component(path))]));
}
