/** A time in milliseconds since 1970 as answers show it: ISO 8601, UTC, with microseconds. */
export function presentTime(time: number): string;
export function presentTime(time: number | null): string | null;
export function presentTime(time: number | null): string | null {
  return time === null ? null : `${new Date(time).toISOString().slice(0, -1)}000Z`;
}
