import type { z } from 'zod';
import { coerce } from './coerce.ts';
import { ApiError, nonFieldErrors, type Problem } from './errors.ts';

type Issue = z.core.$ZodIssue;

/**
 * `value` as `schema` describes it, coerced first (see coerce.ts). Keys that the schema does not have are dropped.
 * @throws {ApiError} 400 with one problem per key that is wrong.
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(coerce(schema, value), { reportInput: true });
  if (result.success) {
    return result.data;
  }
  throw new ApiError(400, problemsOf(result.error.issues));
}

/** The first problem of each key: an empty name is `blank` and not also too short for its pattern. */
function problemsOf(issues: readonly Issue[]): Problem[] {
  const problems = new Map<string, Problem>();
  for (const issue of issues) {
    const attr = issue.path.join('.') || nonFieldErrors;
    if (!problems.has(attr)) {
      problems.set(attr, { ...describe(issue), attr });
    }
  }
  return [...problems.values()];
}

type Described = Omit<Problem, 'attr'>;

function describe(issue: Issue): Described {
  if (issue.code === 'custom') {
    const code: unknown = issue.params?.code;
    return { code: typeof code === 'string' ? code : 'invalid', detail: issue.message };
  }
  if (issue.input === undefined && issue.path.length > 0) {
    return { code: 'required', detail: 'This field is required.' };
  }
  if (issue.input === null && issue.path.length > 0) {
    return { code: 'null', detail: 'This field may not be null.' };
  }
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, issue.input);
    case 'invalid_value':
      return { code: 'invalid_choice', detail: `"${String(issue.input)}" is not a valid choice.` };
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return { code: 'invalid', detail: formatTexts[issue.format] ?? issue.message };
    default:
      return { code: 'invalid', detail: issue.message };
  }
}

const formatTexts: Partial<Record<string, string>> = {
  url: 'Enter a valid URL.',
  email: 'Enter a valid email address.',
  datetime: 'Datetime has wrong format. Use ISO 8601, such as 2024-06-02T07:00:00Z.',
  date: 'Date has wrong format. Use YYYY-MM-DD.',
};

function wrongType(expected: string, input: unknown): Described {
  const received = typeName(input);
  switch (expected) {
    case 'boolean':
      return { code: 'invalid', detail: 'Must be a valid boolean.' };
    case 'number':
    case 'int':
      return { code: 'invalid', detail: 'A valid integer is required.' };
    case 'array':
      return { code: 'not_a_list', detail: `Expected a list of items but got type "${received}".` };
    case 'string':
      return { code: 'invalid', detail: 'Not a valid string.' };
    case 'record':
      return { code: 'invalid', detail: 'Value must be valid JSON.' };
    default:
      return { code: 'invalid', detail: `Invalid data. Expected a dictionary, but got ${received}.` };
  }
}

function typeName(input: unknown): string {
  if (input === null) {
    return 'null';
  }
  return Array.isArray(input) ? 'list' : typeof input;
}

function tooSmall(issue: Extract<Issue, { code: 'too_small' }>): Described {
  if (issue.origin === 'string') {
    return issue.minimum === 1
      ? { code: 'blank', detail: 'This field may not be blank.' }
      : {
          code: 'min_length',
          detail: `Ensure this field has at least ${issue.minimum} characters.`,
        };
  }
  if (issue.origin === 'array') {
    return { code: 'empty', detail: 'This list may not be empty.' };
  }
  return {
    code: 'min_value',
    detail: `Ensure this value is greater than or equal to ${issue.minimum}.`,
  };
}

function tooBig(issue: Extract<Issue, { code: 'too_big' }>): Described {
  if (issue.origin === 'string') {
    return {
      code: 'max_length',
      detail: `Ensure this field has no more than ${issue.maximum} characters.`,
    };
  }
  if (issue.origin === 'array') {
    return {
      code: 'max_length',
      detail: `Ensure this field has no more than ${issue.maximum} elements.`,
    };
  }
  return { code: 'max_value', detail: `Ensure this value is less than or equal to ${issue.maximum}.` };
}
