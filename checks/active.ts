import type { Check } from './check.ts';
import type { Flags } from './flags.ts';
import { checks } from './registry.ts';

/** What the flags of a string leave on. */
export interface ActiveChecks {
  source: readonly Check[];
  target: readonly Check[];
  glossary: readonly Check[];
  /** Those that know placeholders or markup. */
  placing: readonly Check[];
}

const known = new WeakMap<Flags, ActiveChecks>();

/** The checks that flags leave on. Strings of one file mostly share one object of flags, so this is found out once for each. */
export function activeChecks(flags: Flags): ActiveChecks {
  const found = known.get(flags);
  if (found) {
    return found;
  }
  const active = checks.filter((check) => isOn(check, flags));
  const plan: ActiveChecks = {
    source: active.filter(({ kind }) => kind === 'source' || kind === 'both'),
    target: active.filter(({ kind }) => kind === 'target' || kind === 'both'),
    glossary: active.filter(({ kind }) => kind === 'glossary'),
    placing: active.filter(({ placeables }) => placeables !== undefined),
  };
  known.set(flags, plan);
  return plan;
}

/** Whether the flags of a string leave a check on, of those checked here and of those compared in the database alike. */
export function isOn(check: Pick<Check, 'id' | 'enabledBy' | 'ignoredBy'>, flags: Flags): boolean {
  if (flags.has('ignore-all-checks') || flags.has(ignoreFlag(check))) {
    return false;
  }
  return check.enabledBy === null || check.enabledBy.some((flag) => flags.has(flag));
}

/** The flag that turns a check off. */
export function ignoreFlag({ id, ignoredBy }: Pick<Check, 'id' | 'ignoredBy'>): string {
  return ignoredBy ?? `ignore-${id.replaceAll('_', '-')}`;
}
