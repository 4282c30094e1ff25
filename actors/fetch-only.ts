import type { OperationResult } from './component-jobs.ts';
import { isLocal } from './component-remote.ts';
import { fetchUpstream } from './fetch.ts';
import type { Workplace } from './workplace.ts';

/** Looks what is new upstream, for the state of the repository; files and strings stay as they are. */
export async function fetch(place: Workplace): Promise<OperationResult> {
  if (isLocal(place)) {
    return { result: true };
  }
  const fetched = await fetchUpstream(place);
  return fetched.commit === null ? { result: false, detail: fetched.detail } : { result: true };
}
