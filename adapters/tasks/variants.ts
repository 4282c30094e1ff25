import { storedNamer } from '../../checks/variant-names.ts';

export interface VariantsRequest {
  /** As its component has it. */
  regex: string;
  keys: readonly string[];
}

export interface VariantsResult {
  /** By key, the group that it names; null: none. */
  names: (string | null)[];
}

/** Names groups of variants by an expression that someone has written. */
export function nameVariants({ regex, keys }: VariantsRequest): VariantsResult {
  return { names: keys.map(storedNamer(regex)) };
}
