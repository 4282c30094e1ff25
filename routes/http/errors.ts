/** One thing that is wrong with a request. `attr` names the key of the body or query, nesting joined by dots. */
export interface Problem {
  code: string;
  detail: string;
  attr: string | null;
}

/** Attribute of a problem that belongs to the whole object and to no key of it. */
export const nonFieldErrors = 'non_field_errors';

/** What the client did wrong (or may not do): every error an endpoint answers on purpose. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, problems: readonly Problem[], headers: Record<string, string> = {}) {
    super(problems.map((problem) => problem.detail).join(' '));
    this.status = status;
    this.problems = problems;
    this.headers = headers;
  }
}

/** A 400 about one key of the input. Nested keys are joined by dots (`plural.formula`, `permissions.0`). */
export function invalid(attr: string, detail: string, code = 'invalid'): ApiError {
  return new ApiError(400, [{ code, detail, attr }]);
}

/** A 400 that names several keys, with the same text on each. */
export function invalidTogether(attrs: readonly string[], detail: string, code = 'invalid'): ApiError {
  return new ApiError(
    400,
    attrs.map((attr) => ({ code, detail, attr })),
  );
}

/** The object does not exist, or the caller may not know that it does: the same answer for both. */
export function notFound(detail = 'Not found.'): ApiError {
  return new ApiError(404, [{ code: 'not_found', detail, attr: null }]);
}

/** The caller sees the object and lacks the right; `reason` says why where it is more than a missing permission. */
export function denied(reason = 'You do not have permission to perform this action.'): ApiError {
  return new ApiError(403, [{ code: 'permission_denied', detail: reason, attr: null }]);
}

/** @throws {ApiError} 403 with the reason why something may not be done; null: it may */
export function refuse(reason: string | null): void {
  if (reason !== null) {
    throw denied(reason);
  }
}

/** Sign-in is needed and no credentials came. */
export function notAuthenticated(): ApiError {
  return unauthorised('not_authenticated', 'Authentication credentials were not provided.');
}

/** Credentials came and are not good. Public objects give this too: there is no falling back to anonymous. */
export function authenticationFailed(detail: string): ApiError {
  return unauthorised('authentication_failed', detail);
}

function unauthorised(code: string, detail: string): ApiError {
  return new ApiError(401, [{ code, detail, attr: null }], { 'WWW-Authenticate': 'Token' });
}

export function methodNotAllowed(method: string): ApiError {
  return new ApiError(405, [
    { code: 'method_not_allowed', detail: `Method "${method}" not allowed.`, attr: null },
  ]);
}

export function notAcceptable(): ApiError {
  const detail = 'Could not satisfy the request Accept header.';
  return new ApiError(406, [{ code: 'not_acceptable', detail, attr: null }]);
}

export function unsupportedMediaType(type: string): ApiError {
  const detail = `Unsupported media type "${type}" in request.`;
  return new ApiError(415, [{ code: 'unsupported_media_type', detail, attr: null }]);
}

/** The body breaks the syntax of its own content type. */
export function unparsable(detail: string): ApiError {
  return new ApiError(400, [{ code: 'parse_error', detail, attr: null }]);
}

export function tooLarge(limit: number): ApiError {
  const detail = `The request body is larger than the limit of ${limit} bytes.`;
  return new ApiError(413, [{ code: 'too_large', detail, attr: null }]);
}

/** Another operation holds the repository; nothing was changed, so trying again later is right. */
export function repositoryBusy(detail: string): ApiError {
  return new ApiError(423, [{ code: 'repository-locked', detail, attr: null }]);
}

export function throttled(seconds: number): ApiError {
  const detail = `Request was throttled. Expected available in ${seconds} seconds.`;
  return new ApiError(429, [{ code: 'throttled', detail, attr: null }], { 'Retry-After': `${seconds}` });
}
