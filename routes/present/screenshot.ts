import { z } from 'zod';
import type { Screenshot } from '../../models/screenshot.ts';
import type { Viewer } from './component.ts';

export const screenshotShape = z
  .object({
    id: z.int(),
    name: z.string(),
    repository_filename: z.string(),
    translation: z.string(),
    component: z.string(),
    file_url: z.string(),
    units: z.array(z.string()),
    url: z.string(),
  })
  .meta({ id: 'Screenshot' });

export type ScreenshotJson = z.infer<typeof screenshotShape>;

/** Presents `screenshots` in their order, with a fixed number of queries. */
export async function presentScreenshots(
  viewer: Viewer,
  screenshots: readonly Screenshot[],
): Promise<ScreenshotJson[]> {
  const { knex, urls } = viewer;
  const ids = screenshots.map(({ id }) => id);
  const links: { screenshot_id: number; unit_id: number }[] = await knex('screenshot_units')
    .whereIn('screenshot_id', ids)
    .orderBy(['screenshot_id', 'unit_id'])
    .select('screenshot_id', 'unit_id');
  const units = Map.groupBy(links, ({ screenshot_id }) => screenshot_id);
  const places = await loadPlaces(viewer, screenshots);
  return screenshots.flatMap(({ id, name, repository_filename, translation_id }) => {
    const place = places.get(translation_id);
    // Its translation has gone since it was read, and it with that.
    return place === undefined
      ? []
      : {
          id,
          name,
          repository_filename,
          translation: urls.translation(place.path, place.code),
          component: urls.component(place.path),
          file_url: urls.api('screenshots', id, 'file'),
          units: (units.get(id) ?? []).map(({ unit_id }) => urls.unit(unit_id)),
          url: urls.api('screenshots', id),
        };
  });
}

/** The one screenshot, presented. */
export async function presentScreenshot(viewer: Viewer, found: Screenshot): Promise<ScreenshotJson> {
  const [presented] = await presentScreenshots(viewer, [found]);
  return presented!;
}

/** Where translations are, by their ids. */
async function loadPlaces(
  { knex }: Viewer,
  screenshots: readonly Screenshot[],
): Promise<Map<number, { path: string; code: string }>> {
  const rows: { id: number; path: string; code: string }[] = await knex('translations')
    .join('components', 'components.id', 'translations.component_id')
    .join('languages', 'languages.id', 'translations.language_id')
    .whereIn('translations.id', [...new Set(screenshots.map(({ translation_id }) => translation_id))])
    .select('translations.id', 'components.path', 'languages.code');
  return new Map(rows.map((row) => [row.id, row]));
}
