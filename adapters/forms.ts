import type { Adapter } from './adapter.ts';

/**
 * A text as a string can hold it: `count` forms, missing ones empty and surplus ones cut; in a format with alternatives
 * those that are not empty, at least one.
 */
export function fitForms(
  adapter: Pick<Adapter, 'multivalue'> | undefined,
  target: readonly string[],
  count: number,
): string[] {
  if (adapter?.multivalue) {
    const filled = target.filter((form) => form !== '');
    return filled.length > 0 ? filled : [''];
  }
  return Array.from({ length: count }, (_, form) => target[form] ?? '');
}
