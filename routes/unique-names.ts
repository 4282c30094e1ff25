import { ApiError, type Problem } from './http/errors.ts';

type NameOrSlug = 'name' | 'slug';

/**
 * Checks a name and a slug that are unique among objects of their kind; one that is not given stays as it is.
 * @throws {ApiError} 400 on each of the two that is taken
 */
export async function demandUnique(
  names: { readonly [attr in NameOrSlug]?: string | undefined },
  isTaken: (attr: NameOrSlug, value: string) => Promise<boolean>,
  detail: (attr: NameOrSlug) => string,
): Promise<void> {
  const problems: Problem[] = [];
  for (const attr of ['name', 'slug'] as const) {
    const value = names[attr];
    if (value !== undefined && (await isTaken(attr, value))) {
      problems.push({ code: 'unique', detail: detail(attr), attr });
    }
  }
  if (problems.length > 0) {
    throw new ApiError(400, problems);
  }
}
