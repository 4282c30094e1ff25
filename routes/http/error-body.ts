import type { ApiError, Problem } from './errors.ts';

/** Keys of the envelope; a field of the same name appears in `errors` only. */
const envelope = new Set(['detail', 'type', 'errors']);

/**
 * The JSON of an error in all the forms that clients read: `detail` (text of the first problem), `type` and `errors`,
 * and for problems of fields each field as a key with an array of texts, nested as the fields are.
 */
export function errorBody(error: ApiError): Record<string, unknown> {
  const [first] = error.problems;
  const body: Record<string, unknown> = {
    type: errorType(error),
    errors: error.problems.map(({ code, detail, attr }) => ({ code, detail, attr })),
    detail: first?.detail ?? '',
  };
  for (const problem of error.problems) {
    addFieldKey(body, problem);
  }
  return body;
}

/** Answer to everything that is a fault of the server: says nothing about what happened inside. */
export function serverErrorBody(): Record<string, unknown> {
  const detail = 'A server error occurred.';
  return { type: 'server_error', errors: [{ code: 'error', detail, attr: null }], detail };
}

function errorType(error: ApiError): string {
  const aboutFields = error.status === 400 && error.problems.some((problem) => problem.attr !== null);
  return aboutFields ? 'validation_error' : 'client_error';
}

function addFieldKey(body: Record<string, unknown>, { attr, detail }: Problem): void {
  const path = attr?.split('.') ?? [];
  const last = path.pop();
  if (last === undefined || envelope.has(path[0] ?? last)) {
    return;
  }
  let level = body;
  for (const step of path) {
    level[step] ??= {};
    if (Array.isArray(level[step])) {
      // The parent has a text of its own, which stays; that of the child is in `errors`.
      return;
    }
    level = level[step] as Record<string, unknown>;
  }
  level[last] ??= [];
  if (Array.isArray(level[last])) {
    level[last].push(detail);
  }
}
