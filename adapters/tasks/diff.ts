import type { Catalog, Problem } from '../adapter.ts';
import { fingerprint } from '../identity.ts';
import { checkUnits, type FileChecks } from './check.ts';
import { unpackKnown } from './known.ts';
import { type ReadRequest, readFile, type SyncUnit } from './read.ts';

export interface DiffRequest extends ReadRequest {
  /** What the database holds of the file, from `packKnown`. */
  known: Uint8Array;
  /** For the checks of strings that are new or changed; left out: nobody asks. */
  checks?: FileChecks;
}

/** A string and the fingerprint of its values in the file. */
export interface FingerprintedUnit {
  unit: SyncUnit;
  fingerprint: string;
}

/** How a file differs from what is known of it. */
export interface DiffResult {
  added: FingerprintedUnit[];
  /** Strings of which a value other than the position is not the known one. */
  changed: FingerprintedUnit[];
  /** Id hashes of strings that are gone. */
  removed: string[];
  /** New positions of strings that are otherwise unchanged. */
  moved: { idHash: string; position: number }[];
  /** Number of strings in the file. */
  total: number;
  plural: Catalog['plural'];
  problems: Problem[];
}

/** Reads a file and returns only what is not known yet. @throws {FormatError} */
export function diffFile(request: DiffRequest): DiffResult {
  const { units, plural, problems } = readFile(request);
  const known = unpackKnown(request.known);
  const added: FingerprintedUnit[] = [];
  const changed: FingerprintedUnit[] = [];
  const moved: { idHash: string; position: number }[] = [];
  for (const unit of units) {
    const { idHash, position } = unit;
    const old = known.get(idHash);
    const current = fingerprint(unit);
    known.delete(idHash);
    if (!old) {
      added.push({ unit, fingerprint: current });
    } else if (old.fingerprint !== current) {
      changed.push({ unit, fingerprint: current });
    } else if (old.position !== position) {
      moved.push({ idHash, position });
    }
  }
  if (request.checks) {
    const differing = [...added, ...changed].map(({ unit }) => unit);
    checkUnits(withPlural(request.checks, plural), differing);
  }
  return { added, changed, removed: [...known.keys()], moved, total: units.length, plural, problems };
}

/** The plural rule that the file names comes before the one that is known. */
function withPlural(checks: FileChecks, plural: Catalog['plural']): FileChecks {
  return plural ? { ...checks, place: { ...checks.place, plural } } : checks;
}
